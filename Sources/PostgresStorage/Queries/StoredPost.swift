internal import Model
internal import Postgres
internal import SQLText

/// A row of `posts`, without the values of other tables.
struct StoredPost {
  let id: Post.ID
  let author: Int64
  let text: String
  let picture: Int64?
  let alt: String?
  let isPrivate: Bool
  let at: Int64
  let likeCount: Int
  let replyCount: Int
  let repostCount: Int
  let replyTo: Post.ID?
  let conversation: Post.ID?
  let quotes: Post.ID?
  let reposts: Post.ID?
  let editedAt: Moment?

  /// Of posts `p`.
  init(_ row: inout ResultRow) {
    id = row["p.id"]
    author = row["p.author"]
    text = row["p.text"]
    picture = row[optional: "p.picture"]
    alt = row[optional: "p.alt"]
    isPrivate = row["p.private"]
    at = row["p.at"]
    likeCount = row["p.like_count"]
    replyCount = row["p.reply_count"]
    repostCount = row["p.repost_count"]
    replyTo = row[optional: "p.reply_to"]
    conversation = row[optional: "p.thread"]
    quotes = row[optional: "p.quotes"]
    reposts = row[optional: "p.reposts"]
    editedAt = row[optional: "p.edited_at"].map { Moment(microseconds: $0) }
  }

  var place: PostKey {
    PostKey(
      id: id, author: User.ID(author), isPrivate: isPrivate, at: Moment(microseconds: at),
      conversation: conversation, replyTo: replyTo, quotes: quotes, reposts: reposts)
  }

  var cursor: Cursor { Cursor(.placedPost, at, id.number) }

  func post(
    by author: Handle, image: Image?, viewed: Post.ViewerFacts
  ) -> Post {
    Post(
      id: id, author: author, text: text, image: image, alt: alt, isPrivate: isPrivate,
      replyTo: replyTo, conversation: conversation, quotes: quotes, reposts: reposts,
      likeCount: likeCount, replyCount: replyCount, repostCount: repostCount, viewed: viewed,
      createdAt: Moment(microseconds: at), editedAt: editedAt)
  }
}

extension PostgresSession {
  /// The posts `p` for which a condition holds; an order and a limit may follow it.
  func posts(where condition: SQL) throws -> [StoredPost] {
    try all {
      "SELECT \($0) FROM profilectl.posts AS p WHERE \(condition)"
    } as: {
      StoredPost(&$0)
    }
  }
}
