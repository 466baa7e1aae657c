import CZlib

/// Writes small archives, sound and damaged.
enum Archives {
  /// One entry of a ZIP archive.
  struct Entry {
    var name: String
    var bytes: [UInt8]
    var isDeflated = false
    var flags: UInt16 = 0
    var mode: UInt32 = 0o100644
    /// The packed size and the extra field that the directory gives.
    var packed: UInt32?
    var extra: [UInt8] = []
    /// Added to the offset that the directory gives.
    var shift: Int = 0

    init(_ name: String, _ text: String, isDeflated: Bool = false) {
      self.init(name, Array(text.utf8), isDeflated: isDeflated)
    }

    init(_ name: String, _ bytes: [UInt8], isDeflated: Bool = false) {
      self.name = name
      self.bytes = bytes
      self.isDeflated = isDeflated
    }
  }

  static func zip(_ entries: [Entry]) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let packed = entry.isDeflated ? deflated(entry.bytes, -15) : entry.bytes
      let name = Array(entry.name.utf8)
      let common: [UInt8] =
        number(entry.flags) + number(UInt16(entry.isDeflated ? 8 : 0)) + [0, 0, 0, 0]
        + number(checksum(entry.bytes))
      let sizes = number(UInt32(entry.bytes.count)) + number(UInt16(name.count))
      let offset = UInt32(file.count + entry.shift)
      file += [0x50, 0x4B, 3, 4, 20, 0] + common + number(UInt32(packed.count)) + sizes
      file += [0, 0] + name + packed
      directory += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + common
      directory += number(entry.packed ?? UInt32(packed.count)) + sizes
      directory += number(UInt16(entry.extra.count)) + [0, 0, 0, 0, 0, 0]
      directory += number(entry.mode << 16) + number(offset) + name + entry.extra
    }
    let start = UInt32(file.count)
    file += directory
    file += [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number(UInt16(entries.count))
    file += number(UInt16(entries.count)) + number(UInt32(directory.count)) + number(start)
    return file + [0, 0]
  }

  static func tar(_ entries: [(name: String, text: String, type: Character)]) -> [UInt8] {
    var file: [UInt8] = []
    for entry in entries {
      let bytes = Array(entry.text.utf8)
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at place: Int) {
        for (index, byte) in text.utf8.enumerated() { header[place + index] = byte }
      }
      put(entry.name, at: 0)
      put("0000644\0", at: 100)
      let size = String(bytes.count, radix: 8)
      put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
      put("00000000000\0", at: 136)
      put("        ", at: 148)
      put(String(entry.type), at: 156)
      put("ustar\u{0}00", at: 257)
      let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
      put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
      file += header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }
    return file + [UInt8](repeating: 0, count: 1_024)
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, 31) }

  private static func deflated(_ bytes: [UInt8], _ windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1_024)
    let count = output.count
    input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        deflate(&stream, Z_FINISH)
      }
    }
    deflateEnd(&stream)
    return Array(output[..<(count - Int(stream.avail_out))])
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
  }

  static func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
