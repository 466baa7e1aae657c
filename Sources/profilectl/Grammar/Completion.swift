/// What a shell may offer where a value is to be typed.
enum Completion: Equatable, Sendable {
  case nothing
  case users, posts, files, commands
  case words([String])
}
