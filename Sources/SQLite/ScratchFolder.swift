internal import Glibc

/// A folder for one database that nobody is to keep: it goes, with the files in it, when it is
/// dropped.
final class ScratchFolder: Sendable {
  let file: String
  private let path: String

  /// Makes it in another folder, under a hidden name of its own; mode 0700.
  init(in folder: String) throws(Errno) {
    var name = Array((folder + "/.profilectl-XXXXXX").utf8CString)
    let made = unsafe name.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = unsafe mkdtemp(start) else {
        return nil
      }
      return unsafe String(cString: path)
    }
    guard let made else { throw .last }
    path = made
    file = made + "/scratch.db"
  }

  deinit {
    for file in DatabasePath(file).all { unsafe _ = unlink(file) }
    unsafe _ = rmdir(path)
  }
}
