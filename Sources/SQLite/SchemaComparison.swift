/// Holds the rows of a schema against the one that is expected, in any order.
struct SchemaComparison {
  private let expected: [SchemaObject]
  private var isFound: [Bool]
  private var hasStranger = false

  init(with expected: [SchemaObject]) {
    self.expected = expected
    isFound = [Bool](repeating: false, count: expected.count)
  }

  /// Whether every object was found once, and nothing else.
  var isEqual: Bool { !hasStranger && !isFound.contains(false) }

  mutating func take(_ isHeld: (SchemaObject) -> Bool) {
    guard let place = expected.firstIndex(where: isHeld), !isFound[place] else {
      hasStranger = true
      return
    }
    isFound[place] = true
  }
}
