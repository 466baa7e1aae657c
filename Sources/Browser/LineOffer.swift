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
  /// The part that all choices share, as it is typed; all of the word if there is one choice.
  package var common = ""
  /// The quotation mark that ends a chosen word, or nothing; nil if the word goes on.
  package var closing: String?
  /// Whether there are more words than these, which share the common part too.
  package var isCut = false

  package init() {}

  /// Words that need no quotation marks of their own.
  package init(_ words: [String], after lead: String = "", closing: String? = "") {
    self.lead = lead
    self.closing = closing
    choices = words.map { Choice(label: $0, typed: $0) }
    common = LineOffer.commonStart(of: words)
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
