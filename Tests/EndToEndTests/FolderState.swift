import Foundation
import Support

/// The names, kinds, modes and contents of the files in a folder.
struct FolderState: Equatable, CustomStringConvertible {
  private var entries: [String: String] = [:]

  /// Ignores the files named in `omitting`.
  init(of folder: TemporaryFolder, omitting: Set<String> = []) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in names where !omitting.contains(name) {
      var status = stat()
      guard lstat(folder.file(name), &status) == 0 else { continue }
      var entry = String(status.st_mode, radix: 8)
      if status.st_mode & S_IFMT == S_IFREG {
        entry += " \(status.st_size) \(FolderState.hash(try folder.bytes(of: name)))"
      }
      entries[name] = entry
    }
  }

  var description: String {
    entries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n")
  }

  /// The hash is valid within this process only.
  private static func hash(_ bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
