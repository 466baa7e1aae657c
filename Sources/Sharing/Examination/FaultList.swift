internal import Model

/// Faults as an examination lists them: the first of each category, and the number of the others.
struct FaultList {
  private static let mostListed = 200

  private var faults: [Fault] = []
  /// The number of faults of each category, in the order in which the categories came.
  private var counts: [(category: Fault.Category, count: Int)] = []

  mutating func add(_ fault: Fault) {
    guard let category = fault.category else { return faults.append(fault) }
    let index = counts.firstIndex { $0.category == category } ?? counts.count
    if index == counts.count { counts.append((category, 0)) }
    counts[index].count += 1
    if counts[index].count <= FaultList.mostListed { faults.append(fault) }
  }

  var listed: [Fault] {
    faults
      + counts.filter { $0.count > FaultList.mostListed }.map { category, count in
        .rest(category, count: Int64(count - FaultList.mostListed))
      }
  }
}
