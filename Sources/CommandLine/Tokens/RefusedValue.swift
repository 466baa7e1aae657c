package import Model

/// A typed value that is refused, with its option or operand.
package struct RefusedValue: Error, Equatable, Sendable {
  /// As typed; invalid UTF-8 is replaced.
  package let input: String
  /// The option or operand: `--limit` or `<user>`.
  package let parameter: String
  package let reason: ValueError

  package init(input: String, parameter: String, reason: ValueError) {
    (self.input, self.parameter, self.reason) = (input, parameter, reason)
  }

  /// Whether it is an operand for a handle with characters that no handle has.
  package var isOfHandle: Bool {
    guard case .breach(let breach) = reason else { return false }
    return breach.rule == .handleCharacters && !parameter.hasPrefix("-")
  }
}

/// Why a typed value is refused.
package enum ValueError: Error, Equatable, Sendable {
  /// The value breaks a rule of the network.
  case breach(RuleBreach)
  /// The value doesn't have the expected form.
  case unreadable(ExpectedForm)
}

/// The expected form of a value.
package enum ExpectedForm: Equatable, Sendable {
  case text(badByteAt: Int)
  /// A line of standard input of at most `limit` bytes.
  case line(limit: Int)
  case number(ClosedRange<Int>)
  case postID
  case lastingName
  case choice([String], nearest: String?)
  /// `typed` is the unknown field.
  case field(typed: String, known: [String], nearest: String?)
  case fieldTwice(String)
  /// The output of the command has no fields.
  case noFields
  case time(nearest: String?)
  case cursor
  /// The end of a period is before its start; the text is the option of the start.
  case endBefore(String)
  case hashtag
  /// A search without terms, or with only excluded ones.
  case search(PostSearch.Mistake)
  case file
  case host
}
