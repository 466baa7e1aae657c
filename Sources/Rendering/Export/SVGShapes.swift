/// Draws block and line glyphs as shapes, because fonts leave gaps between them.
///
/// A cell is ten units wide and twenty high.
package enum SVGShapes {
  package static let cellWidth = 10
  package static let cellHeight = 20

  /// A line through a cell, as path commands from its upper left corner.
  enum Line: String {
    case horizontal = "m0 10h10"
    case vertical = "m5 0v20"
    case topLeft = "m10 10q-5 0 -5 5v5"
    case topRight = "m0 10q5 0 5 5v5"
    case bottomLeft = "m5 0v5q0 5 5 5"
    case bottomRight = "m5 0v5q0 5 -5 5"

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "─", "━": self = .horizontal
      case "│": self = .vertical
      case "╭": self = .topLeft
      case "╮": self = .topRight
      case "╰": self = .bottomLeft
      case "╯": self = .bottomRight
      default: return nil
      }
    }
  }

  package struct Block: Equatable {
    package var x: SafeText
    package var y: SafeText
    package var width: SafeText
    package var height: SafeText

    static func whole(width: Int) -> Block {
      Block(x: "0", y: "0", width: "\(width)", height: "20")
    }
  }

  /// The quadrants of the glyphs from U+2596 on, as bits: upper left, upper right, lower left,
  /// lower right.
  private static let quadrants = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]
  private static let thirds: [SafeText] = ["0", "6.67", "13.33"]

  /// The filled parts of a block element; nil for other glyphs.
  package static func blocks(_ scalar: Unicode.Scalar) -> [Block]? {
    let value = Int(scalar.value)
    switch value {
    case 0x2580: return [Block(x: "0", y: "0", width: "10", height: "10")]
    case 0x2581...0x2588:
      let eighths = value - 0x2580
      return [
        Block(x: "0", y: tenths(200 - eighths * 25), width: "10", height: tenths(eighths * 25))
      ]
    case 0x2589...0x258F:
      return [Block(x: "0", y: "0", width: tenths((0x2590 - value) * 125 / 10), height: "20")]
    case 0x2590: return [Block(x: "5", y: "0", width: "5", height: "20")]
    case 0x2596...0x259F: return fourths(quadrants[value - 0x2596])
    case 0x1FB00...0x1FB3B: return sixths(sextant(value - 0x1FB00))
    default: return nil
    }
  }

  private static func tenths(_ number: Int) -> SafeText {
    number % 10 == 0 ? "\(number / 10)" : "\(number / 10).\(number % 10)"
  }

  private static func fourths(_ bits: Int) -> [Block] {
    (0..<4).filter { bits >> $0 & 1 == 1 }.map { place in
      Block(x: place % 2 == 0 ? "0" : "5", y: place < 2 ? "0" : "10", width: "5", height: "10")
    }
  }

  private static func sixths(_ bits: Int) -> [Block] {
    (0..<6).filter { bits >> $0 & 1 == 1 }.map { place in
      Block(x: place % 2 == 0 ? "0" : "5", y: thirds[place / 2], width: "5", height: "6.67")
    }
  }

  /// The bits of a sextant; they are in order, but the halves of a cell have other code points.
  private static func sextant(_ place: Int) -> Int {
    var bits = place + 1
    if bits >= 21 { bits += 1 }
    if bits >= 42 { bits += 1 }
    return bits
  }
}

/// Collects the shapes of many cells into one path for each colour and width.
struct SVGPaths {
  private var paths: [(style: Markup.Attributes, steps: String)] = []
  private var places: [SafeText: Int] = [:]

  mutating func fill(_ color: SafeText, x: Int, y: Int, _ blocks: [SVGShapes.Block]) {
    for block in blocks {
      let (width, height) = (block.width.string, block.height.string)
      add(
        start(x, y) + "m\(block.x.string) \(block.y.string)h\(width)v\(height)h-\(width)z",
        kind: color, [("fill", color), ("shape-rendering", "crispEdges")])
    }
  }

  mutating func draw(
    _ line: SVGShapes.Line, _ color: SafeText, isHeavy: Bool, x: Int, y: Int
  ) {
    let width: SafeText = isHeavy ? "2.4" : "1.2"
    add(
      start(x, y) + line.rawValue, kind: color + " " + width,
      [("fill", "none"), ("stroke", color), ("stroke-width", width)])
  }

  func write(to markup: inout Markup) {
    for path in paths {
      markup.empty("path", path.style + [("d", SafeText(path.steps))])
      markup.newline()
    }
  }

  private func start(_ x: Int, _ y: Int) -> String {
    "M\(x * SVGShapes.cellWidth) \(y * SVGShapes.cellHeight)"
  }

  private mutating func add(_ steps: String, kind: SafeText, _ style: Markup.Attributes) {
    if let place = places[kind] {
      paths[place].steps += steps
    } else {
      places[kind] = paths.count
      paths.append((style, steps))
    }
  }
}
