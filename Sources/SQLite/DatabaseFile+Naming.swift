internal import Glibc

/// Giving a file that was made in a scratch folder a name of its own.
extension DatabaseFile {
  /// Refuses early what `takePlace` would refuse.
  package static func checkFree(_ path: String) throws(TargetError) {
    let place = DatabasePath(path)
    try checkName(path)
    if FileStamp(of: path) != nil || FileStamp(of: place.file) != nil {
      throw TargetError(path: path, reason: .exists)
    }
    if place.hasLog { throw TargetError(path: path, reason: .foreignLog) }
    guard FileStamp(of: place.folder) != nil else {
      throw TargetError(path: path, Errno(number: ENOENT))
    }
  }

  /// Refuses a name of what lies beside a database, and one in a folder that is not there.
  package static func checkName(_ path: String) throws(TargetError) {
    let place = DatabasePath(path)
    if place.isCompanion { throw TargetError(path: path, reason: .companion) }
    if place.lacksFolder { throw TargetError(path: path, reason: .folderMissing) }
    if place.isTooLong { throw TargetError(path: path, Errno(number: ENAMETOOLONG)) }
  }

  /// Puts the file on the disk and gives it the name `path`, unless something has it by now; every
  /// connection to it must be closed.
  package func takePlace(_ path: String, unless shouldStop: () -> Bool) throws {
    let target = DatabasePath(path)
    do {
      try takeInLog()
      let file = try SyncedFile(place.file)
      let folder = try FolderLock(target.folder, wait: wait, unless: shouldStop)
      try folder.name(file, as: target)
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// Moves what the log still has into the file, which alone gets the name; a disk that has no room
  /// for both is noticed here.
  private func takeInLog() throws(DatabaseError) {
    try translated {
      let connection = try Connection(place.file, mode: .readWrite, wait: .zero)
      // A connection that has read nothing knows of no log.
      _ = try connection.number("PRAGMA user_version")
      try connection.emptyLog()
      connection.close()
    }
    guard (FileStamp(of: place.log)?.size ?? 0) == 0 else { throw .io(saved: .nothing) }
  }
}
