/// Integers as bytes, big-endian or little-endian.
package enum ByteOrder {
  package static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  package static func little(_ value: Int, _ count: Int) -> [UInt8] {
    big(value, count).reversed()
  }
}
