internal import Files
internal import Glibc

/// Gives a finished temporary file its name.
extension DatabaseFile {
  /// Throws early what `publish` would throw.
  package static func checkFree(_ path: String) throws(TargetError) {
    let place = DatabasePath(path)
    try checkName(path)
    if FileStamp(of: path) != nil || FileStamp(of: place.file) != nil {
      throw TargetError(path: path, reason: .exists)
    }
    if place.hasLog { throw TargetError(path: path, reason: .foreignLog) }
    guard FileStamp(of: place.folder) != nil else {
      throw TargetError(path: path, errno: ENOENT)
    }
  }

  /// Refuses the name of a side file, a missing folder and a name that is too long.
  package static func checkName(_ path: String) throws(TargetError) {
    let place = DatabasePath(path)
    if place.isCompanion { throw TargetError(path: path, reason: .companion) }
    if place.lacksFolder { throw TargetError(path: path, reason: .folderMissing) }
    if place.isTooLong { throw TargetError(path: path, errno: ENAMETOOLONG) }
  }

  /// Syncs the file and gives it the name `path`, unless that exists by now; all connections to the
  /// file must be closed.
  package func publish(as path: String, unless shouldStop: () -> Bool) throws {
    let target = DatabasePath(path)
    do {
      try checkpoint()
      let file = try SyncedFile(place.file)
      let folder = try FolderLock(target.folder, wait: wait, unless: shouldStop)
      try folder.name(file, as: target)
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// Moves the log into the file, which alone gets the name; fails if the disk has no room for
  /// both.
  private func checkpoint() throws(DatabaseError) {
    try translated {
      let connection = try Connection(place.file, mode: .readWrite, wait: .zero)
      // A connection that has read nothing has not opened the log.
      _ = try connection.number("PRAGMA user_version")
      try connection.emptyLog()
      connection.close()
    }
    guard place.isLogEmpty else { throw .io(saved: .nothing) }
  }
}
