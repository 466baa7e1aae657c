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

  /// Whether the value was typed as an operand for a handle, and has characters that no handle has.
  package var isOfHandle: Bool {
    guard case .breach(let breach) = reason else { return false }
    return breach.rule == .handleCharacters && !parameter.hasPrefix("-")
  }
}

/// The reason to refuse a typed value.
package enum ValueError: Error, Equatable, Sendable {
  /// The value breaks a rule of the network.
  case breach(RuleBreach)
  /// The value doesn't have the expected form.
  case unreadable(ExpectedForm)
}

/// The form that a value should have had.
package enum ExpectedForm: Equatable, Sendable {
  case text(badByteAt: Int)
  /// A line of standard input with at most that many bytes.
  case line(limit: Int)
  case number(ClosedRange<Int>)
  case postID
  case choice([String], nearest: String?)
  /// `typed` is the unknown field.
  case field(typed: String, known: [String], nearest: String?)
  case fieldTwice(String)
  /// The command's answer has no fields to choose from.
  case noFields
  case time(nearest: String?)
  case cursor
  /// The end of a period lies before its start, an option as it was typed.
  case endBefore(String)
  case hashtag
  /// A search without a term, or without one that is not excluded.
  case search(PostSearch.Mistake)
  case file
  case host
}
