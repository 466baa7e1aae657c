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

/// A user whom a post concerns.
package struct PostMention: Equatable, Sendable {
  package let user: User.ID
  /// `.none` for a user who gets no notice.
  package let kind: MentionKind
  /// The place among the users that the text names, from 1; 0 for a user that it does not name.
  package var place: Int

  package init(_ user: User.ID, _ kind: MentionKind, place: Int) {
    (self.user, self.kind, self.place) = (user, kind, place)
  }
}

/// The changes to stored mentions when a post gets new words.
package struct MentionChanges: Equatable, Sendable {
  package var added: [PostMention] = []
  package var moved: [PostMention] = []
  package var removed: [PostMention] = []
}

extension PostKey {
  package func mention(of user: User.ID, _ kind: MentionKind, place: Int) -> PostMention {
    PostMention(user, user == author || isPrivate ? .none : kind, place: place)
  }

  /// The mentions of a new post whose text names `users`; it concerns those of `kinds` regardless
  /// of its words.
  package func mentions(
    of users: [User.ID], _ kinds: [User.ID: MentionKind]
  ) -> [PostMention] {
    var kinds = kinds
    let named = users.enumerated().map { index, user in
      mention(of: user, kinds.removeValue(forKey: user) ?? .mention, place: index + 1)
    }
    return named + kinds.map { mention(of: $0, $1, place: 0) }.filter { $0.kind != .none }
  }

  /// The changes that make the text name `users`.
  package func changes(of known: [PostMention], naming users: [User.ID]) -> MentionChanges {
    var changes = MentionChanges()
    var known = Dictionary(uniqueKeysWithValues: known.map { ($0.user, $0) })
    for (index, user) in users.enumerated() {
      guard var stored = known.removeValue(forKey: user) else {
        changes.added.append(mention(of: user, .mention, place: index + 1))
        continue
      }
      if stored.place == index + 1 { continue }
      stored.place = index + 1
      changes.moved.append(stored)
    }
    for var stored in known.values where stored.place > 0 {
      // The post still concerns a user whom it quotes, answers or reposts.
      if stored.kind.rawValue > MentionKind.mention.rawValue {
        stored.place = 0
        changes.moved.append(stored)
      } else {
        changes.removed.append(stored)
      }
    }
    return changes
  }
}
