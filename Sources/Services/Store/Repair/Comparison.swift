internal import Model

/// The faults that a second look finds, beside those that are told: neither may list all there are
/// of a category.
struct Comparison {
  let faults: [Fault]
  let told: [Fault]
  private let found: Set<Fault>
  private let listed: Set<Fault>

  init(of faults: [Fault], with told: [Fault]) {
    self.faults = faults
    self.told = told
    found = Set(faults)
    listed = Set(told)
  }

  /// One that is not listed may have been counted, as long as there are no more than were told of.
  var hasNothingNew: Bool {
    let counted = Set(told.filter(\.isRest).map(\.category))
    return faults.allSatisfy { fault in
      listed.contains(fault)
        || counted.contains(fault.category)
          && amount(like: fault, in: faults) <= amount(like: fault, in: told)
    }
  }

  /// Whether the second examination no longer finds the fault.
  func isGone(_ fault: Fault) -> Bool {
    if !fault.isRest { return !found.contains(fault) }
    return !faults.contains { $0.category == fault.category && ($0.isRest || !listed.contains($0)) }
  }

  private func amount(like fault: Fault, in faults: [Fault]) -> Int64 {
    faults.reduce(0) { amount, other in
      if other.category != fault.category { return amount }
      if case .rest(_, let count) = other { return amount + count }
      return amount + 1
    }
  }
}
