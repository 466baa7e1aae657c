/// The means to draw pictures, as `--glyphs` names them.
package enum PictureMeans: String, CaseIterable, Sendable {
  /// The best means that the terminal is known to have.
  case auto
  case kitty, iterm, sixel
  case sextant, quad, half, ascii

  /// The protocol to use; nil for cells.
  package var wanted: TerminalGraphics? { TerminalGraphics(rawValue: rawValue) }

  /// The glyphs of cells, also for a protocol where it can't be used.
  package var glyphs: PictureGlyphs { PictureGlyphs(rawValue: rawValue) ?? .quad }
}

/// A protocol by which a terminal draws pixels.
package enum TerminalGraphics: String, Sendable {
  /// The terminal graphics protocol of kitty.
  case kitty
  /// Inline images of iTerm2.
  case iterm
  /// DEC sixels.
  case sixel

  /// Whether pictures are kept apart from the text, so that they can move without being sent again.
  var hasPlacements: Bool { self == .kitty }
}

/// The way in which a terminal draws pictures besides cells.
package struct PictureScreen: Equatable, Sendable {
  /// Whether any protocol may be used: not on a pipe, within a multiplexer, or without colours.
  package var isPossible = false
  /// The protocol that is used; nil for cells.
  package private(set) var used: TerminalGraphics?
  /// The size of a cell in pixels.
  package var cellWidth: Int
  package var cellHeight: Int

  /// A cell size that is rather too small than too large: a picture that is too large would overlap
  /// text.
  package init(cellWidth: Int = 8, cellHeight: Int = 16) {
    self.cellWidth = max(1, cellWidth)
    self.cellHeight = max(1, cellHeight)
  }

  /// Uses a protocol if possible; nil for cells.
  package mutating func use(_ wanted: TerminalGraphics?) {
    used = isPossible ? wanted : nil
  }

  /// Uses what a user chose; `auto` changes nothing.
  package mutating func use(_ means: PictureMeans) {
    if means != .auto { use(means.wanted) }
  }
}
