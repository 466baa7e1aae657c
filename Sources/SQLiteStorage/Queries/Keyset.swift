internal import Model
internal import SQLText
internal import Storage

/// The start and the direction of a page, as parts of a statement.
///
/// A page continues after the keys of the last item, so that pages neither repeat nor skip items
/// while others write. The text of the parts depends on the direction alone, which keeps statements
/// in the cache.
struct Keyset {
  /// The direction of a list that is not reversed.
  enum Direction {
    case ascending, descending
  }

  let isAscending: Bool
  private let limit: Int
  private let keys: [Int64]

  init(_ request: PageRequest, by order: Cursor.Order, _ direction: Direction) throws(StorageError)
  {
    if let after = request.after, after.order != order { throw .foreignCursor(after) }
    isAscending = (direction == .ascending) != request.isReversed
    limit = request.limit
    keys = request.after?.keys ?? []
  }

  /// One row more than the page holds, which shows whether the list continues.
  var rowLimit: Int { limit + 1 }

  /// The key after which the page begins: that of the cursor, or one before all items.
  func key(_ index: Int = 0) -> Int64 {
    index < keys.count ? keys[index] : isAscending ? .min : .max
  }

  /// Whether the page begins at the greatest key, and no filter limits it from above.
  var beginsAtTop: Bool { !isAscending && keys.isEmpty }

  var isBeyond: SQL { isAscending ? ">" : "<" }
  /// The comparison of a key with a limit of the page, in the direction of the page.
  var isWithin: SQL { isAscending ? "<=" : ">=" }
  /// A limit beyond all keys, in the direction of the page.
  var farthest: Int64 { isAscending ? .max : .min }
  var direction: SQL { isAscending ? "ASC" : "DESC" }

  /// The keys after the cursor that lie in the period of a filter; `key` is a time.
  ///
  /// The condition is one range, so that posts outside the period are not scanned.
  func range(of key: SQL, _ filter: PostFilter) -> SQL {
    if filter.since == nil, filter.until == nil { return "\(key) \(isBeyond) \(self.key())" }
    let since = filter.since?.microseconds ?? .min
    let until = filter.until?.microseconds ?? .max
    if isAscending {
      let start = since == .min ? self.key() : max(self.key(), since - 1)
      return "\(key) > \(start) AND \(key) < \(until)"
    }
    return "\(key) < \(min(self.key(), until)) AND \(key) >= \(since)"
  }

  /// Returns the requested page of the rows that a statement found.
  ///
  /// SQLite sorts values of other types after all numbers, but converts them to numbers that may be
  /// less. Such a list is refused as damage, because later pages would begin again.
  func page<Item>(_ entries: [Entry<Item>]) throws(StorageError) -> Page<Item> {
    var reached = key()
    for entry in entries {
      let next = entry.cursor.keys[0]
      guard isAscending ? next >= reached : next <= reached else { throw .file(.damaged) }
      reached = next
    }
    guard entries.count > limit else { return Page(entries: entries, next: nil) }
    let entries = Array(entries.prefix(limit))
    let last = entries.last?.cursor
    if let last, last.keys == keys { throw .file(.damaged) }
    return Page(entries: entries, next: last)
  }
}
