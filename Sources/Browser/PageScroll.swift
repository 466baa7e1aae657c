/// Moves the position in one page, and the chosen row with it.
struct PageScroll {
  let layout: PageLayout
  let time: Int64
  let hasMotion: Bool
  /// The longest stretch past the top in points; nil for a page that can't be pulled.
  let pullLimit: Double?
  var position: ListPosition
  var motion: ScrollMotion

  /// Chooses another row and shows it; scrolls a page without rows to choose.
  mutating func move(columns: Int = 0, rows: Int = 0) {
    guard layout.count > 0 else { return scroll(by: rows, pulls: rows < 0) }
    if isTallerAndCut(rows) {
      position.offset += rows
      return
    }
    if rows < 0, position.selected < layout.columns {
      // The header is above the first row.
      return position.offset > 0 ? go(to: 0) : pullDown()
    }
    if columns != 0 {
      let column = position.selected % layout.columns + columns
      guard (0..<layout.columns).contains(column) else { return }
    }
    var selected = position.selected + columns + rows * layout.columns
    if rows > 0, selected >= layout.count {
      // The last row may be shorter than the one above it.
      guard position.selected / layout.columns < (layout.count - 1) / layout.columns else {
        return go(to: layout.lastOffset)
      }
      selected = layout.count - 1
    }
    guard (0..<layout.count).contains(selected) else { return }
    position.selected = selected
    go(to: layout.offset(revealing: selected, from: position.offset))
  }

  /// Whether the chosen row of a list is taller than the window, and goes on above or below it.
  private func isTallerAndCut(_ direction: Int) -> Bool {
    guard direction != 0, layout.columns == 1 else { return false }
    let (top, rows) = (layout.listTop(at: position.offset), layout.rows(position.selected))
    let region = layout.regionTop(at: position.offset)..<layout.window
    guard rows.count > region.count else { return false }
    return direction > 0
      ? top + rows.upperBound > region.upperBound : top + rows.lowerBound < region.lowerBound
  }

  /// Moves a window up or down, and the chosen row with it.
  mutating func movePage(_ direction: Int) {
    let offset = position.offset
    let step = max(1, layout.window - layout.regionTop(at: offset) - 2)
    if direction < 0, offset == 0 { return pullDown() }
    let target = min(max(0, offset + direction * step), layout.lastOffset)
    if layout.count > 0 {
      let isEnd = target == layout.lastOffset && direction > 0
      position.selected = isEnd ? layout.count - 1 : layout.firstVisible(at: target)
    }
    go(to: target)
  }

  mutating func moveToFirst() {
    position.selected = 0
    go(to: 0)
  }

  mutating func moveToLast() {
    position.selected = max(0, layout.count - 1)
    go(to: layout.lastOffset)
  }

  /// Scrolls, and keeps the chosen row visible, since keys act on it.
  mutating func scroll(by rows: Int, pulls: Bool = false, glides: Bool = false) {
    let shown = motion.offset(at: time, restingAt: position.offset)
    motion.animation = nil
    if rows < 0, position.offset == 0 { return pulls ? pullDown() : () }
    motion = ScrollMotion()
    position.offset = min(max(0, position.offset + rows), layout.lastOffset)
    if glides, hasMotion, shown >= 0, abs(position.offset - shown) > 1 {
      motion.animation = ScrollAnimation(
        from: shown, to: position.offset, since: time, isGlide: true)
    }
    position.selected = layout.nearestVisible(to: position.selected, at: position.offset)
  }

  private mutating func go(to offset: Int) {
    let start = motion.offset(at: time, restingAt: position.offset)
    motion = ScrollMotion()
    position.offset = offset
    if hasMotion, abs(offset - start) > 1, start >= 0 {
      motion.animation = ScrollAnimation(from: start, to: offset, since: time)
    }
  }

  private mutating func pullDown() {
    if let pullLimit { motion.pull(120, limit: pullLimit, at: time) }
  }

  /// Shows the page where the viewer left it, or the chosen row if the window would not show that.
  mutating func comeBack() {
    clampToEnd()
    if !showsSomeOfChosen { keepInView() }
  }

  private var showsSomeOfChosen: Bool {
    let (top, rows) = (layout.listTop(at: position.offset), layout.rows(position.selected))
    return top + rows.upperBound > layout.regionTop(at: position.offset)
      && top + rows.lowerBound < layout.window
  }

  /// Scrolls to the chosen row after the window changed its size.
  ///
  /// At the top, the first row may be cut below a full header.
  mutating func keepInView() {
    guard layout.count > 0 else { return clampToEnd() }
    let top = layout.listTop(at: 0) + layout.rows(position.selected).lowerBound
    let isAtTop = position.selected < layout.columns || top < layout.window
    if position.offset == 0, isAtTop { return }
    reveal()
  }

  /// Whether the chosen row is visible, or as much of it as the window can show.
  var isInSight: Bool {
    layout.offset(revealing: position.selected, from: position.offset) == position.offset
  }

  mutating func reveal() {
    guard layout.count > 0 else { return }
    position.offset = layout.offset(revealing: position.selected, from: position.offset)
  }

  /// Shows the chosen row of a new page in the upper third, below the rows before it.
  mutating func begin() {
    reveal()
    let top = layout.rows(position.selected).lowerBound - layout.window / 3
    position.offset = min(max(position.offset, top), layout.lastOffset)
  }

  /// Chooses the first row if the chosen one is below the window at the top of the page.
  mutating func stayAtTop() {
    let top = layout.listTop(at: 0) + layout.rows(position.selected).lowerBound
    if position.selected >= layout.columns, top >= layout.window { position.selected = 0 }
  }

  mutating func clampToEnd() {
    position.offset = min(position.offset, layout.lastOffset)
  }
}
