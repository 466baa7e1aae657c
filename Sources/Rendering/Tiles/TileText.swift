import Model

/// The parts of a text on a tile: its first sentence, the remainder, and the hashtags at its end.
struct TileText: Equatable {
  let lead: SafeText
  let rest: SafeText
  let hashtags: SafeText

  /// A text of only hashtags has them as its lead.
  init(_ text: SafeText) {
    let (body, tags) = TileText.withoutTrailingHashtags(text.string[...])
    let (lead, rest) = TileText.sentences(body)
    self.lead = text[lead.startIndex..<lead.endIndex]
    self.rest = text[rest.startIndex..<rest.endIndex]
    hashtags = SafeText.joined(
      tags.map { text[$0.startIndex..<$0.endIndex] }, by: " ")
  }

  private static func withoutTrailingHashtags(
    _ text: Substring
  ) -> (body: Substring, tags: [Substring]) {
    var (body, tags) = (text.trimmed, [Substring]())
    while let start = body.lastIndex(where: \.isWhitespace).map({ body.index(after: $0) }) {
      let word = body[start...]
      guard word.first == "#", Hashtag(String(word)) != nil else { break }
      tags.insert(word, at: 0)
      body = body[..<start].trimmed
    }
    let isBare = body.first == "#" && !body.contains(where: \.isWhitespace)
    return isBare ? (text.trimmed, []) : (body, tags)
  }

  /// Whether a character ends a sentence without a blank after it.
  private static func isFullStop(_ character: Character) -> Bool {
    switch character.unicodeScalars.first {
    case "。", "！", "？", "؟", "।": true
    default: false
    }
  }

  /// Whether a character with this first byte may be a line feed or the end of a sentence.
  private static func mayEndSentence(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0D, UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): true
    default: byte >= 0xC0
    }
  }

  private static func isStop(_ character: Character) -> Bool {
    switch character.unicodeScalars.first {
    case ".", "!", "?", "…": true
    default: false
    }
  }

  /// Whether a quotation mark or bracket belongs to the sentence before it.
  private static func isClosing(_ character: Character) -> Bool {
    switch character {
    case "\"", "'", "”", "’", "»", "›", ")", "]", "」", "』": true
    default: false
    }
  }

  private static func sentences(_ text: Substring) -> (lead: Substring, rest: Substring) {
    var next = text.startIndex
    while next < text.endIndex {
      let index = next
      next = text.utf8.index(after: index)
      guard mayEndSentence(text.utf8[index]) else { continue }
      let character = text[index]
      var end = text.index(after: index)
      if character.isNewline { return (text[..<index].trimmed, text[end...].trimmed) }
      let isFull = isFullStop(character)
      guard isFull || isStop(character) else { continue }
      while end < text.endIndex, isClosing(text[end]) { end = text.index(after: end) }
      if isFull || end == text.endIndex || text[end].isWhitespace {
        return (text[..<end], text[end...].trimmed)
      }
    }
    return (text, text[text.endIndex...])
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...last]
  }
}
