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

  /// In no order, as they are taken one after the other.
  private static let numbers = [7, 5, 9, 6, 8]
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

  /// In how many ways its first gap can be filled at any time; 1 where it has none.
  var variety: Int {
    for part in parts {
      switch part {
      case .choice(let words): return max(1, words.count { $0.season.contains(nil) })
      case .number: return Template.numbers.count
      case .words, .handle: break
      }
    }
    return 1
  }

  /// What fills its first gap on a day: the first from `start` on that can be said then, in a
  /// circle.
  func variant(from start: Int, on day: LocalDay) -> Int {
    for part in parts {
      switch part {
      case .choice(let words):
        let places = words.indices.lazy.map { (start + $0) % words.count }
        guard let place = places.first(where: { words[$0].season.contains(day) }) else {
          preconditionFailure("Nothing can be said on that day")
        }
        return place
      case .number: return start % Template.numbers.count
      case .words, .handle: break
      }
    }
    return 0
  }

  /// Without a day only what can be said at any time is.
  ///
  /// The `variant` fills the first gap, and dice the others.
  func write(
    to text: inout String, with dice: inout Dice, on day: LocalDay? = nil, variant: Int? = nil,
    handle: String = ""
  ) {
    var variant = variant
    for part in parts {
      switch part {
      case .words(let words): text += words
      case .choice(let words):
        text += variant.take().map { words[$0].value } ?? dice.pick(words, on: day)
      case .handle: text += handle
      case .number:
        text += String(Template.numbers[variant.take() ?? dice.below(Template.numbers.count)])
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
