internal import Glibc

/// Reads standard input in pieces.
struct Input: ~Copyable {
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var count: Int

  /// Reads at least `length` bytes, fewer only at the end of the input.
  init(awaiting length: Int) {
    count = Input.read(into: &buffer, atLeast: length)
  }

  /// The piece that was read last.
  var piece: ArraySlice<UInt8> { buffer.prefix(count) }

  /// Passes this and all further pieces on; ends the process after too many bytes.
  consuming func forEachPiece(_ take: (ArraySlice<UInt8>) -> Void) {
    var total = 0
    while count > 0 {
      total += count
      if total > Confinement.byteCount { ChildExit.tooLarge.leave() }
      take(piece)
      count = Input.read(into: &buffer, atLeast: 1)
    }
  }

  /// Wraps read(2).
  private static func read(into buffer: inout [UInt8], atLeast wanted: Int) -> Int {
    var total = 0
    while total < wanted {
      let start = total
      let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        return unsafe Glibc.read(0, base + start, bytes.count - start)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      total += count
    }
    return total
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

/// The exit statuses; `ChildStatus` of the parent lists the same numbers.
enum ChildExit: Int32 {
  case done = 0
  case noLibrary = 40
  case noLoader = 41
  case undecodable = 42
  case tooMuchMemory = 43
  case tooLarge = 44
  case truncated = 45

  /// Ends the process; the system frees all memory.
  func leave() -> Never {
    _exit(rawValue)
  }
}
