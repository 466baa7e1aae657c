internal import Crypto
internal import Model

/// The rules of the values in deeds and words.
///
/// Texts are bounded in bytes and not in graphemes, which depend on the version of Unicode: two
/// copies could differ.
extension ObjectFields {
  func name() throws(WrongField) -> String { try line("name", limit: 400) }
  func bio() throws(WrongField) -> String { try lines("bio", limit: 1_280) }
  func machine() throws(WrongField) -> String { try line("machine", limit: 400) }
  func reason() throws(WrongField) -> String { try line("reason", limit: 1_280) }
  func postText() throws(WrongField) -> String { try lines("text", limit: 17_600) }
  func alt() throws(WrongField) -> String { try lines("alt", limit: 8_000) }

  func role() throws(WrongField) -> Deed.Role {
    guard let role = Deed.Role(rawValue: try string("role")) else { throw WrongField() }
    return role
  }

  func moment(_ key: String) throws(WrongField) -> Moment {
    Moment(microseconds: try integer(key))
  }

  /// A public key that is canonical and not of small order.
  func publicKey(_ key: String) throws(WrongField) -> FixedBytes<32> {
    let bytes: FixedBytes<32> = try bytes(key)
    guard PublicKey(bytes) != nil else { throw WrongField() }
    return bytes
  }

  /// Nil if the picture is null or left out.
  func picture(_ key: String) throws(WrongField) -> SignedPicture? {
    if isNull(key) { return nil }
    guard let value = self[key], let fields = ObjectFields(value) else { throw WrongField() }
    return SignedPicture(
      hash: try fields.bytes("hash"), bytes: Int(try fields.integer("bytes")),
      width: Int(try fields.integer("width")), height: Int(try fields.integer("height")))
  }
}
