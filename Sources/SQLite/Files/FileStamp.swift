internal import CSQLite
internal import Glibc

/// The identity, kind, owner and size of a file, as `stat` reports them.
struct FileStamp: Sendable, Equatable {
  let device: UInt64
  let inode: UInt64
  let isRegular: Bool
  let isFolder: Bool
  let isLink: Bool
  let owner: Owner
  private let isClosedToOthers: Bool
  let links: Int
  let size: Int64
  /// The time of the last write in nanoseconds; coarse, so two writes may leave the same.
  let changed: Int64

  /// Wraps `fstat`.
  init?(of descriptor: borrowing Descriptor) {
    var status = stat()
    guard unsafe fstat(descriptor.number, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Wraps `lstat`, which does not follow a link; nil also on an error, which is in `errno`.
  init?(of path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isLink = status.st_mode & S_IFMT == S_IFLNK
    owner = Owner(user: status.st_uid, group: status.st_gid)
    isClosedToOthers = status.st_mode & (S_IRWXG | S_IRWXO) == 0
    links = Int(status.st_nlink)
    size = Int64(status.st_size)
    changed = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// Whether it belongs to this user and gives no rights to others.
  var isPrivate: Bool { owner.user == geteuid() && isClosedToOthers }

  struct Owner: Sendable, Equatable {
    let user: uid_t
    let group: gid_t
  }

  func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// A file with synced content under a temporary name.
struct SyncedFile {
  let path: String
  let size: Int64

  /// Wraps `fsync`.
  init(_ path: String) throws(Errno) {
    let file = try Descriptor(path, O_RDWR | O_NOFOLLOW)
    try file.sync()
    guard let stamp = FileStamp(of: file) else { throw .last }
    size = stamp.size
    self.path = path
  }
}
