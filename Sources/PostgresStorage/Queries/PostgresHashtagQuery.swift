internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The hashtags in use, counted over the public posts of a period.
struct PostgresHashtagQuery {
  let session: PostgresSession
  let prefix: String?
  let since: Moment?
  let until: Moment?

  private typealias Use = (tag: String, cursor: Cursor)

  /// Most used first, then those used last, then by the checksum of the tag.
  ///
  /// Only this program knows the checksum, so tags that tie are read together.
  func page(_ request: PageRequest) throws -> Page<HashtagUse> {
    let keyset = try Keyset(request, by: .hashtag, .descending)
    let direction = keyset.direction
    let keys: SQL = "(\(keyset.key(0)), \(keyset.key(1)))"
    let found =
      try read("(posts, last) = \(keys)")
      + read(
        """
        (posts, last) \(keyset.isBeyond) \(keys)
        ORDER BY posts \(direction), last \(direction)
        FETCH FIRST \(keyset.rowLimit) ROWS WITH TIES
        """)
    let start = (0...2).map { keyset.key($0) }
    let following = found.filter { keyset.isOrdered(start, $0.cursor.keys) }
      .sorted { keyset.isOrdered($0.cursor.keys, $1.cursor.keys) }
      .prefix(keyset.rowLimit)
    let spellings = try spellings(of: following.map(\.tag))
    return try keyset.page(
      following.map { use in
        let tag = Hashtag(stored: spellings[use.tag] ?? use.tag, folded: use.tag)
        let keys = use.cursor.keys
        return Entry(
          HashtagUse(tag: tag, postCount: Int(keys[0]), lastAt: Moment(microseconds: keys[1])),
          at: use.cursor)
      })
  }

  private func read(_ condition: SQL) throws -> [Use] {
    try session.all {
      "SELECT \($0) FROM (\(uses)) AS shared WHERE \(condition)"
    } as: { row in
      let tag: String = row["tag"]
      return (tag, Cursor(.hashtag, row["posts"], row["last"], RowChecksum.of([.text(tag)])))
    }
  }

  func count() throws -> Int {
    try session.value("SELECT count(*) FROM (\(uses)) AS shared") ?? 0
  }

  private var uses: SQL {
    let isFitting: SQL = prefix.map { "tag >= \($0) AND tag < \($0 + "\u{10FFFF}") AND " } ?? ""
    return """
      SELECT tag, count(*) AS posts, max(at) AS last FROM profilectl.hashtags
      WHERE \(isFitting)at >= \(since?.microseconds ?? .min) AND at < \(until?.microseconds ?? .max)
      GROUP BY tag
      """
  }

  /// The most used spelling of each tag; of equally used ones the oldest.
  private func spellings(of tags: [String]) throws -> [String: String] {
    if tags.isEmpty { return [:] }
    return try session.dictionary {
      """
      SELECT \($0) FROM profilectl.hashtags WHERE tag = ANY (\(SQLValue.texts(tags)))
      GROUP BY tag, spelling ORDER BY count(*) DESC, min(at), spelling
      """
    } as: { row in
      (row["tag"], row["spelling"])
    }
  }
}
