/// A mistake in a sheet.
package struct SheetError: Error, Equatable {
  /// Counted from 1; the last line if the sheet lacks something.
  package let line: Int
  package let reason: String

  package init(line: Int, reason: String) {
    (self.line, self.reason) = (line, reason)
  }
}

/// A parsed sheet.
///
/// A sheet consists of lines of these kinds, and of empty lines:
///
///     hours ahead of UTC: 2
///     family name first: yes                 optional; otherwise the given name comes first
///     spaces: no                             optional; otherwise spaces separate sentences, names
///     given names: Мила mila, Олесь oles     each as it is written, and as handles spell it
///     family names: Коваль koval
///     bios:                                  a list: lines that begin with "- "
///     remarks:                               sentences that may end any post
///     mentions:                              sentences that address {@}
///     agreements:                            and questions, answers, praise, thanks, banter:
///                                            answers to any post, question, picture or answer
///     quotes:                                comments on a quoted post
///     topic: kitchen #суп #хлеб[Sun]         a name and its hashtags, for the lines below it
///     dish = борщ | блины [2-3]              the words that the gap {dish} takes
///     - a post about {dish}
///     - it is Tuesday again [Tue]            a post for Tuesdays only
///     > an answer to a post about the topic
///
/// `Template` describes gaps, and `DayRule` the marks in brackets.
struct LanguageSheet {
  private(set) var hoursAhead = 0
  private(set) var isFamilyFirst = false
  private(set) var hasSpaces = true
  private(set) var given: [Language.Name] = []
  private(set) var family: [Language.Name] = []
  private(set) var openings: [Language.Opening] = []
  /// By name.
  private(set) var topics: [String: Language.Topic] = [:]
  private var lists: [List: [Template]] = [:]

  /// A list of sentences; its name is its heading.
  enum List: String, CaseIterable, Sendable {
    case bios, remarks, mentions, agreements, questions, answers, praise, thanks, banter, quotes
  }

  /// The section of a line that begins with "- ".
  private enum Section {
    case none
    case list(List)
    case topic(Dated<Language.Topic>)
  }

  private var section = Section.none
  private var words: [String: [Dated<String>]] = [:]
  private var line = 0

  init(_ bytes: [UInt8]) throws(SheetError) {
    let text = String(decoding: bytes, as: UTF8.self)
    for content in text.split(separator: "\n", omittingEmptySubsequences: false) {
      line += 1
      if !content.isEmpty { try read(content) }
    }
    let names = [("given names", given.count), ("family names", family.count)]
    let sentences = List.allCases.map { ($0.rawValue, self[$0].count) }
    let replies = topics.values.map { ("answers to \($0.name)", $0.replies.count) }
    for (name, count) in names + sentences + [("posts", openings.count)] + replies.sorted(by: <)
    where !(1...256).contains(count) {
      throw fault("A sheet has from 1 to 256 \(name), not \(count).")
    }
    for day in LocalDay.all where !openings.contains(where: { $0.fits(day) }) {
      throw fault("No post fits on weekday \(day.weekday + 1) in month \(day.month).")
    }
  }

  subscript(list: List) -> [Template] { lists[list] ?? [] }

  private func fault(_ reason: String) -> SheetError { SheetError(line: line, reason: reason) }

  private mutating func read(_ content: Substring) throws(SheetError) {
    if content.hasPrefix("- ") { return try add(content.dropFirst(2)) }
    if content.hasPrefix("> ") { return try addReply(content.dropFirst(2)) }
    if let sign = content.firstRange(of: " = ") {
      return try define(content[..<sign.lowerBound], as: content[sign.upperBound...])
    }
    guard let colon = content.firstIndex(of: ":") else {
      throw fault("The line is no sentence, no list of words and no heading.")
    }
    var value = content[content.index(after: colon)...]
    while value.first == " " { value.removeFirst() }
    try read(heading: content[..<colon], value)
  }

  private mutating func read(heading: Substring, _ value: Substring) throws(SheetError) {
    switch heading {
    case "hours ahead of UTC":
      guard let hours = Int(value) else { throw fault("\(value) is no number of hours.") }
      hoursAhead = hours
    case "family name first": isFamilyFirst = try isYes(value)
    case "spaces": hasSpaces = try isYes(value)
    case "given names": given += try names(value)
    case "family names": family += try names(value)
    case "topic":
      let topic = try topic(value)
      section = .topic(topic)
      topics[topic.value.name] = topic.value
    default:
      guard let list = List(rawValue: String(heading)) else {
        throw fault("There is no heading \(heading).")
      }
      section = .list(list)
    }
    words = [:]
  }

  private func isYes(_ value: Substring) throws(SheetError) -> Bool {
    guard value == "yes" || value == "no" else { throw fault("\(value) is neither yes nor no.") }
    return value == "yes"
  }

  private func names(_ list: Substring) throws(SheetError) -> [Language.Name] {
    var names: [Language.Name] = []
    for pair in list.split(separator: ",") {
      let words = pair.split(separator: " ")
      guard words.count == 2 else { throw fault("\(pair) is no name with its spelling.") }
      names.append(Language.Name(own: String(words[0]), latin: String(words[1])))
    }
    return names
  }

  private func topic(_ heading: Substring) throws(SheetError) -> Dated<Language.Topic> {
    let parts = try dated(heading.split(separator: " "))
    guard let name = parts.first, parts.count > 1 else {
      throw fault("A topic has a name and a hashtag.")
    }
    let topic = Language.Topic(name: name.value, hashtags: Array(parts.dropFirst()))
    return Dated(value: topic, days: name.days)
  }

  private mutating func define(_ name: Substring, as list: Substring) throws(SheetError) {
    guard case .topic = section else { throw fault("Words belong to a topic.") }
    words[String(name)] = try dated(list.split(separator: " | "))
  }

  private mutating func add(_ sentence: Substring) throws(SheetError) {
    switch section {
    case .none: throw fault("The sentence belongs to no list.")
    case .list(let list): lists[list, default: []].append(try template(sentence))
    case .topic(let topic):
      let (text, days) = try parted(sentence)
      openings.append(
        Language.Opening(
          topic: topic.value, template: try template(text), days: [topic.days, days]))
    }
  }

  private mutating func addReply(_ sentence: Substring) throws(SheetError) {
    guard case .topic(let topic) = section else { throw fault("The answer belongs to no topic.") }
    let reply = try template(sentence)
    topics[topic.value.name]?.replies.append(reply)
  }

  private func template(_ sentence: Substring) throws(SheetError) -> Template {
    do throws(Template.UnknownGap) {
      return try Template(sentence, words: words)
    } catch {
      throw fault("There are no words for the gap {\(error.name)}.")
    }
  }

  private func dated(_ pieces: [Substring]) throws(SheetError) -> [Dated<String>] {
    var result: [Dated<String>] = []
    for piece in pieces {
      let (text, days) = try parted(piece)
      result.append(Dated(value: String(text), days: days))
    }
    return result
  }

  /// Splits a text such as `first frost [10-11]` from its mark.
  private func parted(_ piece: Substring) throws(SheetError) -> (Substring, DayRule) {
    guard piece.hasSuffix("]"), let open = piece.lastIndex(of: "[") else {
      return (piece, .always)
    }
    let mark = piece[piece.index(after: open)...].dropLast()
    guard let days = DayRule(mark: mark) else {
      throw fault("[\(mark)] names no months and no weekdays.")
    }
    var text = piece[..<open]
    while text.last == " " { text.removeLast() }
    return (text, days)
  }
}
