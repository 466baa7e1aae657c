package import Model

/// What a click on a cell activates.
///
/// Views mark its cells.
package enum ClickTarget: Hashable, Sendable {
  /// An item of a list or grid, by its index and its number in the network.
  case item(Int, of: Int64)
  /// The button of a profile, with its label.
  case button(SafeText)
  case followers, following
  case tab(ProfileTab)
  case author, like, likers
  /// The button that shows the other of two lists.
  case otherList
  /// A key hint in the last line, by its index.
  case hint(Int, KeyHint)
  /// The name of the acting user.
  case viewer
  case panel, alert
  /// A choice of a panel, by its index.
  case choice(Int)
  /// A web address, which the terminal opens; see `LinkCells`.
  case web(SafeText)
}

/// The cells of a target, or without a target, cells that a later drawing covers.
struct ClickArea: Equatable {
  let target: ClickTarget?
  let columns: Range<Int>
  let rows: Range<Int>

  func contains(x: Int, y: Int) -> Bool {
    columns.contains(x) && rows.contains(y)
  }

  func overlaps(_ other: ClickArea) -> Bool {
    columns.overlaps(other.columns) && rows.overlaps(other.rows)
  }

  /// The part of the area inside another canvas, if any.
  func moved(x: Int, y: Int, width: Int, height: Int) -> ClickArea? {
    let columns = (self.columns.lowerBound + x..<self.columns.upperBound + x)
      .clamped(to: 0..<width)
    let rows = (self.rows.lowerBound + y..<self.rows.upperBound + y).clamped(to: 0..<height)
    return columns.isEmpty || rows.isEmpty
      ? nil : ClickArea(target: target, columns: columns, rows: rows)
  }
}

/// A key and the name of its action.
package struct KeyHint: Hashable, Sendable {
  package let key: SafeText
  package let meaning: SafeText

  package init(_ key: SafeText, _ meaning: SafeText) {
    (self.key, self.meaning) = (key, meaning)
  }
}
