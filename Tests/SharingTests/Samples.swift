import Crypto
import Model
import Sharing

/// `Support` has another type of this name.
typealias Deed = Sharing.Deed
/// Foundation, too.
typealias Bundle = Sharing.Bundle

/// Values that tests share, made without chance.
enum Samples {
  static let code = RecoveryCode(FixedBytes(exactly: Array(0..<16)))
  static let keys = NetworkKeys(rootSeed: code.rootSeed)
  static var machine: SigningKey {
    SigningKey(seed: FixedBytes(exactly: [UInt8](repeating: 9, count: 32)))
  }
  static let user = name(0x0F)
  static let stream = name(0x34)

  static func name(_ byte: UInt8) -> LastingName {
    FixedBytes(exactly: [UInt8](repeating: byte, count: 16))
  }

  static func hash(_ byte: UInt8) -> FixedBytes<32> {
    FixedBytes(exactly: [UInt8](repeating: byte, count: 32))
  }

  static func words(_ text: String) -> Words {
    Words(salt: name(1), text: text)
  }

  static func post(_ text: String, at: Int64 = 1) -> Deed {
    let post = PublishedPost(words: SignedWords(words(text)), at: Moment(microseconds: at))
    return Deed(.post(post), clock: at)
  }

  static func bundle(_ deeds: [Deed]) -> Bundle {
    bundle(lines: deeds.map(\.line), words: deeds.compactMap(\.wordsLine))
  }

  static func bundle(lines: [[UInt8]], words: [[UInt8]] = []) -> Bundle {
    Bundle(
      of: keys.network, stream: stream, number: 1, previous: nil, user: user, deedLines: lines,
      words: words, signedBy: machine)
  }

  /// Reads content as that of another copy.
  static func read(
    _ content: [UInt8], id: FixedBytes<32>
  ) throws(BundleError) -> Bundle {
    var cache = PublicKeyCache()
    return try Bundle(received: content, id: id, of: keys.network, keys: &cache)
  }
}

extension String {
  var bytes: [UInt8] { Array(utf8) }
}
