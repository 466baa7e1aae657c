internal import Model
internal import Postgres
internal import SQLText
internal import Storage

extension StoredPost {
  init(
    _ key: PostKey, text: String, picture: PictureID?, alt: String?, editedAt: Moment? = nil
  ) {
    self.init()
    (id, author, isPrivate, at) = (key.id, key.author, key.isPrivate, key.at)
    (self.text, self.picture, self.alt, self.editedAt) = (text, picture, alt, editedAt)
    (replyTo, quotes, reposts) = (key.replyTo, key.quotes, key.reposts)
    thread = replyTo == nil ? nil : key.conversation
    checksum = contentChecksum
  }

  var place: PostKey {
    PostKey(
      id: id, author: author, isPrivate: isPrivate, at: at, conversation: thread, replyTo: replyTo,
      quotes: quotes, reposts: reposts)
  }

  var cursor: Cursor { Cursor(.placedPost, at.microseconds, id.number) }

  /// The words that the server should index.
  var words: String { WordIndex.post(text: text, alt: alt, isPrivate: isPrivate) }

  func post(
    by author: Handle, image: Image?, viewed: Post.ViewerFacts
  ) -> Post {
    Post(
      id: id, author: author, text: text, image: image, alt: alt, isPrivate: isPrivate,
      replyTo: replyTo, conversation: thread, quotes: quotes, reposts: reposts,
      likeCount: likeCount, replyCount: replyCount, repostCount: repostCount, viewed: viewed,
      createdAt: at, editedAt: editedAt)
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
