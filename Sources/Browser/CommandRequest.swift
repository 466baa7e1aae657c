package import Model

/// A command to carry out: a line that was typed, or a verb that a key applies to one thing.
package enum CommandRequest: Hashable {
  /// A line as it was typed after the colon; confirmed if it asked a question first.
  case line(String, isConfirmed: Bool = false)
  case follow(Person)
  case unfollow(Person)
  case like(Post.ID)
  case unlike(Post.ID)

  /// The typed line; nil for a verb.
  package var line: String? {
    if case .line(let line, _) = self { line } else { nil }
  }
}
