/// Random numbers from a seed: SplitMix64, the same sequence on every machine.
///
/// Each user, post and picture has its own generator, so that each can be generated alone.
struct SeededRandom: Sendable {
  /// The purpose of a sequence; each purpose has its own.
  enum Purpose: UInt64 {
    case person = 1, name, bio, joining, activity, sociability, follows, times, popularity, likes
    case text, mention, pictures, painting, openings, bios, badge
    case conversation, sentences, replyText, quotes, reposts, followTimes
  }

  private var state: UInt64

  init(_ seed: UInt64, _ purpose: Purpose, _ number: Int = 0) {
    state = SeededRandom.mixed(seed &+ purpose.rawValue &* 0xD6E8_FEB8_6659_FD93)
    state = SeededRandom.mixed(state &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SeededRandom.mixed(state)
  }

  /// A number from 0 to `count` - 1; `count` must be positive.
  mutating func below(_ count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  mutating func below(_ count: Int64) -> Int64 {
    Int64(below(Int(count)))
  }

  mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// An element of a list, which must not be empty.
  mutating func pick<Value>(_ list: [Value]) -> Value {
    list[below(list.count)]
  }

  /// A number from 995 to 200,000: half are below 2,000, one in a hundred is above 66,000.
  mutating func heavyTail() -> Int {
    200_000_000 / (1_000 + below(200_000))
  }

  /// A time from one to 200,000 units after `start`, mostly soon, and before `end` if possible.
  mutating func time(after start: Int64, until end: Int64, unit: Int64) -> Int64 {
    let delay = 1 + below(Int64(heavyTail()) * unit)
    return start + delay <= end ? start + delay : start + 1 + below(max(1, end - start))
  }

  private static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
