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
