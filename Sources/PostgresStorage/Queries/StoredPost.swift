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

  /// Of `profilectl.posts AS p`.
  static let columns: SQL = """
    p.id, p.author, p.text, p.picture, p.alt, p.private, p.at, p.like_count, p.reply_count,
    p.repost_count, p.reply_to, p.thread, p.quotes, p.reposts, p.edited_at
    """
  /// The number of columns, for statements that read more after them.
  static let count = 15

  init(_ row: borrowing PostgresRow) {
    id = Post.ID(row.int64(0))
    author = row.int64(1)
    text = row.text(2)
    picture = row.optionalInt64(3)
    alt = row.optionalText(4)
    isPrivate = row.bool(5)
    at = row.int64(6)
    likeCount = row.int(7)
    replyCount = row.int(8)
    repostCount = row.int(9)
    replyTo = row.postID(10)
    conversation = row.postID(11)
    quotes = row.postID(12)
    reposts = row.postID(13)
    editedAt = row.optionalInt64(14).map { Moment(microseconds: $0) }
  }

  var place: PostPlace {
    PostPlace(
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
