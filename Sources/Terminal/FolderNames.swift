internal import CTerminal
internal import Glibc

/// Names in a folder, for completion and error messages.
package enum FolderNames {
  /// The sorted names that begin with `stem`, folders with a trailing slash; empty if the folder is
  /// unreadable.
  ///
  /// Hidden names need a typed dot, and companion files of a database are left out. A link to a
  /// folder counts as a folder.
  package static func names(in folder: String, beginning stem: String) -> [String] {
    // The caller of opendir(3) closes the stream.
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      guard let name = unsafe String(validatingCString: cterminal_entry_name(entry)),
        name.hasPrefix(stem),
        name != ".", name != "..", !name.hasPrefix(".") || stem.hasPrefix("."),
        unsafe cterminal_is_companion(name) == 0
      else { continue }
      var status = stat()
      // fstatat(2) follows links; a dangling link is no folder.
      let isFound = unsafe fstatat(dirfd(stream), name, &status, 0) == 0
      let isFolder = isFound && status.st_mode & S_IFMT == S_IFDIR
      names.append(isFolder ? name + "/" : name)
    }
    return names.sorted()
  }

  /// Whether the path is a folder or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path exists, even as a dangling link.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether the name is too long for the file system.
  package static func isTooLong(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) != 0 && errno == ENAMETOOLONG
  }

  /// Whether the path is on a read-only file system.
  package static func isOnReadOnlyDisk(_ path: String) -> Bool {
    unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 && errno == EROFS
  }

  /// Whether the path exists and you lack permission to write it.
  package static func isClosed(_ path: String) -> Bool {
    unsafe isThere(path) && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0
  }

  /// The path if it exists, otherwise its nearest existing parent.
  package static func nearest(to path: String) -> String {
    var path = path
    while !isThere(path) {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return path
  }

  /// An unused name in the working folder, with a number if necessary.
  package static func free(_ stem: String, _ ending: String) -> String {
    var (name, number) = (stem + ending, 1)
    while isThere(name) {
      number += 1
      name = "\(stem)-\(number)\(ending)"
    }
    return name
  }

  /// The endings of the files that the program and SQLite create beside a database.
  package static let companionEndings: [String] = {
    var endings: [String] = []
    while let ending = unsafe cterminal_companion_ending(Int32(endings.count)) {
      endings.append(unsafe String(cString: ending))
    }
    return endings
  }()
}
