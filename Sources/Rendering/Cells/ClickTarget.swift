package import Model

/// Something on a screen that can be pressed.
///
/// Whoever draws it marks its cells, so that what is to be seen is what can be pressed.
package enum ClickTarget: Hashable, Sendable {
  /// One of the things of a list or grid, by its place among them and its number in the network.
  case item(Int, of: Int64)
  /// The button that fits who looks, as it is labelled.
  case deed(SafeText)
  case followers, following
  case tab(ProfileTab)
  case author, like, likers
  /// The other one of two lists.
  case otherList
  /// One of the hints in the last line, by its place among them, with what it says.
  case hint(Int, KeyHint)
  /// Who acts.
  case viewer
  case panel, alert
  /// One of the things that a panel offers, by its place among them.
  case choice(Int)
}

/// The cells of a target; without one, cells that were drawn over.
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

  /// As much of it as is left of it on another canvas; nil where that is nothing.
  func moved(x: Int, y: Int, width: Int, height: Int) -> ClickArea? {
    let columns = (self.columns.lowerBound + x..<self.columns.upperBound + x)
      .clamped(to: 0..<width)
    let rows = (self.rows.lowerBound + y..<self.rows.upperBound + y).clamped(to: 0..<height)
    return columns.isEmpty || rows.isEmpty
      ? nil : ClickArea(target: target, columns: columns, rows: rows)
  }
}

/// A key and what it does.
package struct KeyHint: Hashable, Sendable {
  package let key: SafeText
  package let deed: SafeText

  package init(_ key: SafeText, _ deed: SafeText) {
    self.key = key
    self.deed = deed
  }
}
