internal import Glibc

/// The identity, kind, owner and size of a file, as `stat` reports them.
package struct FileStamp: Sendable, Equatable {
  package let device: UInt64
  package let inode: UInt64
  package let isRegular: Bool
  package let isFolder: Bool
  package let isLink: Bool
  package let owner: Owner
  private let isClosedToOthers: Bool
  package let links: Int
  package let size: Int64
  /// The permissions, such as 0o644.
  package let mode: UInt32
  /// The time of the last write in nanoseconds.
  ///
  /// File systems count in coarse steps, so two writes may have the same time.
  package let writtenAt: Int64
  /// The time of the last change of the content, the name or the mode, in nanoseconds.
  package let changedAt: Int64

  package struct Owner: Sendable, Equatable {
    package let user: UInt32
    package let group: UInt32
  }

  /// Wraps `fstat`.
  package init?(of descriptor: borrowing Descriptor) {
    var status = stat()
    guard unsafe fstat(descriptor.number, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Wraps `lstat`, which does not follow a link; nil also on an error, which is in `errno`.
  package init?(of path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Wraps `fstatat` for an entry of a folder; does not follow a link.
  init?(of name: String, in folder: borrowing Descriptor) {
    var status = stat()
    guard unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    self.init(status)
  }

  /// Wraps `stat`, which follows links.
  package init?(following path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether no file exists, or can exist, where a path leads.
  package static func isMissing(_ path: String) -> Bool {
    FileStamp(following: path) == nil && FileError.isMissing(errno)
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
    mode = UInt32(status.st_mode) & 0o7777
    writtenAt = Self.nanoseconds(status.st_mtim)
    changedAt = Self.nanoseconds(status.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Whether it belongs to this user and only its owner has rights.
  package var isPrivate: Bool { owner.user == geteuid() && isClosedToOthers }

  package var isOwn: Bool { owner.user == geteuid() }

  /// Whether another user owns it, or users besides its owner may write it.
  package var mayOthersWrite: Bool { !isOwn || mode & UInt32(S_IWGRP | S_IWOTH) != 0 }

  package func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether two paths name one file, through links too; false if either is missing.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let first = FileStamp(following: path), let second = FileStamp(following: other) else {
      return false
    }
    return first.isSameFile(as: second)
  }
}
