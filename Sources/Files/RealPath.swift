internal import Glibc

/// Absolute paths without links, `.` and `..`.
package enum RealPath {
  /// The real path of the file; for a missing file, the real path of its folder with the name.
  ///
  /// Without a folder, the path as typed, with `./` before a relative path.
  package static func resolve(_ path: String) -> String {
    if let real = existing(path) { return real }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return (existing(".").map { $0 == "/" ? $0 : $0 + "/" } ?? "./") + path
    }
    let name = path[path.utf8.index(after: slash)...]
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    guard let real = existing(folder), !name.isEmpty else {
      return path.hasPrefix("/") ? path : "./" + path
    }
    return (real == "/" ? real : real + "/") + name
  }

  /// Wraps `realpath` and frees its result; nil for a path that is not UTF-8.
  private static func existing(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(validatingCString: real)
  }
}
