internal import Model

/// A stable hash over values in order: of text by bytes, of numbers by words.
struct ContentHash: Sendable {
  private var hash = StableHash()

  var value: UInt64 { hash.value }

  mutating func add(_ number: Int) {
    add(UInt64(bitPattern: Int64(number)))
  }

  /// Adds two small numbers as one word.
  mutating func add(_ first: Int, _ second: Int) {
    add(first << 32 ^ second)
  }

  /// Adds the length first, so that the hash depends on where a text ends.
  mutating func add(_ text: String) {
    add(text.utf8.count)
    for byte in text.utf8 { hash.add(UInt64(byte)) }
  }

  mutating func add(_ bytes: [UInt8]) {
    add(bytes.count)
    for byte in bytes { hash.add(UInt64(byte)) }
  }

  private mutating func add(_ word: UInt64) {
    hash.add(word)
    // Multiplication only carries upwards, so this mixes the high half into the low half.
    hash.value ^= hash.value >> 32
  }
}
