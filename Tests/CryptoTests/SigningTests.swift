import Crypto
import Model
import Testing

/// Tests Ed25519 against RFC 8032, section 7.1.
@Suite struct SigningTests {
  struct Example: Sendable {
    let seed, publicKey, message, signature: String
  }

  private static let examples = [
    Example(
      seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      message: "",
      signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    Example(
      seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      message: "72",
      signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    Example(
      seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      message: "af82",
      signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
    Example(
      seed: "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
      publicKey: "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
      message: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
      signature: "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        + "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"),
  ]

  @Test(arguments: examples) func `a signature is that of the standard`(
    example: Example
  ) throws {
    let key = SigningKey(seed: try FixedBytes(hex: example.seed))
    let message = try HexText(example.message).bytes
    let publicKey = try FixedBytes<32>(hex: example.publicKey)
    let signature = try FixedBytes<64>(hex: example.signature)
    #expect(key.publicKey.bytes == publicKey)
    #expect(key.sign(message) == signature)
    #expect(try #require(PublicKey(publicKey)).isValid(signature, for: message))
  }

  private let key = SigningKey(seed: .random())
  private let message = Array("A message of a few words".utf8)

  @Test func `one changed bit makes a signature invalid`() throws {
    let signature = key.sign(message)
    #expect(key.publicKey.isValid(signature, for: message))
    for place in signature.array.indices {
      let changed = try #require(FixedBytes<64>(signature.array.flipped(at: place)))
      #expect(!key.publicKey.isValid(changed, for: message), "byte \(place) of the signature")
    }
    for place in message.indices {
      #expect(!key.publicKey.isValid(signature, for: message.flipped(at: place)))
    }
    #expect(!key.publicKey.isValid(signature, for: message + [0]))
    for place in 0..<32 {
      let changed = try #require(FixedBytes<32>(key.publicKey.bytes.array.flipped(at: place)))
      let other = try #require(PublicKey(changed))
      #expect(!other.isValid(signature, for: message), "byte \(place) of the key")
    }
  }

  @Test func `a second form of a signature, with S + L, is invalid`() throws {
    // L = 2^252 + 27742317777372353535851937790883648493, in little endian.
    let order = try HexText(
      "edd3f55c1a631258d69cf7a2def9de14" + "00000000000000000000000000000010"
    ).bytes
    let signature = key.sign(message).array
    var carry = 0
    let sum = zip(signature[32...], order).map { digit, addend in
      carry += Int(digit) + Int(addend)
      defer { carry >>= 8 }
      return UInt8(carry & 0xFF)
    }
    let second = try #require(FixedBytes<64>(signature[..<32] + sum))
    #expect(!key.publicKey.isValid(second, for: message))
  }
}

/// Tests which public keys are refused.
@Suite struct PublicKeyTests {
  /// y of the points whose order divides 8, without the sign of x.
  private static let smallOrders = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ]
  /// p, p + 1, p + 2 and 2^255 - 1.
  private static let notCanonical = ["ed", "ee", "ef", "ff"].map {
    $0 + String(repeating: "ff", count: 30) + "7f"
  }

  @Test(arguments: smallOrders + notCanonical, [false, true])
  func `a key of small order or in another form is refused`(y: String, isNegative: Bool) throws {
    var bytes = try HexText(y).bytes
    if isNegative { bytes[31] |= 0x80 }
    #expect(PublicKey(try #require(FixedBytes(bytes))) == nil)
  }

  @Test(arguments: [
    // 2, p - 2, and p with another byte in the middle.
    "0200000000000000000000000000000000000000000000000000000000000000",
    "ebffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffff7fffffffffffffffffffffffffffff7f",
  ])
  func `their neighbours are accepted`(y: String) throws {
    #expect(PublicKey(try FixedBytes(hex: y)) != nil)
  }
}
