internal import CTerminal
internal import Glibc

/// The names in a folder, to be offered to somebody who types a path or is told of one.
package enum FolderNames {
  /// Those that begin with what was typed, in their order, a slash behind folders; none where the
  /// folder can't be read.
  ///
  /// Hidden ones are only for those who typed their dot, and what lies beside a database is
  /// nobody's to name. A link to a folder is a folder here.
  package static func names(in folder: String, beginning stem: String) -> [String] {
    // opendir(3) gives a stream that is ours to close.
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
      // fstatat(2) follows links; what leads nowhere is no folder.
      let isFound = unsafe fstatat(dirfd(stream), name, &status, 0) == 0
      let isFolder = isFound && status.st_mode & S_IFMT == S_IFDIR
      names.append(isFolder ? name + "/" : name)
    }
    return names.sorted()
  }

  /// Whether a folder is there, or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether something has this name, a link to nothing too.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether nothing can have this name, because it is longer than the disk takes.
  package static func isTooLong(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) != 0 && errno == ENAMETOOLONG
  }

  /// Whether nobody can write there, whatever they are permitted.
  package static func isOnReadOnlyDisk(_ path: String) -> Bool {
    unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 && errno == EROFS
  }

  /// Whether something is there that you are not permitted to write.
  package static func isClosed(_ path: String) -> Bool {
    unsafe isThere(path) && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0
  }

  /// What is there of a path: itself, or the nearest folder above it.
  package static func nearest(to path: String) -> String {
    var path = path
    while !isThere(path) {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return path
  }

  /// A name in the working folder that nothing has yet: with a number, if it must have one.
  package static func free(_ stem: String, _ ending: String) -> String {
    var (name, number) = (stem + ending, 1)
    while isThere(name) {
      number += 1
      name = "\(stem)-\(number)\(ending)"
    }
    return name
  }

  /// How the names end that the program and SQLite make beside a database.
  package static let companionEndings: [String] = {
    var endings: [String] = []
    while let ending = unsafe cterminal_companion_ending(Int32(endings.count)) {
      endings.append(unsafe String(cString: ending))
    }
    return endings
  }()
}
