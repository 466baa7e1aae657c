/// Reads untrusted bytes; reading past the end is an error, not a trap.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position = 0
  /// The number of bytes of the file after these.
  let missing: Int

  init(_ bytes: [UInt8], missing: Int = 0) {
    (self.bytes, self.missing) = (bytes, missing)
  }

  var left: Int { bytes.count - position }

  /// Whether the next bytes are these.
  func continues(with expected: [UInt8]) -> Bool { bytes[position...].starts(with: expected) }

  mutating func byte() throws(PictureError) -> UInt8 {
    guard left > 0 else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  /// A big-endian number of at most four bytes.
  mutating func big(_ count: Int) throws(PictureError) -> Int {
    var value = 0
    for _ in 0..<count { value = value << 8 | Int(try byte()) }
    return value
  }

  /// A little-endian number of at most four bytes.
  mutating func little(_ count: Int) throws(PictureError) -> Int {
    var value = 0
    for place in 0..<count { value |= Int(try byte()) << (8 * place) }
    return value
  }

  mutating func skip(_ count: Int) throws(PictureError) {
    guard count >= 0, count <= left else { throw .truncated }
    position += count
  }

  /// Reads the next `count` bytes as a reader of their own.
  mutating func part(_ count: Int) throws(PictureError) -> ByteReader {
    let start = position
    try skip(count)
    return ByteReader(Array(bytes[start..<position]))
  }
}
