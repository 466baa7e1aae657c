package import Files
package import Model

/// The secret key of this machine for one user of one network, in a file of its own.
///
/// It is never in a database, a backup, an output or a message.
package struct KeyFile: Equatable, Sendable {
  package let network: FixedBytes<16>
  package let user: LastingName
  /// The seed of the machine's Ed25519 key.
  package let seed: FixedBytes<32>
  package let networkKey: FixedBytes<64>

  package init(
    network: FixedBytes<16>, user: LastingName, seed: FixedBytes<32>, networkKey: FixedBytes<64>
  ) {
    (self.network, self.user, self.seed, self.networkKey) = (network, user, seed, networkKey)
  }

  package var keys: NetworkKeys { NetworkKeys(network: network, networkKey: networkKey) }

  // MARK: Content

  package var content: [UInt8] {
    let lines = [
      "profilectl-key-1", "network \(network.hexadecimal)", "user \(user.hexadecimal)",
      "seed \(seed.hexadecimal)", "network_key \(networkKey.hexadecimal)",
    ]
    return lines.flatMap { Array("\($0)\n".utf8) }
  }

  /// Reads the content of a key file; nil if it is damaged.
  package init?(content: [UInt8]) {
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 6, lines[0].elementsEqual("profilectl-key-1".utf8),
      let network: FixedBytes<16> = Self.value(of: "network", in: lines[1]),
      let user: FixedBytes<16> = Self.value(of: "user", in: lines[2]),
      let seed: FixedBytes<32> = Self.value(of: "seed", in: lines[3]),
      let networkKey: FixedBytes<64> = Self.value(of: "network_key", in: lines[4]),
      lines[5].isEmpty
    else { return nil }
    self.init(network: network, user: user, seed: seed, networkKey: networkKey)
  }

  private static func value<let count: Int>(
    of key: String, in line: ArraySlice<UInt8>
  ) -> FixedBytes<count>? {
    let beginning = Array("\(key) ".utf8)
    guard line.starts(with: beginning) else { return nil }
    return FixedBytes(hexadecimalDigits: Array(line.dropFirst(beginning.count)))
  }

  // MARK: Files

  /// Writes the file unless there is one, and returns the one that is there then.
  ///
  /// Two processes may write at once, and rely on the key that they get. `old` is replaced. Syncs
  /// the file and its new folders. `folder` has the keys of all networks:
  /// `$XDG_DATA_HOME/profilectl/keys`.
  @discardableResult package func write(
    in folder: String, replacing old: KeyFile? = nil
  ) throws -> KeyFile {
    let file = Self.file(of: user, network, in: folder)
    return try PrivateFolder(path: file.folder).locked {
      if let other = try Self.read(network: network, user: user, in: folder), other != old {
        return other
      }
      try file.replace(with: content)
      // A sync of a file does not sync the folders above it, which may be new.
      try Folder.syncAll(file.folder)
      return self
    }
  }

  /// Nil if there is no such file.
  package static func read(
    network: FixedBytes<16>, user: LastingName, in folder: String
  ) throws(KeyFileError) -> KeyFile? {
    let file = file(of: user, network, in: folder)
    let content: [UInt8]?
    do throws(FileError) { content = try file.read() } catch { throw .file(error) }
    guard let content else { return nil }
    guard let key = KeyFile(content: content), key.network == network, key.user == user else {
      throw .damaged(path: file.path)
    }
    return key
  }

  /// The users whose keys of a network this machine has, in the order of their names.
  package static func users(
    of network: FixedBytes<16>, in folder: String
  ) throws(FileError) -> [LastingName] {
    do throws(FileError) {
      let names = try Folder.names("\(folder)/\(network.hexadecimal)")
      return names.compactMap { LastingName(hexadecimal: $0) }.sorted()
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }

  private static func file(
    of user: LastingName, _ network: FixedBytes<16>, in folder: String
  ) -> PrivateFile {
    PrivateFile(folder: "\(folder)/\(network.hexadecimal)", name: user.hexadecimal)
  }
}

/// The reason why a key file can't be used.
package enum KeyFileError: Error, Equatable, Sendable {
  case file(FileError)
  case damaged(path: String)

  package var path: String {
    switch self {
    case .file(let error): error.path
    case .damaged(let path): path
    }
  }
}
