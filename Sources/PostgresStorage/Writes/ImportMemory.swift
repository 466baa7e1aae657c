internal import Model
internal import Storage

/// The references and edges that an import keeps in memory until its end, across its transactions.
final class ImportMemory {
  /// A post with references or mentions that are not settled yet.
  struct StagedPost {
    /// Whether its mentions are stored.
    var hasMarks = false
    var replyTo: PostReference?
    var quotes: PostReference?
    /// Whether the import counts it as unchanged.
    var isUnchanged = false
    /// As in `ImportedPost`.
    var mentions: [User.ID]?

    /// The origins of the posts that it answers and quotes, which may still be imported.
    var origins: [Origin] {
      [replyTo?.origin, quotes?.origin].compactMap(\.self)
    }
  }

  struct Pair: Hashable {
    let target: Int64
    let source: Int64
  }

  /// The new users of this import that are not settled.
  var newUsers: Set<Int64> = []
  var newPosts: Set<Int64> = []
  var posts: [Int64: StagedPost] = [:]
  var numbers: [Post.ID: Post.ID] = [:]
  /// The posts that the import has met or added.
  var metPosts: Set<Int64> = []
  /// Edges with their times; nil for one that the ends of the edge decide.
  var follows: [Pair: Int64?] = [:]
  var likes: [Pair: Int64?] = [:]

  func clear() {
    (newUsers, newPosts, posts, numbers, metPosts) = ([], [], [:], [:], [])
    (follows, likes) = ([:], [:])
  }
}
