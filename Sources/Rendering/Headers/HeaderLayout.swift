/// The rows of the bar and the list of a profile at each scroll offset.
package struct HeaderLayout: Equatable, Sendable {
  /// The rows of the tabs with their line, and of the bar that stays at the top.
  package static let bar = 2
  /// The fewest rows of scrolling for a visible header effect.
  static let leastRange = 12

  package let style: HeaderStyle
  /// The rows above the tabs at offset 0.
  package let header: Int
  /// The blank rows below the tabs, which scroll with the list.
  package let gap: Int
  /// The rows of the banner at offset 0.
  let banner: Int

  /// The rows that stay at the top after the header scrolled away.
  package var pinned: Int { style == .threeState ? 3 : HeaderLayout.bar }

  /// The offset at which the header has finished changing.
  package var range: Int {
    switch style {
    case .stretchy: max(stuck + 4, HeaderLayout.leastRange)
    case .threeState: max(stuck, turn + HeaderLayout.leastRange - 1)
    case .fading: max(header, HeaderLayout.leastRange)
    }
  }

  /// The offset at which the tabs reach the bar.
  var stuck: Int { max(0, header + HeaderLayout.bar - pinned) }

  /// The offset at which the banner of a three-state header has the height of the bar.
  var turn: Int { max(0, banner - pinned) }

  /// The first row that belongs to the list.
  package func regionTop(at offset: Int) -> Int {
    let rest = header + HeaderLayout.bar
    guard style == .fading else { return max(min(pinned, rest), rest - offset) }
    return PointScale.rows(fading(at: offset).listTop)
  }

  package func tabRow(at offset: Int) -> Int {
    max(min(pinned - 1, header), regionTop(at: offset) - HeaderLayout.bar)
  }

  /// The first row of the list; the header may cover it.
  package func listTop(at offset: Int) -> Int {
    let scrolled = style == .fading ? max(0, offset - range) : offset
    let start = style == .fading ? regionTop(at: offset) : header + HeaderLayout.bar
    return start + gap - scrolled
  }

  func fading(at offset: Int) -> FadingMotion {
    FadingMotion(
      offset: Double(offset) * PointScale.row,
      tallest: Double(header + HeaderLayout.bar) * PointScale.row,
      lowest: Double(pinned) * PointScale.row, range: Double(range) * PointScale.row)
  }

  /// The offset at which the list ends at the end of the window; 0 if the whole list fits.
  package func lastOffset(listRows: Int, window: Int) -> Int {
    guard listTop(at: 0) + listRows > window else { return 0 }
    guard style == .fading else { return listTop(at: 0) + listRows - window }
    // After fading, the list begins below the bar.
    return range + max(0, pinned + gap + listRows - window)
  }
}

/// The effect of the header of a profile while scrolling.
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

/// Converts points, the unit of header effects: a row is 20 points high, and a column 10 points
/// wide.
package enum PointScale {
  package static let row = 20.0
  package static let column = 10.0

  package static func rows(_ points: Double) -> Int {
    Int((points / row).rounded())
  }

  package static func columns(_ points: Double) -> Int {
    Int((points / column).rounded())
  }
}
