internal import Model

/// A foreign text, changed to obey the rules of a field, and the kinds of changes.
package struct CleanText {
  private(set) var text: String
  /// Whether control characters or unusual line ends were replaced.
  private(set) var isCleaned = false
  private(set) var isShortened = false

  /// `limit` counts graphemes, of eight bytes each on average.
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

  /// Cuts at the end of a word, if one ends in the last fifth.
  private mutating func shorten(to limit: Int) {
    let bytes = limit * 8
    if text.utf8.count <= bytes, text.count <= limit { return }
    var end =
      text.index(text.startIndex, offsetBy: limit - 1, limitedBy: text.endIndex)
      ?? text.endIndex
    while end > text.startIndex, text.utf8.distance(from: text.startIndex, to: end) > bytes - 3 {
      end = text.index(before: end)
    }
    let kept = text[..<end]
    let words = kept.lastIndex { $0.isWhitespace }
    let isNear = words.map { text.distance(from: $0, to: end) <= limit / 5 } ?? false
    var cut = isNear ? kept[..<(words ?? end)] : kept
    while cut.last?.isWhitespace == true { cut.removeLast() }
    text = cut + "…"
    isShortened = true
  }
}

/// Counts of the texts of one record that were changed.
struct TextChanges {
  private(set) var areCleaned = false
  private(set) var areShortened = false

  mutating func text<Rule: TextRule>(_ source: String, as rule: Rule.Type) -> Text<Rule>? {
    let clean = CleanText(source, limit: Rule.limit, allowsLines: Rule.allowsLines)
    if clean.isCleaned { areCleaned = true }
    if clean.isShortened { areShortened = true }
    return try? Text<Rule>(clean.text)
  }
}
