/// A fault that was found, and what became of it.
package struct Finding: Equatable, Sendable {
  package let fault: Fault
  /// Whether a second look, after the repair, found it no more.
  package var isRepaired: Bool

  package init(_ fault: Fault, isRepaired: Bool = false) {
    self.fault = fault
    self.isRepaired = isRepaired
  }
}
