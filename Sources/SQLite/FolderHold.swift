internal import Glibc

/// A scratch folder that is nobody else's to clear away; it stays when this goes, unless it is
/// removed.
struct FolderHold: ~Copyable, Sendable {
  /// What the database in it is called.
  static let database = "scratch.db"
  private static let files = ([""] + DatabasePath.companionEndings).map { database + $0 }

  private let path: String
  private let descriptor: Descriptor

  /// Nil where there is no such folder or somebody holds it; and, `ifPrivate`, where others than
  /// its owner, this user, may use it.
  init?(_ path: String, ifPrivate: Bool = false) throws(Errno) {
    guard let opened = try FolderHold.open(path) else { return nil }
    guard flock(opened.number, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw .last
    }
    guard let stamp = FileStamp(of: opened), stamp.isPrivate || !ifPrivate,
      FileStamp(of: path)?.isSameFile(as: stamp) == true
    else { return nil }
    self.path = path
    descriptor = opened
  }

  private static func open(_ path: String) throws(Errno) -> Descriptor? {
    do throws(Errno) {
      return try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// Removes the folder with what a database leaves in it; where anything else lies in it, it
  /// stays.
  ///
  /// Files go by the folder that was opened; whatever has its path by now goes only if it is empty.
  borrowing func remove() {
    for file in FolderHold.files { unsafe _ = unlinkat(descriptor.number, file, 0) }
    unsafe _ = rmdir(path)
  }
}
