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
