internal import Glibc

/// Standard input.
enum Input {
  /// Wraps read(2); fewer bytes only at the end of the input.
  static func read(into buffer: inout [UInt8], atLeast wanted: Int) -> Int {
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
