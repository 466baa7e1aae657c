package import Model

/// A typed value that is refused, with its place.
package struct RefusedValue: Error, Equatable, Sendable {
  /// As typed; bad UTF-8 is replaced.
  package let input: String
  /// The option or operand: `--limit` or `<user>`.
  package let parameter: String
  package let reason: ValueError

  package init(input: String, parameter: String, reason: ValueError) {
    self.input = input
    self.parameter = parameter
    self.reason = reason
  }

  /// Whether it was typed for the handle that the command is about.
  package var isOfHandle: Bool {
    guard case .breach(let breach) = reason else { return false }
    return breach.rule == .handleCharacters && !parameter.hasPrefix("-")
  }
}

/// The reason to refuse a typed value.
package enum ValueError: Error, Equatable, Sendable {
  /// The network would not store it.
  case breach(RuleBreach)
  /// It can't be read as what it should be.
  case unreadable(ExpectedForm)
}

/// The form that a value should have had.
package enum ExpectedForm: Equatable, Sendable {
  case text(badByteAt: Int)
  /// A line of standard input, of so many bytes at most.
  case line(limit: Int)
  case number(ClosedRange<Int>)
  case postID
  case choice([String], nearest: String?)
  /// `typed` is the one word that is no field.
  case field(typed: String, known: [String], nearest: String?)
  case fieldTwice(String)
  /// The command's answer has no fields to choose from.
  case noFields
  case time
  case cursor
  /// The end of a period that begins later.
  case end(of: String)
  case hashtag
  /// A search without a term, or without one that is not excluded.
  case search(PostSearch.Mistake)
  case file
}
