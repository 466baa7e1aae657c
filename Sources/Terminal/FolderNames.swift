internal import Files
internal import Glibc

/// Names in a folder, for completion and error messages.
package enum FolderNames {
  /// The sorted names that begin with `stem`, folders with a trailing slash.
  ///
  /// Empty if the folder is unreadable.
  ///
  /// Omits side files of a database, names of invalid UTF-8, and hidden names unless `stem` begins
  /// with a dot. A link to a folder counts as a folder.
  package static func names(in folder: String, beginning stem: String) -> [String] {
    let names = (try? Folder.names(folder)) ?? []
    return names.filter {
      $0.hasPrefix(stem) && (!$0.hasPrefix(".") || stem.hasPrefix("."))
        && !SideFiles.contain($0) && !$0.unicodeScalars.contains("\u{FFFD}")
    }.map { isFolder("\(folder)/\($0)") ? $0 + "/" : $0 }.sorted()
  }

  /// Whether the path is a folder or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    FileStamp(following: path)?.isFolder == true
  }

  /// Whether the path exists, even as a dangling link.
  package static func isThere(_ path: String) -> Bool { FileStamp(of: path) != nil }

  /// Whether the name is too long for the file system.
  package static func isTooLong(_ path: String) -> Bool {
    !isThere(path) && errno == ENAMETOOLONG
  }

  /// Whether the path exists on a read-only file system.
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
}
