/// What a value should have looked like, for values that are judged before the network sees them.
enum ExpectedForm: Equatable, Sendable {
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
