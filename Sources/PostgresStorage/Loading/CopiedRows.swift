internal import Model
internal import Postgres
internal import SQLText
internal import Storage

extension PostgresSession {
  /// Adds rows, and the rows that a server derives from each, by COPY.
  func copy<Row: StoredRow>(rows: [Row]) throws {
    switch rows {
    case let users as [StoredUser]: try copy(users: users)
    case let posts as [StoredPost]: try copy(posts: posts)
    case let posts as [StoredGonePost]:
      try copy(posts, to: "thread_posts", adding: "private") { _ in .integer(0) }
    case is [StoredFollow]: try copy(rows, to: EdgeKind.follow.halves)
    case is [StoredLike]: try copy(rows, to: EdgeKind.like.halves)
    case let flags as [StoredFlag]: try copy(flags, withAuthorsOf: \.post)
    case let mentions as [StoredMention]: try copy(mentions, withAuthorsOf: \.post)
    default: try copy(rows, to: Row.table)
    }
  }

  private func copy<Row: StoredRow>(_ rows: [Row], to table: Name) throws {
    try copy("COPY profilectl.\(table) (\(.list(Row.columns))) FROM STDIN") { sender in
      for row in rows { try sender.send(row.values) }
    }
  }

  /// Adds edges to both of their tables.
  private func copy<Row: StoredRow>(_ edges: [Row], to halves: EdgeHalves) throws {
    let rows = CopyRows(edges.map(\.values))
    for half in [halves.ofSource, halves.ofTarget] {
      try copy("COPY \(half.table) (\(.list(Row.columns))) FROM STDIN", rows)
    }
  }

  /// Adds rows with a column that a file lacks.
  private func copy<Row: StoredRow>(
    _ rows: [Row], to table: Name, adding column: Name, _ value: (Row) -> SQLValue
  ) throws {
    let columns = SQL.list(Row.columns + [column])
    try copy("COPY profilectl.\(table) (\(columns)) FROM STDIN") { sender in
      for row in rows { try sender.send(row.values + [value(row)]) }
    }
  }

  private func copy<Row: StoredRow>(
    _ rows: [Row], withAuthorsOf post: KeyPath<Row, Post.ID>
  ) throws {
    let authors = try PostRows(session: self, viewer: nil)
      .authors(of: rows.map { $0[keyPath: post].number })
    try copy(rows, to: Row.table, adding: "author") { authors[$0[keyPath: post].number].sqlValue }
  }

  private func copy(users: [StoredUser]) throws {
    let letters = KnownLetters()
    try copy(users, to: "users", adding: "words") {
      .text(WordIndex.user(handle: $0.handle.text, name: $0.name, letters))
    }
    try copy("COPY profilectl.handles (username, id) FROM STDIN") { sender in
      for user in users { try sender.send([user.handle.sqlValue, user.id.sqlValue]) }
    }
  }

  private func copy(posts: [StoredPost]) throws {
    let letters = KnownLetters()
    var (places, threads, tags) = (CopyRows(), CopyRows(), CopyRows())
    try copy(posts, to: "posts", adding: "words") { post in
      let found = post.isPrivate ? [] : Hashtag.all(in: post.text)
      for tag in found {
        tags.add(
          .text(tag.folded), post.at.sqlValue, post.id.sqlValue, post.author.sqlValue,
          .text(tag.spelling))
      }
      let key = [
        post.id.sqlValue, post.author.sqlValue, post.isPrivate.sqlValue, post.at.sqlValue,
      ]
      places.add(row: key)
      if post.replyTo != nil {
        threads.add(row: [post.thread.sqlValue, post.replyTo.sqlValue] + key)
      }
      return .text(WordIndex.post(text: post.text, alt: post.alt, tags: found, letters))
    }
    try copy("COPY profilectl.post_places (id, author, private, at) FROM STDIN", places)
    try copy(
      "COPY profilectl.thread_posts (thread, reply_to, id, author, private, at) FROM STDIN",
      threads)
    try copy("COPY profilectl.hashtags (tag, at, id, author, spelling) FROM STDIN", tags)
  }
}
