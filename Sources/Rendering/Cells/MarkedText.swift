import Model

/// A text of a user with accented web addresses, mentions and hashtags.
///
/// Each piece of a wrapped address is a link to the whole address.
struct MarkedText {
  private struct Mark {
    let bytes: Range<Int>
    var link: ClickTarget?
  }

  /// Longer addresses are no links, because each piece would repeat them.
  private static let longestLink = 1_024

  private let text: SafeText
  private let marks: [Mark]
  private let traits: Traits

  init(_ text: SafeText, in traits: Traits) {
    self.text = traits.words(text)
    self.traits = traits
    marks = MarkedText.marks(in: self.text, in: traits)
  }

  /// The text as one line; the caller cuts it.
  func line(_ style: Style = .plain) -> StyledLine {
    line(Wrapping.Part(bytes: 0..<text.string.utf8.count), style) { text[bytes: $0] }
  }

  func lines(
    to width: Int, lineLimit: Int = .max, _ style: Style = .plain
  ) -> [StyledLine] {
    let wrapping = traits.wrapping(to: width, lineLimit: lineLimit)
    return wrapping.parts(of: text).map { part in
      line(part, style) { wrapping.characters($0, of: text) }
    }
  }

  private func line(
    _ part: Wrapping.Part, _ style: Style, _ characters: (Range<Int>) -> SafeText
  ) -> StyledLine {
    var line = StyledLine()
    var place = part.bytes.lowerBound
    for mark in marks where mark.bytes.overlaps(part.bytes) {
      let shown = mark.bytes.clamped(to: part.bytes)
      line.append(characters(place..<shown.lowerBound), style)
      line.append(characters(shown), .accent, mark.link)
      place = shown.upperBound
    }
    line.append(characters(place..<part.bytes.upperBound), style)
    line.append(part.end, style)
    return line
  }

  /// The marks in order, without overlaps.
  private static func marks(in text: SafeText, in traits: Traits) -> [Mark] {
    let string = text.string
    var found = WebAddress.all(in: string).map { address in
      (range: address.range, link: traits.hasLinks ? link(to: text[address.range]) : nil)
    }
    found += TextToken.all(in: string).map { (range: $0.range, link: nil) }
    var marks: [Mark] = []
    for (range, link) in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let bytes = string.utf8.offsets(of: range)
      // A mark must not end within a character, such as a keycap.
      guard bytes.lowerBound >= marks.last?.bytes.upperBound ?? 0,
        range.lowerBound.samePosition(in: string) != nil,
        range.upperBound.samePosition(in: string) != nil
      else { continue }
      marks.append(Mark(bytes: bytes, link: link))
    }
    return marks
  }

  private static func link(to address: SafeText) -> ClickTarget? {
    let encoded = SafeText.percentEncoded(address.string)
    return encoded.string.utf8.count <= longestLink ? .web(encoded) : nil
  }
}

extension String.UTF8View {
  fileprivate func offsets(of range: Range<String.Index>) -> Range<Int> {
    distance(
      from: startIndex, to: range.lowerBound)..<distance(from: startIndex, to: range.upperBound)
  }
}
