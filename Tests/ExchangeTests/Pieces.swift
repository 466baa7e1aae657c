@testable import Exchange

/// Bytes that are read a few at a time.
final class Pieces: ByteSource {
  private var bytes: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: [UInt8], of size: Int) {
    self.bytes = bytes[...]
    self.size = size
  }

  func next() -> [UInt8] {
    defer { bytes = bytes.dropFirst(size) }
    return Array(bytes.prefix(size))
  }
}
