package import Rendering

/// Where the parts of a page are at each of its offsets, in rows of the window.
package struct PageLayout {
  /// Things to choose from, and how many of them stand side by side.
  package var count = 0
  package var columns = 1
  /// The rows of all of them.
  package var height = 0
  package var window: Int
  /// Above a grid; nil where a title of fixed height is.
  package var header: HeaderLayout?
  package var rows: (Int) -> Range<Int> = { _ in 0..<0 }

  /// The first row that is the list's.
  package func regionTop(at offset: Int) -> Int {
    header.map { $0.barTop(at: offset) + HeaderLayout.bar } ?? TitleBar.rows
  }

  /// Where the first row of the list is, which may be above the region.
  package func listTop(at offset: Int) -> Int {
    header?.listTop(at: offset) ?? TitleBar.rows - offset
  }

  package var lastOffset: Int {
    header?.lastOffset(listRows: height, window: window) ?? max(0, TitleBar.rows + height - window)
  }

  /// The nearest offset at which a thing is to be seen, its beginning where it is too tall.
  package func offset(revealing index: Int, from start: Int) -> Int {
    let rows = rows(index)
    var offset = min(max(start, 0), lastOffset)
    while offset < lastOffset, listTop(at: offset) + rows.upperBound > window,
      listTop(at: offset + 1) + rows.lowerBound >= regionTop(at: offset + 1)
    { offset += 1 }
    while offset > 0, listTop(at: offset) + rows.lowerBound < regionTop(at: offset) { offset -= 1 }
    return offset
  }

  /// The offset at which the list begins at a row of the window, or as near to it as it can.
  package func offset(puttingListAt row: Int) -> Int {
    (0...lastOffset).min { abs(listTop(at: $0) - row) < abs(listTop(at: $1) - row) } ?? 0
  }

  /// The thing itself while half of it is to be seen at an offset, or the next one in its column
  /// that is.
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

  /// The first thing that begins in the window at an offset, or the one that fills it.
  package func firstVisible(at offset: Int) -> Int {
    let (top, end) = (regionTop(at: offset) - listTop(at: offset), window - listTop(at: offset))
    let first = (0..<count).first { rows($0).lowerBound >= top }
    if let first, rows(first).lowerBound < end { return first }
    return (0..<count).first { rows($0).upperBound > top } ?? max(0, count - 1)
  }
}
