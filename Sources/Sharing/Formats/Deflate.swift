internal import CZlib

/// Compresses bytes in the format of zlib: RFC 1950.
enum Deflate {
  private static let chunkSize = 65_536

  /// Wraps `compress2`.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var status = Z_OK
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { output, count in
      unsafe status = compress2(
        output.baseAddress, &size, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
      count = Int(size)
    }
    precondition(status == Z_OK, "zlib has no memory.")
    return compressed
  }

  /// Wraps `inflate`.
  ///
  /// Nil if the stream is damaged, needs a preset dictionary, does not end with the bytes, or has
  /// more than `limit` bytes.
  static func uncompressed(_ compressed: [UInt8], limit: Int) -> [UInt8]? {
    // The state of zlib points to the stream, which must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    let start = unsafe inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(start == Z_OK, "zlib has no memory.")
    defer { unsafe _ = inflateEnd(stream) }
    var compressed = compressed
    return unsafe compressed.withUnsafeMutableBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = UInt32(input.count)
      return unsafe uncompressed(stream, limit: limit)
    }
  }

  private static func uncompressed(
    _ stream: UnsafeMutablePointer<z_stream>, limit: Int
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var status = Z_OK
      bytes += unsafe [UInt8](unsafeUninitializedCapacity: chunkSize) { output, count in
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(chunkSize)
        unsafe status = inflate(stream, Z_NO_FLUSH)
        unsafe count = chunkSize - Int(stream.pointee.avail_out)
      }
      if status == Z_STREAM_END {
        return unsafe stream.pointee.avail_in == 0 && bytes.count <= limit ? bytes : nil
      }
      // Without progress, `inflate` returns Z_BUF_ERROR: the stream is cut off.
      if status != Z_OK { return nil }
    }
    return nil
  }
}
