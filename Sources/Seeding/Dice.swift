/// Random numbers that a seed decides: SplitMix64, the same sequence on every machine.
///
/// Integers only; each thing has dice of its own, so that it can be made again without the others.
struct Dice: Sendable {
  /// What the dice are for: no two purposes see the same numbers.
  enum Purpose: UInt64 {
    case person = 1, name, bio, joining, activity, sociability, follows, times, popularity, likes
    case prose, address, pictures, painting, tales, bios, badge
  }

  private var state: UInt64

  init(_ seed: UInt64, _ purpose: Purpose, _ number: Int = 0) {
    state = Dice.mixed(seed &+ purpose.rawValue &* 0xD6E8_FEB8_6659_FD93)
    state = Dice.mixed(state &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Dice.mixed(state)
  }

  /// A number from 0 up to `count`, which must be positive.
  mutating func below(_ count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  mutating func below(_ count: Int64) -> Int64 {
    Int64(below(Int(count)))
  }

  mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// One of a list that is not empty.
  mutating func pick<Value>(_ list: [Value]) -> Value {
    list[below(list.count)]
  }

  /// From 995 to 200,000: half of all are below 2,000, one in a hundred above 66,000.
  mutating func heavyTail() -> Int {
    200_000_000 / (1_000 + below(200_000))
  }

  private static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
