import Model

/// The web addresses of the cells of a canvas.
struct LinkCells {
  private var rows: [Int: [SafeText?]] = [:]

  init() {}

  init(of canvas: Canvas) {
    for area in canvas.clickTargets {
      let columns = area.columns.clamped(to: 0..<canvas.width)
      switch area.target {
      case .web(let address):
        for row in area.rows.clamped(to: 0..<canvas.height) {
          let blank = [SafeText?](repeating: nil, count: canvas.width)
          for column in columns { rows[row, default: blank][column] = address }
        }
      // A later drawing covers the cells.
      case nil where !rows.isEmpty:
        for row in area.rows where rows[row] != nil {
          for column in columns { rows[row]?[column] = nil }
        }
      default: break
      }
    }
  }

  /// The address of each cell of a row; nil for a row without addresses.
  subscript(row: Int) -> [SafeText?]? { rows[row] }
}

extension Output {
  /// Begins a hyperlink, or ends one (OSC 8).
  ///
  /// The same `id` makes the pieces of an address one link.
  mutating func append(link address: SafeText?) {
    guard let address else { return append("\u{1B}]8;;\u{1B}\\") }
    let id = StableHash(address.string).value.hexadecimal.prefix(8)
    append("\u{1B}]8;id=\(id);\(address.string)\u{1B}\\")
  }

  /// The bytes without hyperlinks, for programs that may not support them.
  package static func withoutLinks(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstRange(of: "\u{1B}]8;".utf8) {
      plain += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      rest = rest.firstRange(of: "\u{1B}\\".utf8).map { rest[$0.upperBound...] } ?? []
    }
    return plain + rest
  }
}
