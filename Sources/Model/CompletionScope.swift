/// The users that completion offers for an operand.
package enum UserScope: Equatable, Sendable {
  case everybody
  /// Users the viewer can follow: all but the viewer and those the viewer follows.
  case strangers
  /// Users the viewer follows.
  case followees
}

/// The posts that completion offers for an operand, among those the viewer can see.
package enum PostScope: Equatable, Sendable {
  case all
  /// The viewer's own posts, and the posts of all other users.
  case own, others
  /// Posts the viewer likes, and posts the viewer does not like yet.
  case liked, unliked
}
