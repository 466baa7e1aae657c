internal import Glibc

/// A file that comes into being with all its content; one that is there is never touched.
package enum NewFile {
  /// Its mode is what the umask leaves of 0666, as for any file somebody makes.
  ///
  /// After an error there is no file, unless there was one before.
  package static func write(_ bytes: [UInt8], to path: String) throws(NewFileError) {
    if path.utf8.contains(0) { throw .failed(errno: EINVAL) }
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw errno == EEXIST ? .exists : .failed(errno: errno) }
    var code = FileOutput.write(bytes, into: file)
    if close(file) != 0, code == 0 { code = errno }
    guard code == 0 else {
      _ = unsafe unlink(path)
      throw .failed(errno: code)
    }
  }
}
