internal import Glibc

extension DatabasePath {
  /// Refuses what lies in the place of the log and is none: SQLite would write over it.
  func requireLog() throws(DatabaseError) {
    if hasForeignLog { throw .obstructed(path: log, by: .ofAnother) }
  }

  /// Whether it is known that there is nothing in the log but zeros.
  var isLogBlank: Bool {
    if isLogEmpty { return true }
    do throws(Errno) {
      let file = try Descriptor(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      var offset: Int64 = 0
      while let place = file.nextData(from: offset) {
        let part = try file.bytes(from: place, upTo: 65_536)
        if part.contains(where: { $0 != 0 }) { return false }
        if part.isEmpty { return true }
        offset = place + Int64(part.count)
      }
      return true
    } catch {
      return false
    }
  }

  /// Whether an index is there of a log that is not: somebody has deleted that, which a process may
  /// still have open.
  var hasLostLog: Bool {
    FileStamp(of: log) == nil && FileStamp(of: logIndex) != nil
  }

  /// Whether it begins otherwise than a log, <https://www.sqlite.org/fileformat2.html#walformat>; a
  /// crash may have left only a part of its head, or nothing but zeros, and never pages without it.
  private var hasForeignLog: Bool {
    if isLogEmpty { return false }
    let head = logHead
    guard let last = head.lastIndex(where: { $0 != 0 }) else { return !isLogBlank }
    // Either order of bytes, and the only version there is.
    let start: [UInt8] = [0x37, 0x7F, 0x06, 0x82 | head[3] & 1, 0, 0x2D, 0xE2, 0x18]
    guard head.starts(with: start.prefix(last + 1)) else { return true }
    let pageSize = Bytes.u32(head, at: 8)
    let isSize = pageSize.nonzeroBitCount == 1 && (512...65_536).contains(pageSize)
    return last >= 12 && !isSize
  }

  /// As much as every log has before its first page; what is missing of it is zeros.
  private var logHead: [UInt8] {
    let count = min(32, FileStamp(of: log)?.size ?? 0)
    let file = try? Descriptor(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let bytes = file?.bytes(at: 0, count: Int(count)) ?? []
    return bytes + [UInt8](repeating: 0, count: 32 - bytes.count)
  }
}
