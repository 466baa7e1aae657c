/// A fault that was found, and what became of it.
package struct Finding: Equatable, Sendable {
  package let fault: Fault
  /// Whether a second look, after the repair, found it no more.
  package let isRepaired: Bool
  /// Whether it was repaired by removing what it is of.
  package let isRemoved: Bool

  package init(_ fault: Fault, isRepaired: Bool = false, isRemoved: Bool = false) {
    self.fault = fault
    self.isRepaired = isRepaired
    self.isRemoved = isRemoved
  }
}
