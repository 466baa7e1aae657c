internal import Glibc

/// Giving a file that was made in a scratch folder a name of its own.
extension DatabaseFile {
  /// Whether nothing is at `path` yet, nor anything that a database of that name would take for its
  /// own.
  package static func checkFree(_ path: String) throws(TargetError) {
    let place = DatabasePath(path)
    if FileStamp(of: path) != nil || FileStamp(of: place.file) != nil {
      throw TargetError(path: path, reason: .exists)
    }
    for log in [place.log, place.journal] where (FileStamp(of: log)?.size ?? 0) > 0 {
      throw TargetError(path: path, reason: .foreignLog)
    }
    guard FileStamp(of: place.folder) != nil else {
      throw TargetError(path: path, Errno(number: ENOENT))
    }
  }

  /// Puts the file on the disk and gives it the name `path`, unless something has it by now; every
  /// connection to it must be closed.
  package func takePlace(_ path: String) throws(TargetError) {
    let target = DatabasePath(path)
    do throws(DatabaseError) {
      try takeInLog()
    } catch {
      throw TargetError(path: path, error)
    }
    do throws(Errno) {
      let whole = try Descriptor(place.file, O_RDWR | O_NOFOLLOW)
      guard fsync(whole.number) == 0 else { throw .last }
      guard unsafe link(place.file, target.file) == 0 else { throw .last }
    } catch {
      throw TargetError(path: path, error)
    }
    try target.settleName(given: path)
  }

  /// Moves what the log still has into the file, which alone gets the name; a disk that has no room
  /// for both is noticed here.
  private func takeInLog() throws(DatabaseError) {
    try translated {
      let connection = try Connection(place.file, mode: .readWrite, wait: .zero)
      try connection.emptyLog()
      connection.close()
    }
    guard (FileStamp(of: place.log)?.size ?? 0) == 0 else { throw .io(saved: .nothing) }
  }
}

extension DatabasePath {
  /// Makes the file's new name durable; until then it is not known whether it lasts.
  func settleName(given path: String) throws(TargetError) {
    do throws(Errno) {
      let opened = try Descriptor(folder, O_RDONLY | O_DIRECTORY)
      guard fsync(opened.number) == 0 else { throw .last }
    } catch {
      throw TargetError(path: path, reason: .unsettled(error.text))
    }
  }
}
