package import Model

/// A post to be published.
package struct PostDraft: Sendable {
  package let text: PostText
  package let isPrivate: Bool
  /// The time asked for; a post that already has it moves this one to the next free microsecond.
  package let at: Moment

  /// Nil when there is nothing to read in it.
  package init?(text: PostText, isPrivate: Bool = false, at: Moment) {
    guard text.string.contains(where: { !$0.isWhitespace }) else { return nil }
    self.text = text
    self.isPrivate = isPrivate
    self.at = at
  }
}
