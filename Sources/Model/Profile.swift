/// A user as one viewer sees them.
package struct Profile: Equatable, Sendable {
  package var user: User
  package var relation: Relation

  package init(user: User, relation: Relation) {
    self.user = user
    self.relation = relation
  }
}

/// What ties the viewer to a user; where nobody is looking, nothing does.
package struct Relation: Equatable, Sendable {
  package var isMe: Bool
  package var isFollowed: Bool
  package var followsYou: Bool

  package init(isMe: Bool = false, isFollowed: Bool = false, followsYou: Bool = false) {
    self.isMe = isMe
    self.isFollowed = isFollowed
    self.followsYou = followsYou
  }
}

/// The three lists a profile offers below its card.
package enum ProfileTab: String, CaseIterable, Sendable {
  case posts, likes
  /// Its owner's alone.
  case `private`
}
