internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// The posts of one conversation, as one viewer sees them.
struct ConversationQuery {
  let connection: Connection
  let viewer: User.ID?

  private var me: Int64 { viewer?.number ?? 0 }
  private var rows: PostRow { PostRow(connection: connection, viewer: viewer) }

  /// All places but the first, by time.
  ///
  /// The index has all columns, so that a conversation is one range of it.
  func nodes(of first: Post.ID) throws -> [ConversationNode] {
    let nodes = try connection.all(
      """
      SELECT id, reply_to, at, private = 0 OR author = \(me) FROM posts INDEXED BY posts_by_thread
      WHERE thread = \(first) ORDER BY at
      """
    ) { node($0) }
    let gone = try connection.all(
      "SELECT id, reply_to, at, 0 FROM gone_posts WHERE thread = \(first) ORDER BY at"
    ) { node($0) }
    return gone.isEmpty ? nodes : (nodes + gone).sorted { $0.at < $1.at }
  }

  private func node(_ row: borrowing Row) -> ConversationNode {
    ConversationNode(
      id: Post.ID(row.int64(0)), replyTo: Post.ID(row.int64(1)),
      at: Moment(microseconds: row.int64(2)), isVisible: row.bool(3))
  }

  func replies(to post: Post.ID, limit: Int) throws -> [Post] {
    try completed(
      connection.all(
        """
        SELECT \(rows.columns) FROM posts AS p INDEXED BY posts_by_reply_to \(PostRow.joins)
        WHERE p.reply_to = \(post) AND (p.private = 0 OR p.author = \(me))
        ORDER BY p.at LIMIT \(limit)
        """
      ) { PostRow.post($0) })
  }

  /// The posts of these numbers that the viewer may see.
  func posts(_ ids: [Post.ID]) throws -> [Post.ID: Post] {
    if ids.isEmpty { return [:] }
    let numbers = ids.map { String($0.number) }.joined(separator: ",")
    let posts = try connection.all(
      """
      SELECT \(rows.columns) FROM json_each(\("[\(numbers)]")) AS given
      CROSS JOIN posts AS p ON p.id = given.value \(PostRow.joins)
      WHERE p.private = 0 OR p.author = \(me)
      """
    ) { PostRow.post($0) }
    return Dictionary(
      try completed(posts).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func completed(_ posts: [Post]) throws -> [Post] {
    var posts = posts
    for index in posts.indices { try rows.complete(&posts[index]) }
    return posts
  }
}
