/// A sentence with gaps.
///
/// `{dish}` is a word of the list with this name, and `{@}` is a handle. `{n}` is a number from 5
/// to 9, a range in which no language changes the noun. `
///
/// ` starts a new line.
struct Template: Sendable {
  /// A gap whose name is no list of words.
  struct UnknownGap: Error {
    let name: String
  }

  private enum Part: Sendable {
    case text(String)
    case choice([Dated<String>])
    case handle
    case number
  }

  /// Not ascending, because the posts of an author use this order.
  private static let numbers = [7, 5, 9, 6, 8]
  private let parts: [Part]

  /// Parses a line of a sheet; `words` are the lists for its gaps.
  init(_ line: Substring, words: [String: [Dated<String>]] = [:]) throws(UnknownGap) {
    var parts: [Part] = []
    var rest = line
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(Template.lines(rest[..<open]))) }
      parts.append(try Template.gap(String(rest[rest.index(after: open)..<close]), words))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(Template.lines(rest))) }
    self.parts = parts
  }

  /// The number of ways to fill the first gap on any day; 1 without a gap.
  var variety: Int {
    for part in parts {
      switch part {
      case .choice(let words): return max(1, words.count { $0.days.contains(nil) })
      case .number: return Template.numbers.count
      case .text, .handle: break
      }
    }
    return 1
  }

  /// The first way, from `start` on, to fill the first gap on a day; the ways repeat after the
  /// last.
  func variant(from start: Int, on day: LocalDay) -> Int {
    for part in parts {
      switch part {
      case .choice(let words):
        let places = words.indices.lazy.map { (start + $0) % words.count }
        guard let place = places.first(where: { words[$0].days.contains(day) }) else {
          preconditionFailure("No word fits on the day.")
        }
        return place
      case .number: return start % Template.numbers.count
      case .text, .handle: break
      }
    }
    return 0
  }

  /// Appends the sentence; `variant` fills the first gap, and random words fill the others.
  ///
  /// Without a day, only words that fit on any day are used.
  func write(
    to text: inout String, with random: inout SeededRandom, on day: LocalDay? = nil,
    variant: Int? = nil, handle: String = ""
  ) {
    var variant = variant
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .choice(let words):
        text += variant.take().map { words[$0].value } ?? random.pick(words, on: day)
      case .handle: text += handle
      case .number:
        text += String(Template.numbers[variant.take() ?? random.below(Template.numbers.count)])
      }
    }
  }

  private static func lines(_ text: Substring) -> String {
    String(text.map { $0 == "¶" ? "\n" : $0 })
  }

  private static func gap(
    _ name: String, _ words: [String: [Dated<String>]]
  ) throws(UnknownGap) -> Part {
    if name == "@" { return .handle }
    if name == "n" { return .number }
    guard let choice = words[name], !choice.isEmpty else { throw UnknownGap(name: name) }
    return .choice(choice)
  }
}
