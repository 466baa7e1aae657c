internal import Glibc

/// The names in a folder, to be offered to somebody who types a path.
package enum FolderNames {
  /// Those that begin with what was typed, in their order, a slash behind folders; none where the
  /// folder can't be read.
  ///
  /// Hidden ones are only for those who typed their dot.
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
        name != ".", name != "..", !name.hasPrefix(".") || stem.hasPrefix(".")
      else { continue }
      let isFolder = unsafe Int(entry.pointee.d_type) == Int(DT_DIR)
      names.append(isFolder ? name + "/" : name)
    }
    return names.sorted()
  }
}
