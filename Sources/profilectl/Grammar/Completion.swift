import Services

/// What a shell may offer where a value is to be typed.
enum Completion: Equatable, Sendable {
  case nothing
  /// What people write, in which they may mention others.
  case text
  case users(CompletionService.Circle)
  case posts(CompletionService.Shelf)
  /// Or a word that stands for none of them.
  case files(or: String? = nil)
  /// What help can be about.
  case subjects
  /// What the command's answer has, between commas.
  case fields
  /// What is said of a word stands under it in the notes.
  case words([String], notes: [String: String] = [:])

  /// The words as help shows them, with a letter for a number; nil where anything may be typed.
  var choices: [String]? {
    guard case .words(let words, _) = self else { return nil }
    return words.map { $0.utf8.last == UInt8(ascii: ":") ? "\($0)K" : $0 }
  }

  /// Whether it is some user that is wanted.
  var isOfUsers: Bool {
    if case .users = self { true } else { false }
  }
}
