internal import Model

/// A foreign text made to fit a field: without control characters, and cut to the limit.
struct CleanText {
  private(set) var text: String
  /// Whether control characters or line ends other than "\n" were replaced.
  private(set) var isCleaned = false
  private(set) var isShortened = false

  /// Keeps at most `limit` graphemes and `8 * limit` bytes, as `Text` does.
  init(_ source: String, limit: Int, allowsLines: Bool) {
    text = source
    if source.unicodeScalars.contains(where: { CleanText.isForeign($0, allowsLines) }) {
      clean(allowsLines)
    }
    if text.utf8.count > limit { shorten(to: limit) }
  }

  private static func isForeign(_ scalar: Unicode.Scalar, _ allowsLines: Bool) -> Bool {
    switch scalar.value {
    case 0x0A, 0x09: !allowsLines
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  private mutating func clean(_ allowsLines: Bool) {
    var cleaned = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    var pending = scalars.next()
    while let scalar = pending {
      pending = scalars.next()
      let isLine = [0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value)
      if scalar == "\r", pending == "\n" { pending = scalars.next() }
      if isLine {
        cleaned.append(allowsLines ? "\n" : " ")
      } else {
        cleaned.append(CleanText.isForeign(scalar, allowsLines) ? " " : scalar)
      }
    }
    text = String(cleaned)
    isCleaned = true
  }

  /// Cuts at the end of a word if one ends in the last fifth: "one two three" becomes "one two…".
  private mutating func shorten(to limit: Int) {
    let bytes = limit * 8
    if text.utf8.count <= bytes, text.count <= limit { return }
    var end =
      text.index(text.startIndex, offsetBy: limit - 1, limitedBy: text.endIndex) ?? text.endIndex
    while end > text.startIndex, text.utf8.distance(from: text.startIndex, to: end) > bytes - 3 {
      end = text.index(before: end)
    }
    var cut = text[..<end]
    let endsWord = end < text.endIndex && text[end].isWhitespace
    if !endsWord, let space = cut.lastIndex(where: \.isWhitespace),
      text.distance(from: space, to: end) <= limit / 5
    {
      cut = cut[..<space]
    }
    while cut.last?.isWhitespace == true { cut.removeLast() }
    text = cut + "…"
    isShortened = true
  }
}

/// Whether any text of one record was cleaned or shortened.
struct TextChanges {
  private(set) var hasCleaned: Bool
  private(set) var hasShortened = false

  /// `isCleaned` if the reader has cleaned a text.
  init(isCleaned: Bool) { hasCleaned = isCleaned }

  /// The text as the rule permits it; nil if it is refused even so, such as an empty one.
  ///
  /// `ending` stays whole if the text before it is cut.
  mutating func text<Rule: TextRule>(
    _ source: String, before ending: String = "", as rule: Rule.Type
  ) -> Text<Rule>? {
    let limit = Rule.limit - ending.utf8.count
    let clean = CleanText(source, limit: limit, allowsLines: Rule.allowsLines)
    if clean.isCleaned { hasCleaned = true }
    if clean.isShortened { hasShortened = true }
    return try? Text<Rule>(clean.text + ending)
  }
}
