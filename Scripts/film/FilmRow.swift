import Rendering
import Screens

/// A row of a film: backgrounds and block characters as pixels, other characters as text.
struct FilmRow: Hashable {
  /// Backgrounds and blocks, from the first to the last cell that has any.
  struct Pixels: Hashable {
    var x = 0
    var cells = 0
    /// One column for each cell, or two if the halves of any cell differ.
    var columns = 0
    /// Red, green and blue; the upper row of pixels first.
    var bytes: [UInt8] = []
  }

  /// Nil if every cell has the film's background.
  private(set) var pixels: Pixels?
  /// The bytes of the text, for comparison.
  let letters: [UInt8]
  let canvas: Canvas

  init(_ cells: [TerminalScreen.Cell], colors: SVGColors) {
    var canvas = Canvas(width: cells.count, height: 1)
    var samples: [[SafeText]] = []
    for (x, cell) in cells.enumerated() {
      var paint = Paint(cell.rendition)
      let corners = cell.isBlock(paint) ? Self.corners(of: cell.glyph) : 0
      let isReversed = paint.flags.contains(.reversed)
      let back = isReversed ? colors.ground : colors.back(paint) ?? colors.ground
      samples.append((0..<4).map { corners >> $0 & 1 == 1 ? colors.front(paint) : back })
      if !isReversed { paint.background = .standard }
      if corners == 0, !cell.glyph.isEmpty { canvas.draw(SafeText(cell.glyph), x: x, y: 0, paint) }
    }
    self.canvas = canvas
    letters = canvas.output.bytes
    let isPlain = { (corners: [SafeText]) in corners.allSatisfy { $0 == colors.ground } }
    guard let first = samples.firstIndex(where: { !isPlain($0) }),
      let last = samples.lastIndex(where: { !isPlain($0) })
    else { return }
    let shown = samples[first...last]
    let isHalved = shown.allSatisfy { $0[0] == $0[1] && $0[2] == $0[3] }
    let sides = isHalved ? [0] : [0, 1]
    pixels = Pixels(
      x: first, cells: shown.count, columns: shown.count * sides.count,
      bytes: [0, 2].flatMap { row in
        shown.flatMap { cell in sides.flatMap { Self.bytes(of: cell[row + $0]) } }
      })
  }

  static func == (left: FilmRow, right: FilmRow) -> Bool {
    left.pixels == right.pixels && left.letters == right.letters
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(pixels)
    hasher.combine(letters)
  }

  var isEmpty: Bool { pixels == nil && letters.allSatisfy { $0 == UInt8(ascii: "\n") } }

  /// The filled quarters of a block as bits, from the upper left to the lower right.
  private static func corners(of glyph: String) -> Int {
    guard let scalar = glyph.unicodeScalars.first, let blocks = SVGShapes.blocks(scalar) else {
      return 0
    }
    func number(_ text: SafeText) -> Double { Double(text.string) ?? -1 }
    return (0..<4).reduce(0) { bits, corner in
      let (x, y) = (corner % 2 == 0 ? 2.5 : 7.5, corner < 2 ? 5.0 : 15.0)
      let isFilled = blocks.contains { block in
        let (left, top) = (number(block.x), number(block.y))
        return (left..<left + number(block.width)).contains(x)
          && (top..<top + number(block.height)).contains(y)
      }
      return isFilled ? bits | 1 << corner : bits
    }
  }

  /// The bytes of a colour `#rrggbb`.
  private static func bytes(of color: SafeText) -> [UInt8] {
    let value = UInt32(color.string.dropFirst(), radix: 16) ?? 0
    return [16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

extension TerminalScreen.Cell {
  /// Whether pixels can show the glyph.
  fileprivate func isBlock(_ paint: Paint) -> Bool {
    guard let scalar = glyph.unicodeScalars.first, !paint.flags.contains(.reversed) else {
      return false
    }
    return "▀▄█▌▐".unicodeScalars.contains(scalar) || (0x2596...0x259F).contains(scalar.value)
  }
}

extension Paint {
  /// Parses SGR parameters.
  fileprivate init(_ rendition: [String]) {
    self.init()
    for parameters in rendition {
      let codes = parameters.split(separator: ";").compactMap { UInt8($0) }
      switch codes[0] {
      case 1: flags.insert(.bold)
      case 2: flags.insert(.dim)
      case 3: flags.insert(.italic)
      case 4: flags.insert(.underlined)
      case 7: flags.insert(.reversed)
      case 30...37: foreground = .palette(codes[0] - 30)
      case 90...97: foreground = .palette(codes[0] - 82)
      case 40...47: background = .palette(codes[0] - 40)
      case 100...107: background = .palette(codes[0] - 92)
      case 38: foreground = Color(codes)
      case 48: background = Color(codes)
      default: preconditionFailure("unknown rendition \(parameters)")
      }
    }
  }
}

extension Color {
  /// Parses `38;5;n` or `38;2;red;green;blue`.
  fileprivate init(_ codes: [UInt8]) {
    self =
      codes[1] == 5
      ? .palette(codes[2]) : .mixed(red: codes[2], green: codes[3], blue: codes[4])
  }
}
