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

/// A private record of a user: rows of a lossless export besides users, posts and their edges.
///
/// An export names people by handles, an import by numbers.
package enum PrivateRecord<Person> {
  case mute(muter: Person, muted: Person, at: Moment)
  case bookmark(reader: Person, post: Post.ID, at: Moment)
  case flag(reporter: Person, post: Post.ID, at: Moment, reason: String?)
  case readMark(reader: Person, timeline: Moment, notices: Moment)
}

extension PrivateRecord {
  package var people: [Person] {
    switch self {
    case .mute(let muter, let muted, _): [muter, muted]
    case .bookmark(let person, _, _), .flag(let person, _, _, _), .readMark(let person, _, _):
      [person]
    }
  }

  /// The same record with other names of its people.
  package func map<Other>(_ name: (Person) -> Other) -> PrivateRecord<Other> {
    switch self {
    case .mute(let muter, let muted, let at): .mute(muter: name(muter), muted: name(muted), at: at)
    case .bookmark(let reader, let post, let at):
      .bookmark(reader: name(reader), post: post, at: at)
    case .flag(let reporter, let post, let at, let reason):
      .flag(reporter: name(reporter), post: post, at: at, reason: reason)
    case .readMark(let reader, let timeline, let notices):
      .readMark(reader: name(reader), timeline: timeline, notices: notices)
    }
  }
}
