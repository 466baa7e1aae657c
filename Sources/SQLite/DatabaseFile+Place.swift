internal import Glibc

/// Giving a file that was made in a scratch folder a name of its own.
extension DatabaseFile {
  /// Whether nothing is at `path` yet, nor anything that a database of that name would take for its own.
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
    do throws(Errno) {
      let whole = try Descriptor(place.file, O_RDWR | O_NOFOLLOW)
      guard fsync(whole.number) == 0 else { throw .last }
      guard unsafe link(place.file, target.file) == 0 else { throw .last }
      let folder = try Descriptor(target.folder, O_RDONLY | O_DIRECTORY)
      guard fsync(folder.number) == 0 else { throw .last }
    } catch {
      throw TargetError(path: path, error)
    }
  }
}
