/// Which stretch of a list is wanted.
package struct PageRequest: Equatable, Sendable {
  package var limit: Int
  package var after: Cursor?
  /// Turns the list's own order around.
  package var isReversed: Bool

  package init(limit: Int, after: Cursor? = nil, isReversed: Bool = false) {
    self.limit = limit
    self.after = after
    self.isReversed = isReversed
  }
}
