internal import Model
internal import SQLText
internal import Storage

/// Where a page begins and which way it runs, as parts of a statement.
///
/// Pages go by the keys of the last item seen, so that they neither repeat nor skip while others
/// write.
struct PostgresKeyset {
  /// Which way a list runs unless it is asked to be reversed.
  enum Direction {
    case ascending, descending
  }

  let isAscending: Bool
  let limit: Int
  private let keys: [Int64]

  init(_ request: PageRequest, by order: Cursor.Order, _ direction: Direction) throws(StorageError)
  {
    if let after = request.after, after.order != order { throw .foreignCursor(after) }
    isAscending = (direction == .ascending) != request.isReversed
    limit = request.limit
    keys = request.after?.keys ?? []
  }

  /// The keys of an item further on the way.
  private init(_ other: PostgresKeyset, after keys: [Int64], limit: Int) {
    (isAscending, self.limit, self.keys) = (other.isAscending, limit, keys)
  }

  /// A stretch of the same list that begins after an item.
  func after(_ cursor: Cursor?, limit: Int) -> PostgresKeyset {
    PostgresKeyset(self, after: cursor?.keys ?? keys, limit: limit)
  }

  /// One row more than the page holds, which shows whether the list continues.
  var rowLimit: Int { limit + 1 }

  /// The position a page begins after: the cursor's key, or one that no item is ahead of.
  func key(_ index: Int = 0) -> Int64 {
    index < keys.count ? keys[index] : isAscending ? .min : .max
  }

  var isBeyond: SQL { isAscending ? ">" : "<" }
  var direction: SQL { isAscending ? "ASC" : "DESC" }

  /// Whether one list of keys comes before another on the way the page runs.
  func isOrdered(_ one: [Int64], _ other: [Int64]) -> Bool {
    isAscending ? one.lexicographicallyPrecedes(other) : other.lexicographicallyPrecedes(one)
  }

  /// Returns the requested page of the rows that a statement found.
  func page<Item>(_ entries: [Entry<Item>]) -> Page<Item> {
    guard entries.count > limit else { return Page(entries: entries, next: nil) }
    let entries = Array(entries.prefix(limit))
    return Page(entries: entries, next: entries.last?.cursor)
  }
}
