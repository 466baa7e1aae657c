extension JSONValue {
  /// The value in a table for people: how long ago a moment was, words of a list behind each other,
  /// and as JSON what has no form of its own.
  func text(in traits: Traits) -> SafeText {
    switch self {
    case .string(let string): return traits.text(string)
    case .time(let moment): return SafeText(RelativeTime.text(moment, in: traits))
    case .array(let elements) where elements.allSatisfy(\.isWord):
      let words: [SafeText] = elements.map { $0.text(in: traits) }
      return SafeText.joined(words, by: ", ")
    default:
      var output = Output()
      JSONText.write(self, to: &output)
      return traits.text(output.text)
    }
  }

  var isWord: Bool {
    if case .string = self { true } else { false }
  }
}
