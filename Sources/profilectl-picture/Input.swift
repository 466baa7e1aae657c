internal import Glibc

/// Standard input, piece by piece.
struct Input: ~Copyable {
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var count: Int

  /// Waits for so many bytes, which are fewer only at the end of the input.
  init(awaiting length: Int) {
    count = Input.read(into: &buffer, atLeast: length)
  }

  /// What was read last.
  var piece: ArraySlice<UInt8> { buffer.prefix(count) }

  /// Hands on that and all that follows; more than a picture may have ends the process.
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
