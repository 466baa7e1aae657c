internal import Model
internal import SQLText
internal import SQLite

/// The hashtags in use, counted over the public posts of a period.
struct HashtagQuery {
  let connection: Connection
  let prefix: String?
  let since: Moment?
  let until: Moment?

  /// Most used first, then those used last.
  func page(_ request: PageRequest) throws -> Page<HashtagUse> {
    let keyset = try Keyset(request, by: .hashtag, .descending)
    let found = try connection.all(
      """
      SELECT tag, posts, last, place FROM (
        SELECT *, row_checksum(tag) AS place FROM (\(uses))
      ) AS shared
      WHERE (posts, last, place) \(keyset.isBeyond)
        (\(keyset.key(0)), \(keyset.key(1)), \(keyset.key(2)))
      ORDER BY posts \(keyset.direction), last \(keyset.direction), place \(keyset.direction)
      LIMIT \(keyset.rowLimit)
      """
    ) { row in
      let use = HashtagUse(
        tag: Hashtag(stored: row.text(0), folded: row.text(0)), postCount: row.int(1),
        lastAt: row.moment(2))
      return Entry(use, at: Cursor(.hashtag, row.int64(1), row.int64(2), row.int64(3)))
    }
    var page = try keyset.page(found)
    for index in page.entries.indices {
      let folded = page.entries[index].item.tag.folded
      page.entries[index].item.tag = Hashtag(stored: try spelling(of: folded), folded: folded)
    }
    return page
  }

  func count() throws -> Int {
    try connection.first("SELECT count(*) FROM (\(uses))") { $0.int(0) } ?? 0
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
    try connection.first(
      """
      SELECT spelling FROM (
        SELECT spelling, count(*) AS posts, min(at) AS first FROM hashtags WHERE tag = \(tag)
        GROUP BY spelling
      ) AS shared ORDER BY posts DESC, first LIMIT 1
      """
    ) { $0.text(0) } ?? tag
  }
}
