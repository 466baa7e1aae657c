/// What another user did to the viewer or to a post of theirs.
package struct Notice: Equatable, Sendable {
  /// What another user did; the raw value is its name in machine-readable output.
  package enum Kind: String, CaseIterable, Sendable {
    case reply, mention, quote, repost, like, follow
  }

  package var kind: Kind
  package var actor: Handle
  /// The reply, quote or mentioning post; the viewer's own post for a like or repost; nil for a
  /// follow.
  package var post: Post?
  package var createdAt: Moment
  /// Whether it is newer than the viewer's read mark.
  package var isNew: Bool

  package init(kind: Kind, actor: Handle, post: Post?, createdAt: Moment, isNew: Bool) {
    self.kind = kind
    self.actor = actor
    self.post = post
    self.createdAt = createdAt
    self.isNew = isNew
  }
}

/// Why a post concerns a user; the number is stored.
///
/// The highest kind wins.
package enum MentionKind: Int, Sendable {
  /// No notice: the post is private, or the user is its author.
  case none, mention, quote, reply, repost
}
