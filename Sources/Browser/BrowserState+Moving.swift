import Model
package import Rendering

/// How one gets about on a page.
extension BrowserState {
  /// The offset that is shown now, which may be on its way to where it should be.
  package var shownOffset: Int { shownOffset(at: time) }

  /// The same at another time, if no key comes before.
  package func shownOffset(at time: Int64) -> Int {
    let pulled = PointScale.rows(pull.points(at: time))
    if pulled > 0 { return -pulled }
    return glide?.offset(at: time) ?? content.place.offset
  }

  /// Chooses another thing and shows it; where there is nothing to choose, scrolls.
  package mutating func move(columns: Int = 0, rows: Int = 0) {
    let layout = layout
    guard layout.count > 0 else { return scroll(by: rows, pulls: rows < 0) }
    let place = content.place
    if rows < 0, place.selected < layout.columns {
      // Above the first row is the header.
      return place.offset > 0 ? go(to: 0) : pullDown()
    }
    if columns != 0 {
      let column = place.selected % layout.columns + columns
      guard (0..<layout.columns).contains(column) else { return }
    }
    var selected = place.selected + columns + rows * layout.columns
    if rows > 0, selected >= layout.count {
      // The last row may be shorter than the one above it.
      guard place.selected / layout.columns < (layout.count - 1) / layout.columns else {
        return go(to: layout.lastOffset)
      }
      selected = layout.count - 1
    }
    guard (0..<layout.count).contains(selected) else { return }
    content.place.selected = selected
    go(to: layout.offset(revealing: selected, from: place.offset))
  }

  /// A window up or down, and what is chosen with it.
  package mutating func movePage(_ direction: Int) {
    let layout = layout
    let offset = content.place.offset
    let step = max(1, layout.window - layout.regionTop(at: offset) - 2)
    if direction < 0, offset == 0 { return pullDown() }
    let target = min(max(0, offset + direction * step), layout.lastOffset)
    if layout.count > 0 {
      let isEnd = target == layout.lastOffset && direction > 0
      content.place.selected = isEnd ? layout.count - 1 : layout.firstVisible(at: target)
    }
    go(to: target)
  }

  package mutating func moveToFirst() {
    content.place.selected = 0
    go(to: 0)
  }

  package mutating func moveToLast() {
    let layout = layout
    content.place.selected = max(0, layout.count - 1)
    go(to: layout.lastOffset)
  }

  /// Scrolls without a glide: a wheel sends enough of it by itself.
  ///
  /// What is chosen stays in sight, for keys act on it.
  package mutating func scroll(by rows: Int, pulls: Bool = false) {
    let place = content.place
    glide = nil
    if rows < 0, place.offset == 0 { return pulls ? pullDown() : () }
    pull = Pull()
    let layout = layout
    content.place.offset = min(max(0, place.offset + rows), layout.lastOffset)
    content.place.selected = layout.nearestVisible(to: place.selected, at: content.place.offset)
  }

  private mutating func go(to offset: Int) {
    let start = shownOffset
    pull = Pull()
    content.place.offset = offset
    glide =
      hasMotion && abs(offset - start) > 1 && start >= 0
      ? Glide(from: start, to: offset, since: time) : nil
  }

  private mutating func pullDown() {
    guard hasMotion, case .profile = content, header != .fading else { return }
    pull.pull(120, limit: Double(window) * PointScale.row / 3, at: time)
  }

  /// Back on a page or a tab: it is where it was left, unless by now what is chosen is out of
  /// sight.
  package mutating func comeBack() {
    clampToEnd()
    if !showsSomeOfChosen { keepInView() }
  }

  /// Whether any row of what is chosen is on the screen, below what stands above the list.
  private var showsSomeOfChosen: Bool {
    let (layout, place) = (layout, content.place)
    let (top, rows) = (layout.listTop(at: place.offset), layout.rows(place.selected))
    return top + rows.upperBound > layout.regionTop(at: place.offset)
      && top + rows.lowerBound < layout.window
  }

  /// Afterwards the chosen thing is on the screen, which may have another size; of the first row,
  /// if its top is under a full header, so much as there is.
  package mutating func keepInView() {
    let layout = layout
    let place = content.place
    guard layout.count > 0 else { return clampToEnd() }
    let top = layout.listTop(at: 0) + layout.rows(place.selected).lowerBound
    let isAtTop = place.selected < layout.columns || top < layout.window
    if place.offset == 0, isAtTop { return }
    content.place.offset = layout.offset(revealing: place.selected, from: place.offset)
  }

  /// Takes another header without moving the list on the screen, as far as it can begin there; what
  /// the header would hide of what is chosen is brought into view.
  package mutating func change(to style: HeaderStyle) {
    let (before, place, isInSight) = (layout, content.place, isInSight)
    header = style
    settle()
    guard place.offset > 0 else { return }
    content.place.offset = layout.offset(puttingListAt: before.listTop(at: place.offset))
    if isInSight { reveal() }
  }

  /// Whether all of what is chosen is in view, or as much of it as fits.
  package var isInSight: Bool {
    let place = content.place
    return layout.offset(revealing: place.selected, from: place.offset) == place.offset
  }

  /// Brings what is chosen into view, whatever is above it.
  package mutating func reveal() {
    let layout = layout
    guard layout.count > 0 else { return }
    let place = content.place
    content.place.offset = layout.offset(revealing: place.selected, from: place.offset)
  }

  /// At the beginning what is chosen stays so while any of it is in sight: under a full header the
  /// first row of a grid is cut.
  package mutating func stayAtTop() {
    let (layout, selected) = (layout, content.place.selected)
    let top = layout.listTop(at: 0) + layout.rows(selected).lowerBound
    if selected >= layout.columns, top >= layout.window { content.place.selected = 0 }
  }

  /// Pictures that come make rows higher: the end is still the end, and what is chosen in sight.
  package mutating func keepingPlace(_ change: (inout BrowserState) -> Void) {
    let (before, place) = (layout, content.place)
    let isAtEnd = place.offset > 0 && place.offset == before.lastOffset
    let isInSight = isInSight
    change(&self)
    let after = layout
    guard after.height != before.height, place.offset > 0 else { return }
    if isAtEnd { content.place.offset = after.lastOffset } else if isInSight { reveal() }
    if content.place.offset != place.offset { settle() }
  }

  package mutating func clampToEnd() {
    let last = layout.lastOffset
    if content.place.offset > last { content.place.offset = last }
  }
}
