package import Rendering

/// The places of the parts of a page at each offset, in rows of the window.
package struct PageLayout {
  /// The number of rows of the list that can be chosen, and how many stand side by side.
  package var count = 0
  package var columns = 1
  /// The height of the list.
  package var height = 0
  package var window: Int
  /// The header above a grid; nil for a title bar.
  package var header: HeaderLayout?
  package var rows: (Int) -> Range<Int> = { _ in 0..<0 }

  /// The first row of the window that belongs to the list.
  package func regionTop(at offset: Int) -> Int {
    header?.regionTop(at: offset) ?? TitleBar.rows
  }

  /// The place of the list's first row, which may be scrolled out of the region.
  package func listTop(at offset: Int) -> Int {
    header?.listTop(at: offset) ?? TitleBar.rows - offset
  }

  package var lastOffset: Int {
    header?.lastOffset(listRows: height, window: window) ?? max(0, TitleBar.rows + height - window)
  }

  /// The nearest offset that shows a row, or its top if it is taller than the window.
  package func offset(revealing index: Int, from start: Int) -> Int {
    let rows = rows(index)
    var offset = min(max(start, 0), lastOffset)
    while offset < lastOffset, listTop(at: offset) + rows.upperBound > window,
      listTop(at: offset + 1) + rows.lowerBound >= regionTop(at: offset + 1)
    { offset += 1 }
    while offset > 0, listTop(at: offset) + rows.lowerBound < regionTop(at: offset) { offset -= 1 }
    return offset
  }

  /// The offset at which the list begins nearest to a row of the window.
  package func offset(puttingListAt row: Int) -> Int {
    (0...lastOffset).min { abs(listTop(at: $0) - row) < abs(listTop(at: $1) - row) } ?? 0
  }

  /// The row at `index` if its middle is visible, else the nearest row of its column whose middle
  /// is.
  package func nearestVisible(to index: Int, at offset: Int) -> Int {
    let (top, end) = (regionTop(at: offset) - listTop(at: offset), window - listTop(at: offset))
    func middle(_ index: Int) -> Int {
      let rows = rows(index)
      return rows.lowerBound + (rows.count - 1) / 2
    }
    var index = index
    while middle(index) < top, index / columns < (count - 1) / columns {
      index = min(index + columns, count - 1)
    }
    while middle(index) >= end, index >= columns { index -= columns }
    return index
  }

  /// The first row that begins in the window, or the one that fills it.
  package func firstVisible(at offset: Int) -> Int {
    let (top, end) = (regionTop(at: offset) - listTop(at: offset), window - listTop(at: offset))
    let first = (0..<count).first { rows($0).lowerBound >= top }
    if let first, rows(first).lowerBound < end { return first }
    return (0..<count).first { rows($0).upperBound > top } ?? max(0, count - 1)
  }
}
