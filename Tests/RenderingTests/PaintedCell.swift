import Rendering

/// A cell as a terminal would show it after reading an output.
struct PaintedCell: Equatable {
  enum Color: Equatable {
    case standard
    case palette(Int)
    case mixed(red: Int, green: Int, blue: Int)
  }

  var character: Character
  var front: Color
  var back: Color

  /// The rows of cells of an output of characters one cell wide.
  static func rows(of output: Output) -> [[PaintedCell]] {
    output.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(row)
  }

  private static func row(of line: Substring) -> [PaintedCell] {
    var cells: [PaintedCell] = []
    var (front, back) = (Color.standard, Color.standard)
    var rest = line
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        cells.append(PaintedCell(character: character, front: front, back: back))
        continue
      }
      let sequence = rest.prefix { $0 != "m" }.dropFirst()
      rest = rest.dropFirst(sequence.count + 2)
      var codes = sequence.split(separator: ";").compactMap { Int($0) }[...]
      while let code = codes.popFirst() {
        switch code {
        case 0: (front, back) = (.standard, .standard)
        case 30...39, 90...97: front = color(code, &codes)
        default: back = color(code - 10, &codes)
        }
      }
    }
    return cells
  }

  private static func color(_ code: Int, _ codes: inout ArraySlice<Int>) -> Color {
    switch code {
    case 30...37: return .palette(code - 30)
    case 90...97: return .palette(code - 82)
    case 38 where codes.popFirst() == 5: return .palette(codes.popFirst() ?? -1)
    case 38:
      let parts = Array(codes.prefix(3))
      codes = codes.dropFirst(3)
      return .mixed(red: parts[0], green: parts[1], blue: parts[2])
    default: return .standard
    }
  }
}
