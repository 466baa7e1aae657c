/// How a bulk write treats its items.
package struct BulkMode: Sendable {
  /// Saves the good items and reports the others, instead of saving all or none.
  package var keepsGoing: Bool
  /// Does everything but saving.
  package var isRehearsal: Bool

  package init(keepsGoing: Bool = false, isRehearsal: Bool = false) {
    self.keepsGoing = keepsGoing
    self.isRehearsal = isRehearsal
  }
}
