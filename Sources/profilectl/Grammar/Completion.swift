/// What a shell may offer where a value is to be typed.
enum Completion: Equatable, Sendable {
  case nothing
  case users, posts, files
  /// What help can be about.
  case subjects
  /// What the command's answer has, between commas.
  case fields
  case words([String])
}
