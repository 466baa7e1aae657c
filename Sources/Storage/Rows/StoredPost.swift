package import Model
package import SQLText

/// A row of `posts`, without the values of other tables.
package struct StoredPost: StoredRow {
  package static let table: Name = "posts"
  package static let key: [Name] = ["author", "private", "at"]

  package var author = User.ID(0)
  package var isPrivate = false
  package var at = Moment(microseconds: 0)
  package var id = Post.ID(0)
  package var text = ""
  package var picture: PictureID?
  package var alt: String?
  package var checksum: Int64 = 0
  package var likeCount = 0
  package var replyTo: Post.ID?
  /// The first post of the conversation; nil for a post that answers none.
  package var thread: Post.ID?
  package var quotes: Post.ID?
  package var reposts: Post.ID?
  package var editedAt: Moment?
  package var replyCount = 0
  package var repostCount = 0

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("author", &author)
    columns.value("private", &isPrivate)
    columns.value("at", &at)
    columns.value("id", &id)
    columns.value("text", &text)
    columns.value("picture", &picture)
    columns.value("alt", &alt)
    columns.value("checksum", &checksum)
    columns.value("like_count", &likeCount)
    columns.value("reply_to", &replyTo)
    columns.value("thread", &thread)
    columns.value("quotes", &quotes)
    columns.value("reposts", &reposts)
    columns.value("edited_at", &editedAt)
    columns.value("reply_count", &replyCount)
    columns.value("repost_count", &repostCount)
  }

  package mutating func move(_ times: inout MovedTimes) {
    let before = at
    times.move(&at)
    if at != before { checksum = contentChecksum }
  }

  /// The checksum that the row should have.
  package var contentChecksum: Int64 {
    RowChecksum.of(
      [
        author.sqlValue, isPrivate.sqlValue, at.sqlValue, id.sqlValue, text.sqlValue,
        picture.sqlValue, alt.sqlValue,
      ],
      added: [
        replyTo.sqlValue, thread.sqlValue, quotes.sqlValue, reposts.sqlValue, editedAt.sqlValue,
      ])
  }
}

/// The number, the author and the privacy of a post.
package struct StoredPostKey: StoredRow {
  package static let table = StoredPost.table
  package static let key: [Name] = ["id"]

  package var id = Post.ID(0)
  package var author = User.ID(0)
  package var isPrivate = false

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("id", &id)
    columns.value("author", &author)
    columns.value("private", &isPrivate)
  }
}

/// The picture of a post.
package struct StoredPostPicture: StoredRow {
  package static let table = StoredPost.table
  package static let key: [Name] = ["picture"]

  package var picture: PictureID?

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("picture", &picture)
  }
}

/// A row of `gone_posts`: the place of a deleted post in a conversation.
package struct StoredGonePost: StoredRow {
  package static let table: Name = "gone_posts"
  package static let key: [Name] = ["thread", "at", "id"]

  package var thread = Post.ID(0)
  package var at = Moment(microseconds: 0)
  package var id = Post.ID(0)
  package var replyTo = Post.ID(0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("thread", &thread)
    columns.value("at", &at)
    columns.value("id", &id)
    columns.value("reply_to", &replyTo)
  }

  package mutating func move(_ times: inout MovedTimes) { times.move(&at, in: thread) }
}

/// A row of `mentions`: a user whom a post concerns.
package struct StoredMention: StoredRow {
  package static let table: Name = "mentions"
  package static let key: [Name] = ["post", "mentioned"]

  package var post = Post.ID(0)
  package var mentioned = User.ID(0)
  /// The kind of the notice; 0 for none.
  package var kind = 0
  /// The position of the mention in the text; 0 without one.
  package var place = 0
  package var at = Moment(microseconds: 0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("post", &post)
    columns.value("mentioned", &mentioned)
    columns.value("kind", &kind)
    columns.value("place", &place)
    columns.value("at", &at)
  }
}

extension StoredPost {
  package var postKey: PostKey {
    PostKey(
      id: id, author: author, isPrivate: isPrivate, at: at, conversation: thread,
      replyTo: replyTo, quotes: quotes, reposts: reposts)
  }
}
