/// One word that completion offers.
struct Candidate: Equatable, Sendable {
  /// What the word stands for.
  enum Kind: Equatable, Sendable {
    case command, option, choice, field, topic
    case handle, post
  }

  /// The whole word as it would be typed, without quotation marks: it never needs them.
  var text: String
  /// One line that can do a terminal no harm; may be empty.
  let description: String
  let kind: Kind

  init(_ text: String, _ description: String, _ kind: Kind) {
    self.text = text
    self.description = description
    self.kind = kind
  }
}
