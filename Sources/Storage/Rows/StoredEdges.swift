package import Model
package import SQLText

/// A row of `follows`.
package struct StoredFollow: StoredRow {
  package static let table: Name = "follows"
  package static let key: [Name] = ["follower", "followee"]

  package var follower = User.ID(0)
  package var followee = User.ID(0)
  package var at = Moment(microseconds: 0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("follower", &follower)
    columns.value("followee", &followee)
    columns.value("at", &at)
  }
}

/// A row of `likes`.
package struct StoredLike: StoredRow {
  package static let table: Name = "likes"
  package static let key: [Name] = ["post", "liker"]

  package var post = Post.ID(0)
  package var liker = User.ID(0)
  package var at = Moment(microseconds: 0)
  /// The author of the post.
  package var author = User.ID(0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("post", &post)
    columns.value("liker", &liker)
    columns.value("at", &at)
    columns.value("author", &author)
  }
}

/// A row of `flags`: a report.
package struct StoredFlag: StoredRow {
  package static let table: Name = "flags"
  package static let key: [Name] = ["post", "reporter"]

  package var post = Post.ID(0)
  package var reporter = User.ID(0)
  package var at = Moment(microseconds: 0)
  package var reason: String?
  package var checksum: Int64 = 0

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("post", &post)
    columns.value("reporter", &reporter)
    columns.value("at", &at)
    columns.value("reason", &reason)
    columns.value("checksum", &checksum)
  }

  /// The checksum that the row should have.
  package var contentChecksum: Int64 {
    RowChecksum.of([post.sqlValue, reporter.sqlValue, at.sqlValue, reason.sqlValue])
  }
}

/// A row of `mutes`.
package struct StoredMute: StoredRow {
  package static let table: Name = "mutes"
  package static let key: [Name] = ["muted", "muter"]

  package var muted = User.ID(0)
  package var muter = User.ID(0)
  package var at = Moment(microseconds: 0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("muted", &muted)
    columns.value("muter", &muter)
    columns.value("at", &at)
  }
}

/// A row of `bookmarks`.
package struct StoredBookmark: StoredRow {
  package static let table: Name = "bookmarks"
  package static let key: [Name] = ["post", "reader"]

  package var post = Post.ID(0)
  package var reader = User.ID(0)
  package var at = Moment(microseconds: 0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("post", &post)
    columns.value("reader", &reader)
    columns.value("at", &at)
  }
}
