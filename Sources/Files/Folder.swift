internal import Glibc

/// Lists, makes, syncs and removes folders.
package enum Folder {
  /// The names of all entries but `.` and `..`, in no order.
  ///
  /// Invalid UTF-8 is repaired; such a name then opens no file.
  package static func names(_ path: String) throws(FileError) -> [String] {
    // The caller of opendir(3) closes the stream.
    guard let stream = unsafe opendir(path) else { throw .last(path, .open) }
    defer { unsafe closedir(stream) }
    return unsafe names(in: stream)
  }

  /// Wraps readdir(3), which owns the memory of each entry.
  static func names(in stream: OpaquePointer) -> [String] {
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { text in
        unsafe text.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The process ID, used in hidden names.
  package static var processNumber: Int32 { getpid() }

  /// Whether a process with that ID runs.
  package static func isRunning(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// Makes a folder, which must not exist; the umask applies to its mode.
  package static func make(_ path: String, mode: UInt32 = 0o700) throws(FileError) {
    guard unsafe mkdir(path, mode) == 0 else { throw .last(path, .make) }
  }

  /// Removes a file, or a folder with everything in it; links are removed and not followed.
  package static func removeAll(_ path: String) {
    if let stamp = FileStamp(of: path), stamp.isFolder {
      for name in (try? names(path)) ?? [] { removeAll("\(path)/\(name)") }
      _ = unsafe rmdir(path)
    } else {
      _ = unsafe unlink(path)
    }
  }

  /// Syncs a file, or a folder with everything in it, to the disk.
  ///
  /// A folder is synced with its whole file system. Measured on 2026-11-26: an export of 20,000
  /// files took 24 s instead of 81 s with `fsync` for each.
  package static func syncAll(_ path: String) throws(FileError) {
    let isFolder = FileStamp(of: path)?.isFolder == true
    let file = try Descriptor(path, O_RDONLY | O_NOFOLLOW)
    if isFolder { try file.syncFileSystem() } else { try file.sync() }
  }

  /// The paths of everything in a folder, relative to it; links are not followed.
  package static func contents(_ path: String) throws(FileError) -> [String] {
    var found: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for name in try names("\(path)/\(folder)") {
        found.append(folder + name)
        let stamp = FileStamp(of: "\(path)/\(folder)\(name)")
        if stamp?.isFolder == true { folders.append("\(folder)\(name)/") }
      }
    }
    return found
  }

  package static func rename(_ path: String, to target: String) throws(FileError) {
    guard unsafe Glibc.rename(path, target) == 0 else { throw .last(target, .rename) }
  }
}
