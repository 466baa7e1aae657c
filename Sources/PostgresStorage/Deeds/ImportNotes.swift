internal import Model
internal import Storage

/// What an import keeps in memory until its end; it outlives the transactions of one import.
final class ImportNotes {
  /// A post with ties or mentions that are not settled yet.
  struct NotedPost {
    /// Whether its mentions are stored.
    var hasMarks = false
    var replyTo: ImportedTie?
    var quotes: ImportedTie?
    /// As in `ImportedPost`.
    var mentions: [User.ID]?

    /// Whether a tie may be settled later only.
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

  /// Of this import, as far as they are not settled.
  var newUsers: Set<Int64> = []
  var newPosts: Set<Int64> = []
  var posts: [Int64: NotedPost] = [:]
  var numbers: [Post.ID: Post.ID] = [:]
  /// The posts that the import has asked about.
  var askedPosts: Set<Int64> = []
  var follows = Edges()
  var likes = Edges()

  func clear() {
    (newUsers, newPosts, posts, numbers, askedPosts) = ([], [], [:], [:], [])
    (follows, likes) = (Edges(), Edges())
  }
}
