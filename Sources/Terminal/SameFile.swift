internal import Glibc

/// Whether two names are of one file.
enum SameFile {
  /// Links are followed; what is not there is the same as nothing.
  static func isNamed(by path: String, and other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard unsafe stat(path, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
