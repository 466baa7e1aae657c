package import Rendering

/// The words that complete a line at its cursor.
package struct LineOffer: Equatable {
  /// One word, as the panel shows it and as it is typed into the line.
  package struct Choice: Equatable {
    package let label: String
    package let typed: String

    package init(label: String, typed: String) {
      self.label = label
      self.typed = typed
    }
  }

  /// The line before the word, with the quotation mark that is open in it.
  package var lead = ""
  package var choices: [Choice] = []
  /// The part that all choices share, as it is typed; the whole word if there is one choice.
  package var common = ""
  /// The quotation mark that ends a chosen word, or nothing; nil if the word may continue.
  package var closing: String?
  /// Whether there are more words than these, which share the common part too.
  package var isCut = false
  /// The index of the word that is in the line.
  private(set) var chosen: Int?

  package init() {}

  /// Words that need no quotation marks of their own.
  package init(_ words: [String], after lead: String = "", closing: String? = "") {
    self.lead = lead
    self.closing = closing
    choices = words.map { Choice(label: $0, typed: $0) }
    common = LineOffer.commonStart(of: words)
  }

  /// Chooses one of the words; nil if there is no such word.
  mutating func choose(_ index: Int) -> Choice? {
    guard choices.indices.contains(index) else { return nil }
    chosen = index
    return choices[index]
  }

  /// Chooses the next or the previous word, from the end on the first one.
  mutating func chooseNext(_ step: Int) -> Choice? {
    let count = choices.count
    if count == 0 { return nil }
    return choose(((chosen ?? (step > 0 ? -1 : count)) + step + count) % count)
  }

  /// The longest beginning that all words share.
  package static func commonStart(of words: [String]) -> String {
    let first = Array(words.first ?? "")
    return String(
      words.dropFirst().reduce(first) { common, word in
        Array(zip(common, word).prefix { $0 == $1 }.map { $0.0 })
      })
  }
}

/// A line that lacks one value, which is typed between quotation marks.
package struct LineTemplate: Equatable {
  /// The name of the value.
  package let name: SafeText
  /// The line up to the value, with a blank at its end.
  package let line: String
  /// The present value; nil for a value that is typed without quotation marks.
  package let present: String?

  package init(name: SafeText, line: String, present: String?) {
    (self.name, self.line, self.present) = (name, line, present)
  }

  /// The line with the present value in it, to be edited.
  package var parts: (stem: String, value: String, end: String) {
    guard let present else { return (line, "", "") }
    return (line + "\"", LineTemplate.escaped(present), "\"")
  }

  /// The characters that take a backslash between quotation marks.
  private static let special = Array("\"\\$`")

  private static func escaped(_ value: String) -> String {
    value.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The value that was typed, with or without backslashes before such characters.
  static func value(of typed: some Sequence<Character>) -> String {
    var value = ""
    var isEscaped = false
    for character in typed {
      if isEscaped, !special.contains(character) { value.append("\\") }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { value.append(character) }
    }
    return isEscaped ? value + "\\" : value
  }

  /// The line with a value in quotation marks, which can't be taken for an option.
  package func line(with value: String) -> String {
    let quoted = "\"\(LineTemplate.escaped(value))\""
    guard value.hasPrefix("-") else { return line + quoted }
    return line.contains(" --") ? line.dropLast() + "=" + quoted : line + "-- " + quoted
  }
}
