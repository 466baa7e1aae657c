/// A sentence with gaps: `{dish}` takes one of the words called so, `{@}` a handle, `{n}` a number
/// from 5 to 9 (a range in which no language changes the noun), and `¶` starts a new line.
struct Template: Sendable {
  /// A stretch of words, or a gap and what it takes.
  private enum Part: Sendable {
    case words(String)
    case choice([Timely<String>])
    case handle
    case number
  }

  private let parts: [Part]

  /// The gaps must be among `words`.
  init(_ line: some StringProtocol, words: [String: [Timely<String>]] = [:]) {
    var parts: [Part] = []
    var rest = line[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.words(Template.lines(rest[..<open]))) }
      parts.append(Template.gap(String(rest[rest.index(after: open)..<close]), words))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.words(Template.lines(rest))) }
    self.parts = parts
  }

  /// Without a day only what can be said at any time is.
  func write(
    to text: inout String, with dice: inout Dice, on day: LocalDay? = nil, handle: String = ""
  ) {
    for part in parts {
      switch part {
      case .words(let words): text += words
      case .choice(let words): text += dice.pick(words, on: day)
      case .handle: text += handle
      case .number: text += String(5 + dice.below(5))
      }
    }
  }

  private static func lines(_ words: some StringProtocol) -> String {
    String(words.map { $0 == "¶" ? "\n" : $0 })
  }

  private static func gap(_ name: String, _ words: [String: [Timely<String>]]) -> Part {
    if name == "@" { return .handle }
    if name == "n" { return .number }
    guard let choice = words[name], !choice.isEmpty else {
      preconditionFailure("There are no words for the gap {\(name)}")
    }
    return .choice(choice)
  }
}
