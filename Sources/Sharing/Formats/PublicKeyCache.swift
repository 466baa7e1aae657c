package import Crypto
package import Model

/// Keeps the public keys that verified signatures last, because few keys sign many bundles.
package struct PublicKeyCache {
  /// Strangers can put bundles of any number of keys into a folder.
  private static let most = 1_000

  private var keys: [FixedBytes<32>: PublicKey] = [:]

  package init() {}

  /// Nil if the key is not canonical or of small order.
  package mutating func key(_ bytes: FixedBytes<32>) -> PublicKey? {
    if let key = keys[bytes] { return key }
    guard let key = PublicKey(bytes) else { return nil }
    if keys.count == Self.most { keys = [:] }
    keys[bytes] = key
    return key
  }
}
