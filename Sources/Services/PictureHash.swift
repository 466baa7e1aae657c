/// What a picture is known by: the SHA-256 of its original bytes.
struct PictureHash: Hashable, Sendable {
  /// 32 of them.
  let bytes: [UInt8]

  init(of content: [UInt8]) {
    bytes = SHA256.digest(of: content)
  }

  /// Reads the 64 digits of `Image.hash`; nil for anything else.
  init?(_ digits: String) {
    let values = digits.utf8.compactMap(PictureHash.value)
    guard digits.utf8.count == 64, values.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
