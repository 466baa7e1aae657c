/// The values that completion offers, all or some of them.
///
/// A common prefix of the items is a common prefix of all values, because shells type it.
package struct CompletionOffer<Item: Equatable & Sendable>: Equatable, Sendable {
  package var items: [Item] = []
  /// Whether more values exist.
  package var isCut = false

  package init(items: [Item] = [], isCut: Bool = false) {
    (self.items, self.isCut) = (items, isCut)
  }
}

package struct OfferedUser: Equatable, Sendable {
  package let handle: Handle
  package let name: String

  package init(handle: Handle, name: String) {
    (self.handle, self.name) = (handle, name)
  }
}

/// A post that completion offers; a repost has the author and text of the repeated post.
package struct OfferedPost: Equatable, Sendable {
  package let id: Post.ID
  package let author: Handle
  /// The first characters of its text, or of the description of its picture.
  package let beginning: String

  package init(id: Post.ID, author: Handle, beginning: String) {
    (self.id, self.author, self.beginning) = (id, author, beginning)
  }
}

/// The users that completion offers for an operand.
package enum UserScope: Equatable, Sendable {
  case everybody
  /// Users the viewer can follow: all but the viewer and those the viewer follows.
  case strangers
  /// Users the viewer follows.
  case followees
  /// Users the viewer can mute, and users the viewer mutes.
  case unmuted, muted

  /// The kind of the viewer's edge that decides; nil if none does.
  package var edge: EdgeKind? {
    switch self {
    case .everybody: nil
    case .strangers, .followees: .follow
    case .unmuted, .muted: .mute
    }
  }

  /// Whether the scope is the users with that edge, not those without it.
  package var hasEdge: Bool { self == .followees || self == .muted }
}

/// The posts that completion offers for an operand, among those the viewer can see.
package enum PostScope: Equatable, Sendable {
  case all
  /// The viewer's own posts, and the posts of all other users.
  case own, others
  /// The viewer's own posts except reposts.
  case editable
  /// Posts the viewer likes, and posts the viewer does not like yet.
  case liked, unliked
  /// Posts the viewer reported, and posts that any user reported.
  case flagged, reported
}
