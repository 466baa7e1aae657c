package import Model
package import SQLText

/// The stored rows of a network in one snapshot, with the columns that all engines share.
///
///     let follows = try source.rows(StoredFollow.self, where: "follower = \(alice)")
package protocol RowSource {
  /// Passes on rows in an order, at most `limit` of them; `take` must not read from the source.
  func each<Row: StoredRow>(
    _ type: Row.Type, where condition: SQL, order: RowOrder, limit: Int?,
    _ take: (Row) throws -> Void
  ) throws
  /// `column` is the one that the condition restricts most; a server reads the table sorted by it.
  func count(_ type: any StoredRow.Type, by column: Name, where condition: SQL) throws -> Int
  /// The condition for rows whose column has one of some numbers.
  func isIn(_ column: Name, _ numbers: some Sequence<Int64>) -> SQL
  /// The condition for likes and mentions of some posts.
  func belongs(to posts: [(id: Post.ID, author: User.ID)]) -> SQL
  /// Passes the bytes of a picture in order, at most `limit` of them.
  func eachPiece(
    of picture: PictureID, upTo limit: Int?, _ take: ([UInt8]) throws -> Void
  ) throws
  /// The last numbers given out.
  func lastNumbers() throws -> LastNumbers
}

/// The last numbers of users and posts that a network has given out.
package struct LastNumbers: Equatable, Sendable {
  package var user: Int64
  package var post: Int64

  package init(user: Int64, post: Int64) {
    (self.user, self.post) = (user, post)
  }
}

/// The columns by which rows are sorted.
package struct RowOrder: ExpressibleByArrayLiteral {
  package let columns: [Name]
  package let isDescending: Bool

  package init(_ columns: [Name], isDescending: Bool = false) {
    self.columns = columns
    self.isDescending = isDescending
  }

  package init(arrayLiteral columns: Name...) {
    self.init(columns)
  }

  /// The list after `ORDER BY`.
  package var sql: SQL {
    .joined(columns.map { isDescending ? "\($0) DESC" : "\($0)" })
  }

  /// The condition for rows that follow a row with these values.
  fileprivate func isAfter(_ values: [SQLValue]) -> SQL {
    let isBeyond: SQL = isDescending ? "<" : ">"
    return "(\(.list(columns))) \(isBeyond) (\(.joined(values.map { "\($0)" })))"
  }
}

extension RowSource {
  /// Passes on the rows of a condition in the order of their key.
  package func each<Row: StoredRow>(
    _ type: Row.Type, where condition: SQL = "true", _ take: (Row) throws -> Void
  ) throws {
    try each(type, where: condition, order: RowOrder(Row.key), limit: nil, take)
  }

  package func rows<Row: StoredRow>(
    _ type: Row.Type, where condition: SQL = "true", order: RowOrder? = nil, limit: Int? = nil
  ) throws -> [Row] {
    var rows: [Row] = []
    try each(type, where: condition, order: order ?? RowOrder(Row.key), limit: limit) {
      rows.append($0)
    }
    return rows
  }

  /// Passes on all rows of a condition in batches; `take` may read from the source.
  ///
  /// `place` returns a row's values of the columns of `order`; no two rows may share them.
  package func eachBatch<Row: StoredRow>(
    of type: Row.Type, where condition: SQL = "true", order: RowOrder,
    place: (Row) -> [SQLValue], _ take: ([Row]) throws -> Void
  ) throws {
    var rest = condition
    while true {
      let rows = try rows(type, where: rest, order: order, limit: 2_000)
      guard let last = rows.last else { return }
      try take(rows)
      rest = "\(condition) AND \(order.isAfter(place(last)))"
    }
  }
}
