internal import CSQLite
internal import Glibc

/// A folder in which one database grows that is to have another name, or none: it goes, with the
/// files in it, when it is dropped.
///
/// It is held as long as it is used, so that the next one clears away what a killed process left.
final class ScratchFolder: Sendable {
  private static let start = ".profilectl-scratch-"

  /// Private, and empty at first.
  let file: String
  private let folder: FolderHold

  /// Makes it in another folder, under a hidden name of its own; mode 0700.
  init(in folder: String) throws(Errno) {
    ScratchFolder.clear(folder)
    var attempts = 0
    repeat {
      attempts += 1
      let path = try ScratchFolder.make(in: folder)
      // Whoever clears at this moment holds it for as long.
      guard let hold = try ScratchFolder.hold(path) else { continue }
      self.folder = hold
      file = "\(path)/\(FolderHold.database)"
      let empty = try Descriptor(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      fchmod(empty.number, 0o600)
      return
    } while attempts < 100
    throw Errno(number: EBUSY)
  }

  deinit {
    folder.remove()
  }

  /// Wraps `mkdtemp`.
  private static func make(in folder: String) throws(Errno) -> String {
    var name = Array("\(folder)/\(start)XXXXXX".utf8CString)
    let made = unsafe name.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: path)
    }
    guard let made else { throw .last }
    // The mask may take rights from its owner.
    unsafe _ = chmod(made, S_IRWXU)
    return made
  }

  private static func hold(_ path: String) throws(Errno) -> FolderHold? {
    do throws(Errno) {
      return try FolderHold(path)
    } catch {
      unsafe _ = rmdir(path)
      throw error
    }
  }

  private static func clear(_ folder: String) {
    guard let listing = unsafe opendir(folder) else { return }
    defer { unsafe _ = closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name = unsafe String(cString: csqlite_entry_name(entry))
      guard name.hasPrefix(start), name.utf8.count == start.utf8.count + 6 else { continue }
      // What can't be looked at stays.
      (try? FolderHold("\(folder)/\(name)", ifPrivate: true))?.remove()
    }
  }
}
