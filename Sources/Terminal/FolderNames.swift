internal import Glibc

/// The names in a folder, to be offered to somebody who types a path.
package enum FolderNames {
  /// Those that begin with what was typed, in their order, a slash behind folders; none where the
  /// folder can't be read.
  ///
  /// Hidden ones are only for those who typed their dot, and what lies beside a database is nobody's
  /// to name. A link to a folder is a folder here.
  package static func names(in folder: String, beginning stem: String) -> [String] {
    // opendir(3) gives a stream that is ours to close.
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe Array($0.prefix { $0 != 0 })
      }
      guard let name = String(validating: bytes, as: UTF8.self), name.hasPrefix(stem),
        name != ".", name != "..", !name.hasPrefix(".") || stem.hasPrefix("."),
        !companionEndings.contains(where: name.hasSuffix)
      else { continue }
      var status = stat()
      // fstatat(2) follows links; what leads nowhere is no folder.
      let isFound = unsafe fstatat(dirfd(stream), name, &status, 0) == 0
      let isFolder = isFound && status.st_mode & S_IFMT == S_IFDIR
      names.append(isFolder ? name + "/" : name)
    }
    return names.sorted()
  }

  /// How the names end that the program and SQLite make beside a database.
  private static let companionEndings = ["-lock", "-wal", "-shm", "-journal"]
}
