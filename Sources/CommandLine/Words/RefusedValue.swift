package import Model

/// A value that was typed and can't be taken, with its place.
package struct RefusedValue: Error, Equatable, Sendable {
  /// As typed; bad UTF-8 is replaced.
  package let input: String
  /// Where it was to go: `--limit` or `<user>`.
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

/// Why a kind of value doesn't take what was typed.
package enum ValueError: Error, Equatable, Sendable {
  /// The network would not store it.
  case breach(RuleBreach)
  /// It can't be read as what it should be.
  case unreadable(ExpectedForm)
}

/// What a value should have looked like, for values that are judged before the network sees them.
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
  case file
}
