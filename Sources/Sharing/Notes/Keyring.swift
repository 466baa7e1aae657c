package import Crypto
package import Model
internal import Storage

/// The keys of this machine for one network.
package struct Keyring {
  /// The folder with the keys of all networks.
  package let folder: String
  package let network: LastingName

  package init(_ folder: String, of network: LastingName) {
    (self.folder, self.network) = (folder, network)
  }

  /// The key of a user; nil if this machine has none.
  package func key(of user: LastingName) throws -> MachineKey? {
    do throws(KeyFileError) {
      return try KeyFile.read(network: network, user: user, in: folder).map { MachineKey($0) }
    } catch {
      throw StorageError.sharing(.keyFile(path: error.path))
    }
  }

  /// All users with a key here, in the order of their names.
  package func users() throws -> [LastingName] {
    try KeyFile.users(of: network, in: folder)
  }
}

extension Keyring {
  /// The key of a user here that is named and not revoked, with its row.
  func validKey(
    of user: LastingName, _ tables: SharedTables
  ) throws -> (key: MachineKey, row: StoredSharedKey)? {
    guard let key = try key(of: user) else { return nil }
    let row = try tables.keys(of: user).first {
      $0.signingKey == key.bytes && !$0.isInvitation && !$0.isRevoked
    }
    return row.map { (key, $0) }
  }
}

/// A key of this machine, ready to sign.
package final class MachineKey {
  package let file: KeyFile
  package let signing: SigningKey
  /// Proves that unsent deeds were written by a process with the key.
  private let proof: FixedBytes<32>

  package init(_ file: KeyFile) {
    self.file = file
    signing = SigningKey(seed: file.seed)
    proof = HMAC.sha256(Array("profilectl unsent 1".utf8), key: file.seed)
  }

  package var bytes: FixedBytes<32> { signing.publicKey.bytes }
  package var user: LastingName { file.user }

  /// The code of an unsent deed.
  package func code(line: [UInt8], words: [UInt8]?) -> FixedBytes<32> {
    let parts = Hash.sha256(line).array + (words.map { Hash.sha256($0).array } ?? [])
    return HMAC.sha256(parts, key: proof)
  }
}

extension SharedTables {
  /// Whether a revocation takes a key away.
  func isRevoked(_ key: MachineKey) throws -> Bool {
    try keys(of: key.user).contains {
      $0.signingKey == key.bytes && !$0.isInvitation && $0.isRevoked
    }
  }
}
