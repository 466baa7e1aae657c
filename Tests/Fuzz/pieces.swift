/// Gives three bytes at a time.
final class Pieces: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  func next() -> [UInt8] {
    defer { rest = rest.dropFirst(3) }
    return Array(rest.prefix(3))
  }
}
