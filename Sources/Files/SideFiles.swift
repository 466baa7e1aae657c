/// The files that SQLite and this program put beside a database.
package enum SideFiles {
  /// Why a file can't be used as a side file.
  package enum Obstruction: Equatable, Sendable {
    case link
    /// A folder, a pipe or a device.
    case notRegular
    /// It has a second name, or another size than a side file of ours.
    case foreign
    /// It belongs to another database.
    case ofAnother
    /// Its owner or its mode does not permit reading.
    case forbidden
  }

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
