/// Draws the numbers below a count in random order, each once in a round.
///
/// Two draws of a number are at least about three quarters of a round apart.
struct ShuffledRounds {
  /// The numbers not yet drawn in this round, then the drawn ones.
  private var numbers: [UInt8]
  private var draws = 0
  /// Whether the first round is over.
  private(set) var hasFinishedRound = false

  init(_ count: Int, with random: inout SeededRandom) {
    precondition(count <= 256, "A round has at most 256 numbers.")
    numbers = (0..<count).map(UInt8.init)
    for index in numbers.indices.reversed() { numbers.swapAt(index, random.below(index + 1)) }
  }

  /// The next number that fits, if any.
  ///
  /// `random` is not stored, because several rounds use one generator. A number that does not fit
  /// counts as drawn. Otherwise all sentences of a season would be used on its first day.
  mutating func next(
    with random: inout SeededRandom, where fits: (Int) -> Bool = { _ in true }
  ) -> Int? {
    for _ in numbers.indices {
      let number = numbers.removeFirst()
      let isFitting = fits(Int(number))
      // A random position near the end, so that rounds differ.
      let latest = isFitting ? min(draws, numbers.count / 4) : 0
      numbers.insert(number, at: numbers.count - random.below(latest + 1))
      draws += 1
      if draws == numbers.count { (draws, hasFinishedRound) = (0, true) }
      if isFitting { return Int(number) }
    }
    return nil
  }
}
