internal import Crypto
package import Model

/// The keys that all members of a shared network have, and the identity of the network.
package struct NetworkKeys: Sendable {
  /// The first bytes of the SHA-256 of the root's public key.
  package let network: FixedBytes<16>
  /// The secret from which the other keys are derived.
  package let networkKey: FixedBytes<64>
  let bundleKey: SealingKey
  let pictureKey: SealingKey
  let nameKey: FixedBytes<64>

  package init(network: FixedBytes<16>, networkKey: FixedBytes<64>) {
    (self.network, self.networkKey) = (network, networkKey)
    bundleKey = SealingKey(HMAC.sha512(Array("bundle".utf8), key: networkKey))
    pictureKey = SealingKey(HMAC.sha512(Array("picture".utf8), key: networkKey))
    nameKey = HMAC.sha512(Array("name".utf8), key: networkKey)
  }

  /// The keys of the network whose root has this seed.
  package init(rootSeed seed: FixedBytes<32>) {
    self.init(
      network: Self.network(ofRoot: SigningKey(seed: seed).publicKey.bytes),
      networkKey: Hash.sha512(Array("profilectl network key 1\n".utf8) + seed.array))
  }

  package static func network(ofRoot publicKey: FixedBytes<32>) -> FixedBytes<16> {
    FixedBytes(exactly: Array(Hash.sha256(publicKey.array).array.prefix(16)))
  }
}
