import Browser

/// Which rows of a page are shown in a window that may be lower than the page.
struct WatchScroll: Equatable {
  /// The row of the page at the top of the window.
  private(set) var offset = 0
  /// The last row that may be at the top.
  private var end = 0
  private var window = 0

  var isNeeded: Bool { end > 0 }

  /// Keeps to what there is of a page of so many rows in a window of so many.
  mutating func fit(rows: Int, in window: Int) {
    end = max(0, rows - window)
    self.window = window
    move(to: offset)
  }

  /// A page leaves two rows of the one before in sight, where there are so many.
  mutating func scroll(by key: KeyPress) {
    let page = max(1, window - 2)
    switch KeyTable.action(for: key) {
    case .up: move(to: offset - 1)
    case .down: move(to: offset + 1)
    case .pageUp: move(to: offset - page)
    case .pageDown: move(to: offset + page)
    case .first: move(to: 0)
    case .last: move(to: end)
    default: break
    }
  }

  private mutating func move(to row: Int) {
    offset = min(max(0, row), end)
  }
}
