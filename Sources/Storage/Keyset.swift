package import Model

/// The start and the direction of a page.
///
/// A page continues after the keys of the last item, so that pages neither repeat nor skip items
/// while others write. Engines add the parts of statements.
package struct Keyset {
  /// The direction of a list that is not reversed.
  package enum Direction {
    case ascending, descending
  }

  package let isAscending: Bool
  package let limit: Int
  private let keys: [Int64]

  private init(isAscending: Bool, limit: Int, keys: [Int64]) {
    (self.isAscending, self.limit, self.keys) = (isAscending, limit, keys)
  }

  package init(
    _ request: PageRequest, by order: Cursor.Order, _ direction: Direction
  ) throws(StorageError) {
    if let after = request.after, after.order != order { throw .foreignCursor(after) }
    self.init(
      isAscending: (direction == .ascending) != request.isReversed, limit: request.limit,
      keys: request.after?.keys ?? [])
  }

  /// The same list after a cursor, or from the start of the page if nil, with another limit.
  package func after(_ cursor: Cursor?, limit: Int) -> Keyset {
    Keyset(isAscending: isAscending, limit: limit, keys: cursor?.keys ?? keys)
  }

  /// One row more than the page holds, which shows whether the list continues.
  package var rowLimit: Int { limit + 1 }

  /// The key after which the page begins: that of the cursor, or one before all items.
  package func key(_ index: Int = 0) -> Int64 {
    index < keys.count ? keys[index] : isAscending ? .min : .max
  }

  /// Whether the page begins at the greatest key, and no filter limits it from above.
  package var beginsAtTop: Bool { !isAscending && keys.isEmpty }

  /// Whether one list of keys comes before another in the direction of the page.
  package func isOrdered(_ one: [Int64], _ other: [Int64]) -> Bool {
    isAscending ? one.lexicographicallyPrecedes(other) : other.lexicographicallyPrecedes(one)
  }

  /// Returns the requested page of the rows that a statement found.
  ///
  /// A damaged file may hold values that are not sorted by their numbers. Such a list is refused,
  /// because later pages would begin again.
  package func page<Item>(_ entries: [Entry<Item>]) throws(StorageError) -> Page<Item> {
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
