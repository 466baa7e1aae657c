/// A 64-bit FNV-1a hash over values in order: text byte by byte, numbers word by word.
struct ContentHash: Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

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
    for byte in text.utf8 { step(UInt64(byte)) }
  }

  mutating func add(_ bytes: [UInt8]) {
    add(bytes.count)
    for byte in bytes { step(UInt64(byte)) }
  }

  private mutating func add(_ word: UInt64) {
    step(word)
    // Multiplication carries only upwards; this mixes the high half into the low half.
    value ^= value >> 32
  }

  private mutating func step(_ bits: UInt64) {
    value = (value ^ bits) &* 0x100_0000_01B3
  }
}
