internal import Glibc

/// What goes into a file that is open, to its last byte.
enum FileOutput {
  /// Wraps write(2), as often as it takes; 0 when all was written, else the error.
  static func write(_ bytes: [UInt8], into file: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          file, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { return errno }
    }
    return 0
  }
}
