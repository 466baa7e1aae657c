internal import Model
internal import Storage

/// Finds the keys of a shared network by what people type.
struct KeySearch {
  static let fewestDigits = 8

  private let tables: SharedTables

  init(_ tables: SharedTables) {
    self.tables = tables
  }

  /// The key that begins with the typed digits, or all keys and invitations of a user with `@`.
  ///
  /// One key can sign for several users.
  func keys(named typed: String) throws -> [StoredSharedKey] {
    typed.hasPrefix("@") ? try keys(of: try Handle(typed)) : try keys(beginning: typed)
  }

  func keys(beginning typed: String) throws -> [StoredSharedKey] {
    let found = try tables.keys().filter { Self.fits($0.signingKey, typed) }
    try Self.expectOne(found.map { $0.signingKey.hexadecimal }, typed)
    return found
  }

  private func keys(of handle: Handle) throws -> [StoredSharedKey] {
    let id = try tables.handles().first { $0.handle == handle }?.id
    let keys = try id.flatMap { try tables.user($0) }.map { try tables.keys(of: $0.name) } ?? []
    if keys.isEmpty { throw StorageError.sharing(.noSuchKey("@\(handle.text)")) }
    return keys
  }

  /// Whether at least eight digits, in any case, are the first of a key or bundle.
  static func fits(_ value: FixedBytes<32>, _ typed: String) -> Bool {
    typed.utf8.count >= fewestDigits && value.hexadecimal.hasPrefix(typed.lowercased())
  }

  /// Throws unless the typed digits fit exactly one key, which may be there several times.
  static func expectOne(_ keys: [String], _ typed: String) throws {
    let candidates = Set(keys).sorted()
    if candidates.isEmpty { throw StorageError.sharing(.noSuchKey(typed)) }
    if candidates.count > 1 {
      throw StorageError.sharing(.ambiguousKey(typed, candidates: candidates))
    }
  }
}

extension StoredSharedKey {
  var pair: KeyPair { KeyPair(signingKey, signer) }
}
