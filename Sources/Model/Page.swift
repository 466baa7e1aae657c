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
