internal import Files
internal import Glibc

/// A hidden folder in which a database is created before it gets its name.
///
/// `deinit` removes the folder; a later process removes the folders of killed processes.
final class ScratchFolder: Sendable {
  private static let database = "scratch.db"

  /// The path of the database, an empty file at first; mode 0600.
  let file: String
  private let folder: LockedFolder

  init(in parent: String) throws(FileError) {
    let files = ([""] + SideFiles.endings).map { ScratchFolder.database + $0 }
    folder = try LockedFolder(in: parent, beginning: ".profilectl-scratch-", removing: files)
    file = "\(folder.path)/\(ScratchFolder.database)"
    let empty = try Descriptor(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    fchmod(empty.number, 0o600)
  }

  deinit {
    folder.remove()
  }
}
