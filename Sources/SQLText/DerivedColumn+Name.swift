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
