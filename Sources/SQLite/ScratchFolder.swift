internal import CSQLite
internal import Glibc

/// A folder in which one database grows that is to have another name, or none: it goes, with the
/// files in it, when it is dropped.
///
/// It is locked as long as it is used, so that the next one clears away what a killed process left.
final class ScratchFolder: Sendable {
  private static let start = ".profilectl-"

  /// Private, and empty at first.
  let file: String
  private let path: String
  private let descriptor: Descriptor

  /// Makes it in another folder, under a hidden name of its own; mode 0700.
  init(in folder: String) throws(Errno) {
    ScratchFolder.clear(folder)
    // What somebody cleared away before it was locked is made again.
    repeat {
      let path = try ScratchFolder.make(in: folder)
      do throws(Errno) {
        guard let lock = try ScratchFolder.lock(path) else { continue }
        self.path = path
        descriptor = lock
      } catch {
        ScratchFolder.remove(path)
        throw error
      }
      file = ScratchFolder.file(in: path)
      break
    } while true
    let empty = try Descriptor(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    fchmod(empty.number, 0o600)
  }

  deinit {
    ScratchFolder.remove(path)
  }

  /// Wraps `mkdtemp`.
  private static func make(in folder: String) throws(Errno) -> String {
    var name = Array("\(folder)/\(start)XXXXXX".utf8CString)
    let made = unsafe name.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: path)
    }
    guard let made else { throw .last }
    return made
  }

  /// Nil where there is no such folder any more, or somebody else has it.
  private static func lock(_ path: String) throws(Errno) -> Descriptor? {
    let opened: Descriptor
    do throws(Errno) {
      opened = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
    guard flock(opened.number, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw .last
    }
    guard let held = FileStamp(of: opened), FileStamp(of: path)?.isSameFile(as: held) == true
    else { return nil }
    return opened
  }

  private static func clear(_ folder: String) {
    guard let listing = unsafe opendir(folder) else { return }
    defer { unsafe _ = closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name = unsafe String(cString: csqlite_entry_name(entry))
      guard name.hasPrefix(start), name.utf8.count == start.utf8.count + 6 else { continue }
      let path = "\(folder)/\(name)"
      do throws(Errno) {
        if try lock(path) != nil { remove(path) }
      } catch {
        // Whatever it is, it stays.
      }
    }
  }

  private static func file(in path: String) -> String { path + "/scratch.db" }

  private static func remove(_ path: String) {
    for file in DatabasePath(file(in: path)).all { unsafe _ = unlink(file) }
    unsafe _ = rmdir(path)
  }
}
