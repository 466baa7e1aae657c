internal import Glibc

extension DatabasePath {
  /// Refuses what lies in the place of the log and is none: SQLite would write over it.
  func requireLog() throws(DatabaseError) {
    if hasForeignLog { throw .obstructed(path: log, by: .ofAnother) }
  }

  /// Whether it is known that there is nothing in the log but zeros.
  var isLogBlank: Bool {
    isLogEmpty || (try? openLog().hasContent()) == false
  }

  /// Whether an index is there of a log that is not: somebody has deleted that, which a process may
  /// still have open.
  var hasLostLog: Bool {
    FileStamp(of: log) == nil && FileStamp(of: logIndex) != nil
  }

  /// Whether it is known to begin otherwise than a log.
  ///
  /// One that is cut and begun meanwhile seems to for a moment, and not each time.
  private var hasForeignLog: Bool {
    (1...5).allSatisfy { look in
      if look > 1 { usleep(20_000) }
      return seemsForeign
    }
  }

  /// <https://www.sqlite.org/fileformat2.html#walformat>; a crash may have left only a part of its
  /// head, or nothing but zeros, and never pages without it.
  private var seemsForeign: Bool {
    guard let file = try? openLog(), var head = try? file.bytes(from: 0, upTo: LogPages.headSize)
    else { return false }
    head += [UInt8](repeating: 0, count: LogPages.headSize - head.count)
    guard let last = head.lastIndex(where: { $0 != 0 }) else {
      return (try? file.hasContent()) == true
    }
    // Either order of bytes, and the only version there is.
    let start: [UInt8] = [0x37, 0x7F, 0x06, 0x82 | head[3] & 1, 0, 0x2D, 0xE2, 0x18]
    guard head.starts(with: start.prefix(last + 1)) else { return true }
    return last >= 12 && !FileHeader.isPageSize(Int(Bytes.u32(head, at: 8)))
  }

  private func openLog() throws(Errno) -> Descriptor {
    try Descriptor(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }
}
