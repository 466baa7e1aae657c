package import Model

/// A list as far as it was loaded, and where somebody is in it.
package struct Series<Item: Equatable & Sendable>: Equatable {
  package private(set) var items: [Item] = []
  package private(set) var next: Cursor?
  /// Whether anything was loaded yet.
  package private(set) var isLoaded = false
  /// Whether the next stretch is on its way.
  package var isLoading = false
  package var place = Place()
  /// Another one for each other content, so that drawings of it can be kept.
  package private(set) var version = 0

  package var selected: Item? {
    items.indices.contains(place.selected) ? items[place.selected] : nil
  }

  /// Takes the list from its beginning; who was chosen stays so, wherever they are now.
  package mutating func replace<ID: Equatable>(with page: Page<Item>, by id: (Item) -> ID) {
    let chosen = selected.map(id)
    next = page.next
    if page.items == items, isLoaded { return }
    items = page.items
    isLoaded = true
    version += 1
    let same = chosen.flatMap { chosen in items.firstIndex { id($0) == chosen } }
    place.selected = same ?? (place.isChosen ? min(place.selected, max(0, items.count - 1)) : 0)
  }

  /// Above whoever was chosen so many others are looked through that were not there.
  private static var mostNewcomers: Int { 1_000 }

  /// Whether a part of the list from its beginning may end before who was chosen, so that more of
  /// it is to be read; they may be gone, too.
  package func isBeyond<ID: Equatable>(_ page: Page<Item>, by id: (Item) -> ID) -> Bool {
    guard place.isChosen, page.next != nil, page.items.count < items.count + Series.mostNewcomers,
      let chosen = selected.map(id)
    else { return false }
    return !page.items.contains { id($0) == chosen }
  }

  /// Takes the stretch behind what is there, unless the end of that is another one by now.
  package mutating func append(_ page: Page<Item>, after cursor: Cursor) {
    isLoading = false
    guard cursor == next else { return }
    next = page.next
    if page.items.isEmpty { return }
    items += page.items
    version += 1
  }
}
