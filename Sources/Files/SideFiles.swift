/// The files that SQLite and this program put beside a database.
package enum SideFiles {
  /// The endings of their names, which follow the name of the database.
  package static let endings = ["-lock", "-wal", "-shm", "-journal", "-migration"]

  /// Whether a name is that of such a file.
  ///
  /// A name that is only an ending belongs to no database.
  package static func contain(_ name: String) -> Bool {
    let name = name.utf8
    return endings.contains { ending in
      name.count > ending.utf8.count && name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
  }
}
