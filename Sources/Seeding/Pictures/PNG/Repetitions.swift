/// Finds what was there before within the last 32,768 bytes: chains of places with the same hash.
struct Repetitions {
  static let longest = 258
  private static let window = 32_768
  /// So many places are tried for one repetition.
  private static let patience = 24

  private let bytes: [UInt8]
  private var heads = [Int32](repeating: -1, count: 32_768)
  private var previous = [Int32](repeating: -1, count: window)

  init(in bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes repeat what stands how far before them; of no length where none do.
  struct Match {
    var length = 0
    var distance = 0
  }

  /// The longest repetition of what begins at `place`, if it is longer than `least`.
  func longest(at place: Int, over least: Int) -> Match {
    var best = Match(length: least)
    let most = min(Repetitions.longest, bytes.count - place)
    guard most > 2, least < most else { return Match() }
    var candidate = Int(heads[hash(place)])
    var tries = Repetitions.patience
    while candidate >= 0, place - candidate <= Repetitions.window, tries > 0 {
      if bytes[candidate + best.length] == bytes[place + best.length] {
        var length = 0
        while length < most, bytes[candidate + length] == bytes[place + length] { length += 1 }
        if length > best.length {
          best = Match(length: length, distance: place - candidate)
          if length == most { break }
        }
      }
      let next = Int(previous[candidate & (Repetitions.window - 1)])
      // Its slot has been taken over by a later place: the chain ends.
      if next >= candidate { break }
      candidate = next
      tries -= 1
    }
    return best.distance > 0 && best.length > 2 ? best : Match()
  }

  /// Makes a place known to those behind it.
  mutating func remember(_ place: Int) {
    guard place + 2 < bytes.count else { return }
    let hash = hash(place)
    previous[place & (Repetitions.window - 1)] = heads[hash]
    heads[hash] = Int32(truncatingIfNeeded: place)
  }

  private func hash(_ place: Int) -> Int {
    let three =
      UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
    return Int((three &* 0x9E37_79B1) >> 17)
  }
}
