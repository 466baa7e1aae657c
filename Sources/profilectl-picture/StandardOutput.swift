internal import Glibc

/// Standard output.
enum StandardOutput {
  /// Wraps write(2); a reader who has gone ends the process.
  static func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { ChildExit.undecodable.leave() }
      rest.removeFirst(count)
    }
  }
}
