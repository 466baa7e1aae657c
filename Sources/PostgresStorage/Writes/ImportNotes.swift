internal import Model
internal import Storage

/// The ties and edges that an import keeps in memory until its end, across its transactions.
final class ImportNotes {
  /// A post with ties or mentions that are not settled yet.
  struct NotedPost {
    /// Whether its mentions are stored.
    var hasMarks = false
    /// Whether the import counts it as unchanged.
    var isUnchanged = false
    var replyTo: PendingReference?
    var quotes: PendingReference?
    /// As in `ImportedPost`.
    var mentions: [User.ID]?

    /// Whether a post that it ties to may still be imported.
    var isOpen: Bool {
      for case .origin in [replyTo, quotes] { return true }
      return false
    }
  }

  /// Edges with their times; nil for one that the ends of the edge decide.
  struct Edges {
    struct Pair: Hashable {
      let target: Int64
      let source: Int64
    }

    var times: [Pair: Int64?] = [:]

    /// False if the edge is noted already.
    mutating func note(from source: Int64, to target: Int64, at moment: Moment?) -> Bool {
      let pair = Pair(target: target, source: source)
      if times[pair] != nil { return false }
      times[pair] = .some(moment?.microseconds)
      return true
    }
  }

  /// The new users of this import that are not settled.
  var newUsers: Set<Int64> = []
  var newPosts: Set<Int64> = []
  var posts: [Int64: NotedPost] = [:]
  var numbers: [Post.ID: Post.ID] = [:]
  /// The posts that the import has asked about or added.
  var askedPosts: Set<Int64> = []
  var follows = Edges()
  var likes = Edges()

  func clear() {
    (newUsers, newPosts, posts, numbers, askedPosts) = ([], [], [:], [:], [])
    (follows, likes) = (Edges(), Edges())
  }
}

/// A tie whose post is known.
struct StoredTie {
  let post: Post.ID
  let isKept: Bool

  init?(_ tie: PendingReference?, _ origins: [Origin: Post.ID]) {
    switch tie {
    case nil: return nil
    case .origin(let origin):
      guard let post = origins[origin] else { return nil }
      (self.post, isKept) = (post, false)
    case .post(let id): (post, isKept) = (id, false)
    case .number(let id): (post, isKept) = (id, true)
    }
  }
}
