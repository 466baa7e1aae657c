/// Where somebody is in something that scrolls.
package struct Place: Equatable {
  /// Rows that were scrolled away.
  package var offset = 0
  /// Which of the things is chosen.
  package var selected = 0
  /// Whether somebody went there: else they look at the beginning, whatever comes before it.
  package var isChosen = false

  package init(offset: Int = 0, selected: Int = 0) {
    self.offset = offset
    self.selected = selected
  }
}
