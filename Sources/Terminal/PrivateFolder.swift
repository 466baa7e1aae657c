import Glibc

/// A folder for what is one person's alone.
package struct PrivateFolder: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Makes the folder and its missing parents, each 0700 under any umask; what exists is kept.
  package func make() throws(PrivateFileError) {
    var end = path.startIndex
    while end < path.endIndex {
      let next = path.index(after: end)
      end = path[next...].firstIndex(of: "/") ?? path.endIndex
      try makeOne(String(path[..<end]))
    }
  }

  private func makeOne(_ path: String) throws(PrivateFileError) {
    if unsafe mkdir(path, 0o700) == 0 {
      // mkdir() takes the umask away from the mode.
      if unsafe chmod(path, 0o700) != 0 { throw .failed(path: path, errno: errno) }
    } else if errno != EEXIST {
      throw .failed(path: path, errno: errno)
    }
  }
}
