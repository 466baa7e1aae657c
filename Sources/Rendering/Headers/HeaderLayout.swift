/// The rows of the tab bar and the list at each scroll offset.
package struct HeaderLayout: Equatable, Sendable {
  /// The height of the tab bar: 42 points.
  package static let bar = 2

  package let style: HeaderStyle
  /// The rows above the bar at offset 0.
  package let header: Int
  /// The rows above the bar that always stay visible.
  package let pinned: Int

  /// The first row of the bar.
  package func barTop(at offset: Int) -> Int {
    switch style {
    case .stretchy, .threeState: max(min(pinned, header), header - offset)
    case .fading: PointScale.rows(fading(at: offset).listTop)
    }
  }

  /// The first row of the list, which the bar may cover.
  package func listTop(at offset: Int) -> Int {
    switch style {
    case .stretchy, .threeState: header + HeaderLayout.bar - offset
    case .fading: barTop(at: offset) + HeaderLayout.bar - max(0, offset - pinned)
    }
  }

  func fading(at offset: Int) -> FadingMotion {
    FadingMotion(
      offset: Double(offset) * PointScale.row, tallest: Double(header) * PointScale.row,
      lowest: Double(pinned) * PointScale.row)
  }

  /// The offset that shows the end of the list at the end of the window; 0 if the whole list fits.
  package func lastOffset(listRows: Int, window: Int) -> Int {
    guard listTop(at: 0) + listRows > window else { return 0 }
    switch style {
    case .stretchy, .threeState: return listTop(at: 0) + listRows - window
    // After fading, the list begins below the title and the bar.
    case .fading:
      return max(min(pinned, header), 2 * pinned + HeaderLayout.bar + listRows - window)
    }
  }
}

/// How the header of a profile moves while scrolling.
package enum HeaderStyle: String, Sendable, CaseIterable {
  case stretchy
  case threeState = "three-state"
  case fading

  /// The next style, which the key `H` chooses.
  package var next: HeaderStyle {
    let all = HeaderStyle.allCases
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + 1) % all.count]
  }
}

/// Converts points, the unit of header effects: a row is 20 points high, a column 10 points wide.
package enum PointScale {
  package static let row = 20.0
  package static let column = 10.0

  /// The nearest number of rows.
  package static func rows(_ points: Double) -> Int {
    Int((points / row).rounded())
  }

  package static func columns(_ points: Double) -> Int {
    Int((points / column).rounded())
  }
}
