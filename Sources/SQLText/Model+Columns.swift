package import Model

extension DerivedColumn {
  /// The name of the column, the same in every engine.
  package var name: Name {
    switch self {
    case .posts: "post_count"
    case .followers: "follower_count"
    case .following: "following_count"
    case .likes: "like_count"
    case .author: "author"
    case .replies: "reply_count"
    case .reposts: "repost_count"
    case .newestPost: "last_post_at"
    }
  }
}

extension EdgeKind {
  /// The columns of the user an edge starts from, and of the user or post it leads to.
  ///
  /// They are the same in every engine, as those of other tables are.
  package var ends: (source: Name, target: Name) {
    switch self {
    case .follow: ("follower", "followee")
    case .like: ("liker", "post")
    case .flag: ("reporter", "post")
    case .mute: ("muter", "muted")
    case .bookmark: ("reader", "post")
    }
  }
}
