internal import Glibc

/// Reads standard input.
enum StandardInput {
  /// Wraps read(2); ends the process after too many bytes.
  static func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    // Growing would hold two copies; pages that are never written take no memory.
    bytes.reserveCapacity(Confinement.byteCount)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe read(0, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      if bytes.count + count > Confinement.byteCount { ChildExit.tooLarge.leave() }
      bytes += buffer.prefix(count)
    }
  }
}

/// Writes standard output.
enum StandardOutput {
  /// Wraps write(2); ends the process when the reader is gone.
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

/// The exit statuses; `cpictures_status` and `ChildStatus` of the parent list the same numbers.
enum ChildExit: Int32 {
  case done = 0
  case undecodable = 42
  case tooMuchMemory = 43
  case tooLarge = 44
  case truncated = 45
  /// The process can't limit itself; the parent takes it for a child that doesn't run.
  case unconfined = 46

  /// Ends the process; the system frees all memory.
  func leave() -> Never {
    _exit(rawValue)
  }
}
