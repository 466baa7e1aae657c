package import SQLText

/// The application ID of our files, and the schema of each known version.
package struct DatabaseIdentity: Sendable {
  /// One version of the schema.
  package struct Version: Sendable {
    /// The `user_version` of such a file, 1 or more.
    package let number: Int32
    /// Whether a file has this version by choice: no migration leads to it.
    let isOptional: Bool
    /// The statements that create this version from the previous one, or from an empty file.
    let statements: @Sendable () -> [SQL]
    /// Runs on a database of the newest version.
    let fill: (@Sendable (Connection) throws -> Void)?
    private let objects: @Sendable () -> [SchemaObject]

    /// The arguments are evaluated on demand: most processes need one schema.
    package init(
      number: Int32, isOptional: Bool = false,
      migration: @escaping @autoclosure @Sendable () -> [SQL],
      fill: (@Sendable (Connection) throws -> Void)? = nil,
      schema: @escaping @autoclosure @Sendable () -> [SchemaObject]
    ) {
      self.number = number
      self.isOptional = isOptional
      statements = migration
      self.fill = fill
      objects = schema
    }

    /// The whole schema at this version, in any order, without the tables of ANALYZE.
    package var schema: [SchemaObject] { objects() }
  }

  package let applicationID: Int32
  /// In ascending order; the last that is not optional is the current one.
  package let versions: [Version]

  package init(applicationID: Int32, versions: [Version]) {
    precondition(!versions.isEmpty, "A database has at least one version")
    precondition(
      zip(versions, versions.dropFirst()).allSatisfy { $0.number < $1.number },
      "Versions of a database ascend")
    (self.applicationID, self.versions) = (applicationID, versions)
  }

  /// The version to which an older file is migrated.
  package var version: Int32 { required.last?.number ?? 0 }
  var required: [Version] { versions.filter { !$0.isOptional } }

  /// Whether a file of this version can be read and written.
  func isCurrent(_ number: Int32) -> Bool {
    number == version || versions.contains { $0.number == number && $0.isOptional }
  }

  var newest: Int32 { versions.last?.number ?? 0 }

  /// The expected schema of a file of this version.
  func schema(at version: Int32) throws(DatabaseError) -> [SchemaObject] {
    if version > newest { throw .newer(version: Int(version)) }
    guard let known = versions.first(where: { $0.number == version }) else { throw .tampered }
    return known.schema
  }
}

/// The version of the schema of a file; only known versions have a value.
struct SchemaVersion: Sendable, Equatable {
  let number: Int32
  /// The schema cookie, which each change of the schema increments.
  let cookie: Int64
}
