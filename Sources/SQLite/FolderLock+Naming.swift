internal import CSQLite
internal import Glibc

/// Giving a file the name of a database, one at a time in a folder.
///
/// What stands in the way is asked here, though it was asked before: much may have happened since
/// the file was begun.
extension FolderLock {
  /// Gives `file` a name that nothing has, and makes that durable.
  borrowing func name(_ file: SyncedFile, as place: DatabasePath) throws(NameRefusal) {
    if place.hasLog { throw FileStamp(of: place.file) == nil ? .foreignLog : .taken }
    switch unsafe csqlite_rename_if_free(file.path, place.file) {
    case 0: try settle()
    case EEXIST: throw .taken
    case let number: throw .system(Errno(number: number))
    }
  }

  /// Puts `file` in the place of another, and makes that durable.
  ///
  /// The caller holds the lock of its writers and knows that nobody is at work on it.
  borrowing func replace(_ place: DatabasePath, with file: SyncedFile) throws(NameRefusal) {
    guard unsafe rename(file.path, place.file) == 0 else { throw .system(.last) }
    try settle()
  }

  private borrowing func settle() throws(NameRefusal) {
    do throws(Errno) { try sync() } catch { throw .unsettled(error) }
  }
}
