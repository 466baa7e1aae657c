/// One stretch of a list that may be longer.
package struct Page<Item: Sendable>: Sendable {
  package var entries: [Entry<Item>]
  /// Where the next stretch begins; nil at the end of the list.
  package var next: Cursor?

  package init(entries: [Entry<Item>], next: Cursor?) {
    self.entries = entries
    self.next = next
  }

  package var items: [Item] { entries.map(\.item) }
}

extension Page: Equatable where Item: Equatable {}

/// An item with its place in the list it was read from.
package struct Entry<Item: Sendable>: Sendable {
  package var item: Item
  package var cursor: Cursor

  package init(_ item: Item, at cursor: Cursor) {
    self.item = item
    self.cursor = cursor
  }
}

extension Entry: Equatable where Item: Equatable {}

/// Which stretch of a list is wanted.
package struct PageRequest: Equatable, Sendable {
  package var limit: Int
  package var after: Cursor?
  /// Turns the list's own order around.
  package var isReversed: Bool

  package init(limit: Int, after: Cursor? = nil, isReversed: Bool = false) {
    self.limit = limit
    self.after = after
    self.isReversed = isReversed
  }
}
