package import Model
package import SQLText

/// A row of `users`.
package struct StoredUser: StoredRow {
  package static let table: Name = "users"
  package static let key: [Name] = ["id"]

  package var id = User.ID(0)
  package var handle = Handle(stored: "")
  package var name = ""
  package var bio = ""
  package var avatar: PictureID?
  package var createdAt = Moment(microseconds: 0)
  package var checksum: Int64 = 0
  /// The time of the newest public post; 0 without one.
  package var lastPostAt = Moment(microseconds: 0)
  package var counts = Counts(posts: 0, followers: 0, following: 0, likes: 0)
  package var banner: PictureID?

  package init() {}

  /// The row of a new user.
  package init(
    id: User.ID, handle: Handle, name: DisplayName?, bio: Bio?, createdAt: Moment,
    avatar: PictureID? = nil, banner: PictureID? = nil
  ) {
    (self.id, self.handle, self.createdAt) = (id, handle, createdAt)
    (self.name, self.bio) = (name?.string ?? "", bio?.string ?? "")
    (self.avatar, self.banner) = (avatar, banner)
    checksum = contentChecksum
  }

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("id", &id)
    columns.value("username", &handle)
    columns.value("name", &name)
    columns.value("bio", &bio)
    columns.value("avatar", &avatar)
    columns.value("created_at", &createdAt)
    columns.value("checksum", &checksum)
    columns.value("last_post_at", &lastPostAt)
    columns.value("post_count", &counts.posts)
    columns.value("follower_count", &counts.followers)
    columns.value("following_count", &counts.following)
    columns.value("like_count", &counts.likes)
    columns.value("banner", &banner)
  }

  /// The checksum that the row should have.
  package var contentChecksum: Int64 {
    RowChecksum.of(
      [
        id.sqlValue, handle.sqlValue, name.sqlValue, bio.sqlValue, avatar.sqlValue,
        createdAt.sqlValue,
      ],
      added: [banner.sqlValue])
  }
}

/// The number and the handle of a user.
package struct StoredHandle: StoredRow {
  package static let table = StoredUser.table
  package static let key = StoredUser.key

  package var id = User.ID(0)
  package var handle = Handle(stored: "")

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("id", &id)
    columns.value("username", &handle)
  }
}

/// A row of `read_marks`: the newest items that a user has seen.
package struct StoredReadMark: StoredRow {
  package static let table: Name = "read_marks"
  package static let key: [Name] = ["reader"]

  package var reader = User.ID(0)
  package var timeline = Moment(microseconds: 0)
  package var notices = Moment(microseconds: 0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("reader", &reader)
    columns.value("at", &timeline)
    columns.value("notices_at", &notices)
  }
}

/// The name by which a source identifies a user or a post.
///
/// The same origin is the same user or post, even after a change of handle.
package struct Origin: Hashable, Comparable, Sendable {
  /// The source of the origin of a post whose time an import moved; its key has the former time.
  package static let movedTime = "profilectl"

  package let source: String
  package let key: String

  package init(_ source: String, _ key: String) {
    self.source = source
    self.key = key
  }

  package static func < (left: Origin, right: Origin) -> Bool {
    (left.source, left.key) < (right.source, right.key)
  }
}

/// An origin of a post, and the digest of the words that its source had at the last import.
package struct PostOrigin: Comparable, Sendable {
  package let origin: Origin
  package let digest: Int64

  package init(_ origin: Origin, digest: Int64) {
    self.origin = origin
    self.digest = digest
  }

  package static func < (left: PostOrigin, right: PostOrigin) -> Bool {
    left.origin < right.origin
  }
}

/// A row of `origins`: the name by which a source knows a user or a post.
package struct StoredOrigin: StoredRow {
  package static let table: Name = "origins"
  package static let key: [Name] = ["source", "key"]

  package var source = ""
  package var key = ""
  package var owner: User.ID?
  package var post: Post.ID?
  /// The hash of a post's words at their last import; 0 for a user.
  package var digest: Int64 = 0

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("source", &source)
    columns.value("key", &key)
    columns.value("owner", &owner)
    columns.value("post", &post)
    columns.value("digest", &digest)
  }

  package var origin: Origin { Origin(source, key) }
}
