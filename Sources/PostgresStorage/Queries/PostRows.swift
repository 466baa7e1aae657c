internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Reads posts as one viewer sees them, with the posts that they quote or repeat.
///
/// A batch of posts takes one statement for each kind of thing that is stored elsewhere.
struct PostRows {
  let session: PostgresSession
  let viewer: User.ID?

  private var me: Int64 { viewer?.number ?? 0 }

  // MARK: Rows

  /// The authors of some posts, without posts that are gone.
  func authors(of ids: some Sequence<Int64>) throws -> [Int64: Int64] {
    let ids = Set(ids)
    if ids.isEmpty { return [:] }
    return try session.dictionary {
      "SELECT \($0) FROM profilectl.post_places WHERE id = ANY (\(SQLValue.integers(ids)))"
    } as: { row in
      (row["id"], row["author"])
    }
  }

  /// Some posts, without those that the viewer may not see.
  func stored(_ ids: some Sequence<Int64>) throws -> [StoredPost] {
    try stored(ids, by: try authors(of: ids).values)
  }

  /// Some posts by some authors, without those that the viewer may not see.
  func stored(
    _ ids: some Sequence<Int64>, by authors: some Sequence<Int64>
  ) throws -> [StoredPost] {
    let authors = Set(authors)
    if authors.isEmpty { return [] }
    return try session.posts(
      where: """
        p.id = ANY (\(SQLValue.integers(ids))) AND p.author = ANY (\(SQLValue.integers(authors)))
        AND (p.private = 0 OR p.author = \(me))
        """)
  }

  // MARK: Posts

  /// The posts of some rows, with those that they quote or repeat.
  func posts(_ rows: [StoredPost]) throws -> [Post] {
    try completed(rows, depth: 2)
  }

  /// A page of posts by time.
  func page(_ page: Page<StoredPost>) throws -> Page<Post> {
    let posts = try posts(page.items)
    return Page(
      entries: zip(page.entries, posts).map { Entry($1, at: $0.cursor) }, next: page.next)
  }

  private func bare(_ rows: [StoredPost]) throws -> [Post] {
    if rows.isEmpty { return [] }
    var handles: [Int64: Handle] = [:]
    var viewed: [Int64: Post.ViewerFacts] = [:]
    let authors = ProfileRows.handleQuery(Set(rows.map(\.author.number))) { handles[$0] = $1 }
    let ownFacts = ownFacts(on: rows) { fact, post in
      switch fact {
      case "like": viewed[post, default: Post.ViewerFacts()].isLiked = true
      case "repost": viewed[post, default: Post.ViewerFacts()].isReposted = true
      case "bookmark": viewed[post, default: Post.ViewerFacts()].isBookmarked = true
      default: viewed[post, default: Post.ViewerFacts()].isReported = true
      }
    }
    try session.each([authors] + ownFacts)
    let images = try PictureRows(session: session).images(rows.map(\.picture?.number))
    return rows.map { row in
      row.post(
        by: handles[row.author.number] ?? Handle(stored: ""),
        image: row.picture.flatMap { images[$0.number] },
        viewed: viewed[row.id.number] ?? Post.ViewerFacts())
    }
  }

  /// Selects what the viewer did with some posts, all on one machine; nothing without a viewer.
  private func ownFacts(
    on rows: [StoredPost], _ take: @escaping (_ fact: String, _ post: Int64) -> Void
  ) -> [RowQuery] {
    guard let viewer else { return [] }
    let ids = SQLValue.integers(rows.map(\.id.number))
    return [
      RowQuery {
        """
        SELECT \($0) FROM (
          SELECT 'like' AS fact, post FROM profilectl.liked
          WHERE liker = \(viewer) AND post = ANY (\(ids))
          UNION ALL SELECT 'repost', reposts FROM profilectl.posts
          WHERE author = \(viewer) AND reposts = ANY (\(ids))
          UNION ALL SELECT 'bookmark', post FROM profilectl.bookmarks
          WHERE reader = \(viewer) AND post = ANY (\(ids))
          UNION ALL SELECT 'flag', post FROM profilectl.flags
          WHERE reporter = \(viewer) AND post = ANY (\(ids))) AS found
        """
      } as: { row in
        (row["fact"] as String, row["post"] as Int64)
      } take: {
        take($0, $1)
      }
    ]
  }

  // MARK: References

  /// Posts with their mentions, the repeated or quoted post, and the author of the answered one.
  private func completed(_ rows: [StoredPost], depth: Int) throws -> [Post] {
    var posts = try bare(rows)
    let mentions = try mentions(in: rows)
    let answered = try answered(by: posts)
    let repeated = depth > 0 ? try referenced(posts.compactMap(\.reposts), depth - 1) : [:]
    let quoted =
      depth > 0
      ? try referenced(posts.compactMap { $0.reposts == nil ? $0.quotes : nil }, 0) : [:]
    for index in posts.indices {
      posts[index].mentions = mentions[posts[index].id] ?? []
      posts[index].answered = posts[index].replyTo.flatMap { answered[$0] }
      if let reposts = posts[index].reposts {
        guard let other = repeated[reposts] else { continue }
        posts[index].referenced = other
        posts[index].likeCount = other.likeCount
        posts[index].replyCount = other.replyCount
        posts[index].repostCount = other.repostCount
        posts[index].viewed = other.viewed
      } else if let quotes = posts[index].quotes {
        posts[index].referenced = quoted[quotes]
      }
    }
    return posts
  }

  private func referenced(_ ids: [Post.ID], _ depth: Int) throws -> [Post.ID: Post] {
    if ids.isEmpty { return [:] }
    let posts = try completed(try stored(ids.map(\.number)), depth: depth)
    return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The users named in posts, in order.
  func mentions(in rows: [StoredPost]) throws -> [Post.ID: [Handle]] {
    let naming = rows.filter { $0.text.utf8.contains(UInt8(ascii: "@")) }
    if naming.isEmpty { return [:] }
    let found = try session.all {
      """
      SELECT \($0) FROM profilectl.mentions
      WHERE author = ANY (\(SQLValue.integers(Set(naming.map(\.author.number)))))
        AND post = ANY (\(SQLValue.integers(naming.map(\.id.number)))) AND place > 0
      ORDER BY post, place
      """
    } as: { row in
      (post: row["post"] as Post.ID, user: row["mentioned"] as Int64)
    }
    let handles = try ProfileRows(session: session, viewer: viewer)
      .handles(Array(Set(found.map(\.user))))
    var mentions: [Post.ID: [Handle]] = [:]
    for row in found {
      if let handle = handles[row.user] { mentions[row.post, default: []].append(handle) }
    }
    return mentions
  }

  /// The authors of the visible posts that others answer.
  private func answered(by posts: [Post]) throws -> [Post.ID: Handle] {
    let above = Set(posts.compactMap { $0.replyTo?.number })
    if above.isEmpty { return [:] }
    let places = try session.all {
      """
      SELECT \($0) FROM profilectl.post_places
      WHERE id = ANY (\(SQLValue.integers(above))) AND (private = 0 OR author = \(me))
      """
    } as: { row in
      (post: row["id"] as Post.ID, author: row["author"] as Int64)
    }
    let handles = try ProfileRows(session: session, viewer: viewer)
      .handles(Array(Set(places.map(\.author))))
    var answered: [Post.ID: Handle] = [:]
    for place in places { answered[place.post] = handles[place.author] }
    return answered
  }
}
