/// The values of `--glyphs`: ways to draw pictures.
package enum PictureMeans: String, CaseIterable, Sendable {
  /// The best way that the terminal is known to support.
  case auto
  case kitty, iterm, sixel
  case sextant, quad, half, ascii

  /// The protocol to use; nil for cells.
  package var wanted: TerminalGraphics? { TerminalGraphics(rawValue: rawValue) }

  /// The glyphs of cells, also if a protocol can't be used.
  package var glyphs: PictureGlyphs { PictureGlyphs(rawValue: rawValue) ?? .quad }
}

/// A protocol for drawing pixels in a terminal.
package enum TerminalGraphics: String, Sendable {
  case kitty
  case iterm
  case sixel

  /// Whether pictures are separate from text, so that they can move without being sent again.
  var hasPlacements: Bool { self == .kitty }
}

/// How a terminal draws pictures: the protocol, and the size of a cell.
package struct PictureScreen: Equatable, Sendable {
  /// Whether a protocol may be used; false on a pipe, in a multiplexer, and without colours.
  package var isPossible = false
  /// The used protocol; nil for cells.
  package private(set) var used: TerminalGraphics?
  /// The size of a cell in pixels.
  package var cellWidth: Int
  package var cellHeight: Int

  /// The default size of a cell is rather too small: a picture that is too large would overlap
  /// text.
  package init(cellWidth: Int = 8, cellHeight: Int = 16) {
    self.cellWidth = max(1, cellWidth)
    self.cellHeight = max(1, cellHeight)
  }

  /// Uses a protocol if possible; nil for cells.
  package mutating func use(_ wanted: TerminalGraphics?) {
    used = isPossible ? wanted : nil
  }

  /// Uses the choice of a user; `auto` changes nothing.
  package mutating func use(_ means: PictureMeans) {
    if means != .auto { use(means.wanted) }
  }
}
