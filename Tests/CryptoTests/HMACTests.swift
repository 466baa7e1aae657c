import Crypto
import Model
import Testing

/// Tests the codes against RFC 4231, sections 4.2, 4.3 and 4.7.
@Suite struct HMACTests {
  @Test func `a short key and a short message have the codes of the standard`() throws {
    let key = try FixedBytes<20>(hex: String(repeating: "0b", count: 20))
    try expect(
      key, "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854")
  }

  @Test func `a key that is a word has the codes of the standard`() throws {
    try expect(
      try #require(FixedBytes<4>(Array("Jefe".utf8))), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737")
  }

  @Test func `a key that is longer than a block has the codes of the standard`() throws {
    let key = try FixedBytes<131>(hex: String(repeating: "aa", count: 131))
    try expect(
      key, "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
        + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598")
  }

  /// Computed with the module `hmac` of Python.
  @Test func `an empty key and an empty message have codes`() throws {
    try expect(
      try #require(FixedBytes<0>([])), "",
      "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad",
      "b936cee86c9f87aa5d3c6f2e84cb5a4239a5fe50480a6ec66b70ab5b1f4ac673"
        + "0c6c515421b327ec1d69402e53dfb49ad7381eb067b338fd7b0cb22247225d47")
  }

  private func expect<let keySize: Int>(
    _ key: FixedBytes<keySize>, _ message: String, _ sha256: String, _ sha512: String
  ) throws {
    #expect(try HMAC.sha256(Array(message.utf8), key: key) == FixedBytes(hex: sha256))
    #expect(try HMAC.sha512(Array(message.utf8), key: key) == FixedBytes(hex: sha512))
  }
}
