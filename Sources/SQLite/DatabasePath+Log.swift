internal import Glibc

extension DatabasePath {
  /// Refuses what lies in the place of the log and is none: SQLite would write over it.
  func requireLog() throws(DatabaseError) {
    if hasForeignLog { throw .obstructed(path: log, by: .ofAnother) }
  }

  /// Whether it is known that there is nothing in the log but zeros.
  var isLogBlank: Bool { isLogEmpty || (try? hasLogContent()) == false }

  /// Whether there is anything in the log but zeros.
  private func hasLogContent() throws(Errno) -> Bool {
    let file = try Descriptor(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var offset: Int64 = 0
    while let place = file.nextData(from: offset) {
      let part = try file.bytes(from: place, upTo: 65_536)
      if part.contains(where: { $0 != 0 }) { return true }
      if part.isEmpty { return false }
      offset = place + Int64(part.count)
    }
    return false
  }

  /// Whether an index is there of a log that is not: somebody has deleted that, which a process may
  /// still have open.
  var hasLostLog: Bool {
    FileStamp(of: log) == nil && FileStamp(of: logIndex) != nil
  }

  /// Whether it is known to begin otherwise than a log.
  ///
  /// <https://www.sqlite.org/fileformat2.html#walformat>; a crash may have left only a part of its
  /// head, or nothing but zeros, and never pages without it.
  private var hasForeignLog: Bool {
    if isLogEmpty { return false }
    let head = logHead
    guard let last = head.lastIndex(where: { $0 != 0 }) else {
      return (try? hasLogContent()) == true
    }
    // Either order of bytes, and the only version there is.
    let start: [UInt8] = [0x37, 0x7F, 0x06, 0x82 | head[3] & 1, 0, 0x2D, 0xE2, 0x18]
    guard head.starts(with: start.prefix(last + 1)) else { return true }
    return last >= 12 && !Int(Bytes.u32(head, at: 8)).isPageSize
  }

  /// As much as every log has before its first page; what is missing of it is zeros.
  private var logHead: [UInt8] {
    let count = min(32, FileStamp(of: log)?.size ?? 0)
    let file = try? Descriptor(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let bytes = file?.bytes(at: 0, count: Int(count)) ?? []
    return bytes + [UInt8](repeating: 0, count: 32 - bytes.count)
  }
}
