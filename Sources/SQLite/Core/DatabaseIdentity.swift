/// What a file must be to be ours: its application, and the schema of each version we know.
package struct DatabaseIdentity: Sendable {
  /// One version of the schema.
  package struct Version: Sendable {
    /// The `user_version` of such a file, 1 or more.
    package let number: Int32
    /// What makes this version from the one before it, the first from an empty file.
    package let migration: [SQL]
    /// The whole schema at this version, in any order, without the tables of ANALYZE.
    package let schema: [SchemaObject]

    package init(number: Int32, migration: [SQL], schema: [SchemaObject]) {
      self.number = number
      self.migration = migration
      self.schema = schema
    }
  }

  package let applicationID: Int32
  /// In ascending order; the last is the one that is created and worked with.
  package let versions: [Version]

  package init(applicationID: Int32, versions: [Version]) {
    precondition(!versions.isEmpty, "A database has at least one version")
    precondition(
      zip(versions, versions.dropFirst()).allSatisfy { $0.number < $1.number },
      "Versions of a database ascend")
    self.applicationID = applicationID
    self.versions = versions
  }

  /// The number of the newest version.
  package var version: Int32 { versions.last?.number ?? 0 }

  /// The schema that a file of this version has to have.
  func schema(at version: Int32) throws(DatabaseError) -> [SchemaObject] {
    if version > self.version { throw .newer(version: Int(version)) }
    guard let known = versions.first(where: { $0.number == version }) else { throw .tampered }
    return known.schema
  }

  /// The schema that these migrations make; what a test compares `Version.schema` with.
  package static func schema(after migrations: [SQL]) throws -> [SchemaObject] {
    let connection = try Connection.inMemory()
    try connection.script(migrations)
    return try connection.schema()
  }
}
