/// A fault that was found, and what became of it.
package struct Finding: Equatable, Sendable {
  /// What became of what was wrong.
  package enum Fate: Sendable {
    case stands
    /// A second look, after the repair, found it no more.
    case repaired
    /// The same, by removing what it was of.
    case removed
  }

  package let fault: Fault
  package let fate: Fate

  package init(_ fault: Fault, _ fate: Fate = .stands) {
    self.fault = fault
    self.fate = fate
  }

  package var isRepaired: Bool { fate != .stands }
}
