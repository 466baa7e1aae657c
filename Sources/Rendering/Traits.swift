package import Model

/// Everything about the reader and their screen that decides how an answer looks.
package struct Traits: Sendable {
  /// Cells in a line; at least one.
  package var width: Int
  /// Lines in the window; nil where there is none, as on a pipe.
  package var height: Int?
  package var depth: ColorDepth
  /// Whether letters may be bold where there are no colours: on a screen that is drawn on.
  package var isBoldWithoutColor = false
  /// Whether no byte above 0x7E may be drawn.
  package var isASCII: Bool
  /// Whether a person reads this on a terminal, and not a program on a pipe.
  package var isTerminal: Bool
  /// Whether the background is light.
  package var isLight: Bool
  package var pictureGlyphs: PictureGlyphs
  package var now: Moment
  package var zone: Zone
  /// What stands before the words of a line that does something else with the same network; it is
  /// seldom told, and asked for only then.
  package var program: @Sendable () -> SafeText = { "profilectl " }

  package init(
    width: Int, height: Int? = nil, depth: ColorDepth = .none, isASCII: Bool = false,
    isTerminal: Bool = false, isLight: Bool = false, pictureGlyphs: PictureGlyphs = .quad,
    now: Moment, zone: Zone = .utc
  ) {
    self.width = max(1, width)
    self.height = height
    self.depth = depth
    self.isASCII = isASCII
    self.isTerminal = isTerminal
    self.isLight = isLight
    self.pictureGlyphs = pictureGlyphs
    self.now = now
    self.zone = zone
  }

  package var glyphs: Glyphs { isASCII ? .ascii : .unicode }

  /// The same reader with other room.
  package func with(width: Int) -> Traits {
    var copy = self
    copy.width = max(1, width)
    return copy
  }

  /// Foreign text, safe and in letters that may be drawn.
  package func text(_ raw: String, _ shape: SafeText.Shape = .line) -> SafeText {
    words(SafeText(raw, shape))
  }

  /// Text that is safe, in letters that may be drawn.
  package func words(_ safe: SafeText) -> SafeText {
    isASCII ? safe.inASCII : safe
  }

  package func wrap(_ text: SafeText, to width: Int, lineLimit: Int = .max) -> [SafeText] {
    Wrapping(width: width, ellipsis: ellipsis(for: width), lineLimit: lineLimit)
      .lines(of: words(text))
  }

  /// The text cut to so many cells.
  package func fit(_ text: SafeText, to width: Int) -> SafeText {
    Wrapping(width: width, ellipsis: ellipsis(for: width)).line(of: words(text))
  }

  /// Three dots would leave no room for words on a very short line.
  private func ellipsis(for width: Int) -> SafeText {
    isASCII && width < 8 ? ".." : glyphs.ellipsis
  }
}

/// How many colours may be used.
package enum ColorDepth: Sendable, CaseIterable {
  case none, ansi16, ansi256, trueColor
}

/// What a picture is drawn with, where there are colours.
package enum PictureGlyphs: String, CaseIterable, Sendable {
  /// Signs from light to dense, the same as where there is no colour.
  case ascii
  /// BlockGlyphs of one by two, two by two and two by three samples in a cell.
  case half, quad, sextant
}

/// How far the clocks of a place are ahead of UTC.
package struct Zone: Sendable {
  /// Seconds ahead of UTC at a moment.
  package let offset: @Sendable (Moment) -> Int

  package init(offset: @escaping @Sendable (Moment) -> Int) {
    self.offset = offset
  }

  package static let utc = Zone { _ in 0 }
}

/// The signs that drawings are made of, in one alphabet.
package struct Glyphs: Sendable {
  package let heart: SafeText
  /// Stands between facts on a line.
  package let separator: SafeText
  package let ellipsis: SafeText
  package let horizontal: SafeText
  package let vertical: SafeText
  package let topLeft: SafeText
  package let topRight: SafeText
  package let bottomLeft: SafeText
  package let bottomRight: SafeText
  /// A rule, and the same where something on it is chosen.
  package let rule: SafeText
  package let chosenRule: SafeText

  package static let unicode = Glyphs(
    heart: "♥", separator: " · ", ellipsis: "…", horizontal: "─", vertical: "│", topLeft: "╭",
    topRight: "╮", bottomLeft: "╰", bottomRight: "╯", rule: "─", chosenRule: "━")

  package static let ascii = Glyphs(
    heart: "<3", separator: "  ", ellipsis: "...", horizontal: "-", vertical: "|", topLeft: "+",
    topRight: "+", bottomLeft: "+", bottomRight: "+", rule: "-", chosenRule: "=")
}
