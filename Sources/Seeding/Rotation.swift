/// Deals the numbers up to a count in an order that dice decide, in rounds: none again before each
/// of the others had its turn.
struct Rotation {
  /// Those that wait for their turn, and behind them those that had it in this round.
  private var numbers: [UInt8]
  private var turns = 0
  /// Whether every number had a turn.
  private(set) var isWorn = false

  init(_ count: Int, with dice: inout Dice) {
    numbers = (0..<count).map(UInt8.init)
    for place in numbers.indices.reversed() { numbers.swapAt(place, dice.below(place + 1)) }
  }

  /// Nil where none fits.
  ///
  /// What doesn't fit has had its turn: otherwise all that a season allows would be said on its
  /// first day.
  mutating func next(
    with dice: inout Dice, where fits: (Int) -> Bool = { _ in true }
  ) -> Int? {
    for _ in numbers.indices {
      let number = numbers.removeFirst()
      let isFitting = fits(Int(number))
      // Not quite behind all others, so that no two rounds are alike.
      let latest = isFitting ? min(turns, numbers.count / 4) : 0
      numbers.insert(number, at: numbers.count - dice.below(latest + 1))
      turns += 1
      if turns == numbers.count { (turns, isWorn) = (0, true) }
      if isFitting { return Int(number) }
    }
    return nil
  }
}
