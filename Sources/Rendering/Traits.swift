package import Model

/// The properties of the reader's screen, locale and clock for drawing.
package struct Traits: Sendable {
  /// Cells in a line, at least one.
  package var width: Int
  /// Lines in the window; nil on a pipe, which has none.
  package var height: Int?
  package var depth: ColorDepth
  /// Whether bold may be used without colours, as in the browser.
  package var isBoldWithoutColor = false
  /// Whether only bytes up to 0x7E may be drawn.
  package var isASCII: Bool
  /// Whether the output goes to a terminal; false for a pipe or a file.
  package var isTerminal: Bool
  /// Whether the terminal may open the web addresses of texts (OSC 8).
  package var hasLinks = false
  package var isLight: Bool
  package var pictureGlyphs: PictureGlyphs
  package var pictures = PictureScreen()
  /// The hue in degrees of the user whose page is drawn; nil for pages of several users.
  package var accentHue: Int?
  package var now: Moment
  package var zone: Zone
  /// The beginning of a command in a hint: the program's name and database option.
  ///
  /// It is a closure because few outputs contain a hint.
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

  package func with(width: Int) -> Traits {
    var copy = self
    copy.width = max(1, width)
    return copy
  }

  /// Sanitises text of a user, and transliterates it if only ASCII may be drawn.
  package func text(_ raw: String, _ shape: SafeText.Shape = .line) -> SafeText {
    words(SafeText(raw, shape))
  }

  /// Transliterates text if only ASCII may be drawn.
  package func words(_ safe: SafeText) -> SafeText {
    isASCII ? safe.inASCII : safe
  }

  package func wrap(_ text: SafeText, to width: Int, lineLimit: Int = .max) -> [SafeText] {
    wrapping(to: width, lineLimit: lineLimit).lines(of: words(text))
  }

  func wrapping(to width: Int, lineLimit: Int = .max) -> Wrapping {
    Wrapping(width: width, ellipsis: ellipsis(for: width), lineLimit: lineLimit)
  }

  /// Cuts a text to `width` cells, with an ellipsis.
  package func fit(_ text: SafeText, to width: Int) -> SafeText {
    wrapping(to: width).line(of: words(text))
  }

  /// On a very short line, three dots would leave no room for the text.
  private func ellipsis(for width: Int) -> SafeText {
    isASCII && width < 8 ? ".." : glyphs.ellipsis
  }
}

/// The number of colours that may be used.
package enum ColorDepth: Sendable, CaseIterable {
  case none, ansi16, ansi256, trueColor
}

/// The glyphs that draw pictures on a terminal with colours.
package enum PictureGlyphs: String, CaseIterable, Sendable {
  /// ASCII characters from light to dense, as without colours.
  case ascii
  /// Blocks with 1×2, 2×2 or 2×3 samples in a cell.
  case half, quad, sextant
}

/// A time zone: an offset from UTC that depends on the moment.
package struct Zone: Sendable {
  /// Seconds ahead of UTC at a moment.
  package let offset: @Sendable (Moment) -> Int

  package init(offset: @escaping @Sendable (Moment) -> Int) {
    self.offset = offset
  }

  package static let utc = Zone { _ in 0 }
}

/// The characters of frames and rules, in Unicode or ASCII.
package struct Glyphs: Sendable {
  package let heart: SafeText
  /// Separates facts on a line.
  package let separator: SafeText
  package let ellipsis: SafeText
  package let horizontal: SafeText
  package let vertical: SafeText
  package let topLeft: SafeText
  package let topRight: SafeText
  package let bottomLeft: SafeText
  package let bottomRight: SafeText
  /// The marks of replies and of reposts.
  package let reply: SafeText
  package let repost: SafeText
  /// The marks of edited and of private posts in narrow tiles.
  let edited: SafeText
  let `private`: SafeText
  package let new: SafeText
  /// A rule, and its highlighted part below the chosen tab.
  package let rule: SafeText
  package let chosenRule: SafeText

  package static let unicode = Glyphs(
    heart: "♥", separator: " · ", ellipsis: "…", horizontal: "─", vertical: "│", topLeft: "╭",
    topRight: "╮", bottomLeft: "╰", bottomRight: "╯", reply: "↩", repost: "↻", edited: "✎",
    private: "⊘", new: "•", rule: "─", chosenRule: "━")

  package static let ascii = Glyphs(
    heart: "<3", separator: "  ", ellipsis: "...", horizontal: "-", vertical: "|", topLeft: "+",
    topRight: "+", bottomLeft: "+", bottomRight: "+", reply: "re", repost: "rt", edited: "(e)",
    private: "(p)", new: "*", rule: "-", chosenRule: "=")
}
