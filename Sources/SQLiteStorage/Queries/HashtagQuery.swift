internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// The hashtags in use, counted over the public posts of a period.
struct HashtagQuery {
  let connection: Connection
  let prefix: String?
  let since: Moment?
  let until: Moment?

  /// Most used first, then those used last.
  func page(_ request: PageRequest) throws -> Page<HashtagUse> {
    let keyset = try Keyset(request, by: .hashtag, .descending)
    let found = try connection.all {
      """
      SELECT \($0) FROM (
        SELECT *, row_checksum(tag) AS place FROM (\(uses))
      ) AS shared
      WHERE (posts, last, place) \(keyset.isBeyond)
        (\(keyset.key(0)), \(keyset.key(1)), \(keyset.key(2)))
      ORDER BY posts \(keyset.direction), last \(keyset.direction), place \(keyset.direction)
      LIMIT \(keyset.rowLimit)
      """
    } as: { row in
      let tag: String = row["tag"]
      let use = HashtagUse(
        tag: Hashtag(stored: tag, folded: tag), postCount: row["posts"], lastAt: row["last"])
      return Entry(use, at: Cursor(.hashtag, row["posts"], row["last"], row["place"]))
    }
    var page = try keyset.page(found)
    for index in page.entries.indices {
      let folded = page.entries[index].item.tag.folded
      page.entries[index].item.tag = Hashtag(stored: try spelling(of: folded), folded: folded)
    }
    return page
  }

  func count() throws -> Int {
    try connection.value("SELECT count(*) FROM (\(uses))") ?? 0
  }

  private var uses: SQL {
    let isFitting: SQL = prefix.map { "tag >= \($0) AND tag < \($0 + "\u{10FFFF}") AND " } ?? ""
    return """
      SELECT tag, count(*) AS posts, max(at) AS last FROM hashtags
      WHERE \(isFitting)at >= \(since?.microseconds ?? .min) AND at < \(until?.microseconds ?? .max)
      GROUP BY tag
      """
  }

  /// The most used spelling; of equally used ones the oldest.
  private func spelling(of tag: String) throws -> String {
    try connection.value(
      """
      SELECT spelling FROM (
        SELECT spelling, count(*) AS posts, min(at) AS first FROM hashtags WHERE tag = \(tag)
        GROUP BY spelling
      ) AS shared ORDER BY posts DESC, first LIMIT 1
      """) ?? tag
  }
}
