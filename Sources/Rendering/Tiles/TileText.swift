import Model

/// The parts of a text on a tile: its first sentence, the remainder, and the hashtags at its end.
struct TileText: Equatable {
  let lead: SafeText
  let rest: SafeText
  let hashtags: SafeText

  /// A text that consists of hashtags keeps them as its lead.
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

  /// Ends of sentences that need no blank after them.
  private static func isFullStop(_ character: Character) -> Bool {
    switch character.unicodeScalars.first {
    case "。", "！", "？", "؟", "।": true
    default: false
    }
  }

  private static func isStop(_ character: Character) -> Bool {
    switch character.unicodeScalars.first {
    case ".", "!", "?", "…": true
    default: false
    }
  }

  private static let closings = Set("\"'”’»›)]」』")

  private static func sentences(_ text: Substring) -> (lead: Substring, rest: Substring) {
    for index in text.indices {
      let character = text[index]
      var end = text.index(after: index)
      if character.isNewline { return (text[..<index].trimmed, text[end...].trimmed) }
      let isFull = isFullStop(character)
      guard isFull || isStop(character) else { continue }
      while end < text.endIndex, closings.contains(text[end]) { end = text.index(after: end) }
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
