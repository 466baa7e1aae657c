import Crypto
import Model
import Testing

/// Tests AES-256-SIV.
///
/// The examples of RFC 5297 have shorter keys. Those below were computed with an implementation of
/// its sections 2.4 to 2.6 over AES-CMAC and AES-CTR, which gives the example of section A.1.
@Suite struct SealingKeyTests {
  private static let associated = "101112131415161718191a1b1c1d1e1f2021222324252627"

  private static let examples = [
    (
      "112233445566778899aabbccddee", associated,
      "f125274c598065cfc26b0e71575029088b035217e380cac8919ee800c126"
    ),
    ("00", associated, "79fd83f572d800eb35595d90b262de9dca"),
    (
      "000102030405060708090a0b0c0d0e0f", associated,
      "2b6b0883210964aaa7df8ef48d168a05e6a97d228fbddb1a0228158eb20550c4"
    ),
    (
      "000102030405060708090a0b0c0d0e0f10", associated,
      "3ed035e52eb42448f67ea2794fa634e973d50e104d19d083885422405ad7b7e763"
    ),
    (
      "112233445566778899aabbccddee", "",
      "164f3999adb72b368a42be214dcf24b465e4d0fba54f4cf083c12408b8e3"
    ),
  ]

  private let key: SealingKey
  private let associated: [UInt8]

  init() throws {
    key = SealingKey(
      try FixedBytes(
        hex: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f06f6e6d6c6b6a69686766656463626160"
          + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000102030405060708090a0b0c0d0e0f"))
    associated = try HexText(Self.associated).bytes
  }

  @Test(arguments: examples) func `sealed bytes are those of the standard`(
    plaintext: String, associated: String, sealed: String
  ) throws {
    let (plaintext, associated) = try (HexText(plaintext).bytes, HexText(associated).bytes)
    let sealed = try HexText(sealed).bytes
    #expect(key.seal(plaintext, associated: associated) == sealed)
    #expect(key.open(sealed, associated: associated) == plaintext)
  }

  @Test func `a million bytes are sealed and opened`() throws {
    let plaintext = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let sealed = key.seal(plaintext, associated: associated)
    #expect(
      try Hash.sha256(sealed)
        == FixedBytes(hex: "e14691d0ed37410553b91dc8c1a1ca78209bde46d27736053731a970ebc34b73"))
    #expect(key.open(sealed, associated: associated) == plaintext)
  }

  @Test func `one changed bit, or another key, opens nothing`() throws {
    let sealed = key.seal(Array("A message of a few words".utf8), associated: associated)
    for place in sealed.indices {
      #expect(key.open(sealed.flipped(at: place), associated: associated) == nil)
    }
    for place in associated.indices {
      #expect(key.open(sealed, associated: associated.flipped(at: place)) == nil)
    }
    #expect(key.open(sealed, associated: []) == nil)
    #expect(SealingKey(.random()).open(sealed, associated: associated) == nil)
  }

  @Test func `bytes that were cut, even to nothing, open nothing`() {
    let sealed = key.seal([1, 2, 3], associated: associated)
    for count in 0..<sealed.count {
      #expect(key.open(Array(sealed[..<count]), associated: associated) == nil)
    }
    #expect(key.open([UInt8](repeating: 0, count: 16), associated: associated) == nil)
  }
}
