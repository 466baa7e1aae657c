import CommandLine
import Files
import Model
import Pictures
import Rendering
import Services
import Sharing
import Storage
import Terminal

/// Access to shared networks.
extension CommandContext {
  /// The operations on the network as a shared one; a server has none.
  func sharing() throws -> SharingService {
    let network = try network()
    if Engines.isServer(network.file.path) {
      throw ServiceError.storage(.unsupported(.sharing))
    }
    return SharingService(
      network.store, keys: try environment.keyFolder(), pictureSize: PictureHeader.size,
      clock: clock)
  }

  /// The operations for a command that signs.
  func signing() throws -> SharingService {
    try expectOwnFile()
    return try sharing()
  }

  /// The name and identity of the shared network; throws if the network is not shared.
  func sharedNetwork() throws -> StoredSharing {
    let sharing = try network().export { try $0.shared?.sharing() }
    guard let sharing else { throw ServiceError.storage(.sharing(.notShared)) }
    return sharing
  }

  /// The digest of a shared network; nil for any other.
  func sharedDigest() throws -> String? {
    guard try network().export({ try $0.isShared }) else { return nil }
    return try throwingServiceErrors { try sharing().digest().hexadecimal }
  }

  /// The acting user; nil if there is none.
  func actingUser() throws -> User? { try network().users.user(try viewer()) }

  /// The acting user, who must exist.
  func requiredUser() throws -> User {
    try network().users.profile(of: nil, as: try viewer()).item.user
  }

  /// Throws if others may write the database: they could have changes signed.
  func expectOwnFile() throws {
    let database = try network().file.path
    // SQLite reads the log as a part of the database.
    for path in [database, database + "-wal", database + "-journal"]
    where FileStamp(following: path)?.mayOthersWrite == true {
      throw ServiceError.storage(.sharing(.writtenByOthers(path: path)))
    }
  }

  /// The name that the keys of this machine have.
  var machine: String {
    let name = HostName.current
    return firstControl(in: name, allowingLines: false) == nil ? name : ""
  }

  /// Runs `body`, whose errors of files are about a folder or file that the line names.
  func exchanging<Value>(_ body: () throws -> Value) throws -> Value {
    try throwingServiceErrors { try namingFiles(body) }
  }

  /// Like `exchanging`, inside a transaction: other errors pass unchanged.
  func namingFiles<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as FileError {
      throw SharedFileError(error)
    }
  }

  /// The content of a small file that the line names, or of standard input for `-`.
  func secret(in typed: String) throws -> String {
    // An invitation has about 700 bytes.
    let limit = 65_536
    let bytes: [UInt8]
    if typed == "-" {
      guard surface == .shell else {
        throw UsageError(line.origin.shellsOnly, at: Token.word(typed))
      }
      bytes = try StandardInput().readAll(limit: limit)
    } else {
      let database = try? environment.databasePlace(for: options).path
      bytes = try exchanging {
        try WholeFile.read(
          environment.path(typed), atMost: limit,
          unlessSameAs: database.map(Engines.paths) ?? [])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let recovery = Option<String?>(
    "recovery", .file, "The file with the recovery code, or - for standard input.")

  /// The recovery code in a file that the line names, or on standard input for `-`.
  func recoveryCode(in typed: String) throws -> RecoveryCode {
    guard let code = RecoveryCode(try secret(in: typed)) else {
      throw ServiceError.storage(.sharing(.badRecovery))
    }
    return code
  }
}

extension Parsed {
  /// The name of a network, which is not blank.
  func networkName(in operand: Operand<DisplayName>) throws -> String {
    let name = try value(of: operand)
    if name.isBlank {
      throw RefusedValue(
        input: name.string, parameter: operand.shape.spelled,
        reason: .breach(RuleBreach(.name, .empty)))
    }
    return name.string
  }
}
