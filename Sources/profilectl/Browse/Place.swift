/// Where somebody is in something that scrolls.
struct Place: Equatable {
  /// Rows that were scrolled away.
  var offset = 0
  /// Which of the things is chosen.
  var selected = 0
  /// Whether somebody went there: else they look at the beginning, whatever comes before it.
  var isChosen = false
}
