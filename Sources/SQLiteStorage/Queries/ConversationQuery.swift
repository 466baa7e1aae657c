internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// The posts of one conversation, as one viewer sees them.
struct ConversationQuery {
  private let connection: Connection
  private let me: Int64
  private let rows: PostRow

  init(connection: Connection, viewer: User.ID?) throws {
    self.connection = connection
    me = viewer?.number ?? 0
    rows = try PostRow(connection: connection, viewer: viewer)
  }

  /// All places but the first, by time.
  ///
  /// The index has all columns, so that a conversation is one range of it.
  func nodes(of first: Post.ID) throws -> [ConversationNode] {
    let nodes = try connection.all {
      "SELECT \($0) FROM posts INDEXED BY posts_by_thread WHERE thread = \(first) ORDER BY at"
    } as: {
      node(&$0, isVisible: "private = 0 OR author = \(me)")
    }
    let gone = try connection.all {
      "SELECT \($0) FROM gone_posts WHERE thread = \(first) ORDER BY at"
    } as: {
      node(&$0, isVisible: "0")
    }
    return gone.isEmpty ? nodes : (nodes + gone).sorted { $0.at < $1.at }
  }

  private func node(
    _ row: inout ResultRow, isVisible: @autoclosure () -> Column
  ) -> ConversationNode {
    ConversationNode(
      id: row["id"], replyTo: row["reply_to"], at: Moment(microseconds: row["at"]),
      isVisible: row[isVisible()])
  }

  func replies(to post: Post.ID, limit: Int) throws -> [Post] {
    try completed(
      connection.all {
        """
        SELECT \($0) FROM posts AS p INDEXED BY posts_by_reply_to \(PostRow.joins)
        WHERE p.reply_to = \(post) AND (p.private = 0 OR p.author = \(me))
        ORDER BY p.at LIMIT \(limit)
        """
      } as: {
        rows.post(&$0)
      })
  }

  /// The posts with these numbers that the viewer may see.
  func posts(_ ids: [Post.ID]) throws -> [Post.ID: Post] {
    if ids.isEmpty { return [:] }
    let numbers = ids.map { String($0.number) }.joined(separator: ",")
    let posts = try connection.all {
      """
      SELECT \($0) FROM json_each(\("[\(numbers)]")) AS given
      CROSS JOIN posts AS p ON p.id = given.value \(PostRow.joins)
      WHERE p.private = 0 OR p.author = \(me)
      """
    } as: {
      rows.post(&$0)
    }
    return Dictionary(
      try completed(posts).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func completed(_ posts: [Post]) throws -> [Post] {
    var posts = posts
    for index in posts.indices { try rows.complete(&posts[index]) }
    return posts
  }
}
