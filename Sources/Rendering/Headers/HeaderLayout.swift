/// Where bar and list of a profile are at an offset; all in rows.
package struct HeaderLayout: Equatable, Sendable {
  /// Of the slide bar: 42 points.
  package static let bar = 2

  package let style: HeaderStyle
  /// The rows above the bar at rest.
  package let header: Int
  /// The rows above the bar that stay however far one scrolls.
  package let pinned: Int

  /// Where the bar begins.
  package func barTop(at offset: Int) -> Int {
    switch style {
    case .stretchy, .threeState: max(min(pinned, header), header - offset)
    case .fading: Points.rows(fading(at: offset).listTop)
    }
  }

  /// Where the first row of the list is, which the bar may hide.
  package func listTop(at offset: Int) -> Int {
    switch style {
    case .stretchy, .threeState: header + HeaderLayout.bar - offset
    case .fading: barTop(at: offset) + HeaderLayout.bar - max(0, offset - pinned)
    }
  }

  func fading(at offset: Int) -> FadingMotion {
    FadingMotion(
      offset: Double(offset) * Points.row, tallest: Double(header) * Points.row,
      lowest: Double(pinned) * Points.row)
  }

  /// The offset at which the end of a list is at the end of a window; 0 where all of it is to be
  /// seen without scrolling.
  package func lastOffset(listRows: Int, window: Int) -> Int {
    guard listTop(at: 0) + listRows > window else { return 0 }
    switch style {
    case .stretchy, .threeState: return listTop(at: 0) + listRows - window
    // Once it has faded, the list begins below the title and the bar.
    case .fading:
      return max(min(pinned, header), 2 * pinned + HeaderLayout.bar + listRows - window)
    }
  }
}
