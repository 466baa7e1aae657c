internal import Glibc

/// A temporary file that only this user can read; its owner removes it.
package struct TemporaryFile {
  package let path: String

  /// Wraps mkstemps(3), which gives the file mode 0600.
  package init(in folder: String, ending: String, _ bytes: [UInt8]) throws(FileError) {
    let pattern = "\(folder)/profilectl-XXXXXX\(ending)"
    var name = Array(pattern.utf8CString)
    let descriptor = unsafe name.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkstemps($0, Int32(ending.utf8.count)) } ?? -1
    }
    guard descriptor >= 0 else { throw .last(pattern, .make) }
    close(descriptor)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(FileError) {
      var file = try Descriptor(path, O_WRONLY | O_TRUNC)
      try file.write(bytes)
      try file.closeChecked()
    } catch {
      remove()
      throw error
    }
  }

  /// The content, which another program may have replaced.
  package func read(atMost limit: Int) throws(FileError) -> [UInt8] {
    try WholeFile.read(path, atMost: limit)
  }

  package func remove() {
    _ = unsafe unlink(path)
  }
}
