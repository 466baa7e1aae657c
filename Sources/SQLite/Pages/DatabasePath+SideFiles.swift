internal import Files
internal import Glibc

/// Examines the log and the journal beside a file, which may be those of another program.
extension DatabasePath {
  /// Throws if the file with the name of the log is no log: SQLite would overwrite it.
  func checkLog() throws(DatabaseError) {
    if hasForeignLog { throw .badSideFile(path: log, .ofAnother) }
  }

  /// Whether the log certainly contains only zeros.
  var isLogBlank: Bool {
    isLogEmpty || (try? openLog().hasContent()) == false
  }

  /// Whether there is an index without a log: the log was deleted, and a process may still use it.
  var hasLostLog: Bool {
    FileStamp(of: log) == nil && FileStamp(of: logIndex) != nil
  }

  /// Whether there is a journal of an unfinished transaction; after a crash its beginning may be
  /// missing.
  var hasJournal: Bool {
    guard let size = FileStamp(of: journal)?.size, size > 0 else { return false }
    let start = (try? Descriptor(journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))?
      .bytes(at: 0, count: Int(min(size, 8)))
    return start?.allSatisfy { $0 == 0 } != true
  }

  /// Whether the log certainly does not begin like a log.
  ///
  /// A log may look foreign while it is reset, but not five times in a row.
  private var hasForeignLog: Bool {
    (1...5).allSatisfy { look in
      if look > 1 { usleep(20_000) }
      return seemsForeign
    }
  }

  /// <https://www.sqlite.org/fileformat2.html#walformat>; after a crash the log may contain a part
  /// of its header, or only zeros, but no pages without a header.
  private var seemsForeign: Bool {
    guard let file = try? openLog(), var head = try? file.bytes(from: 0, upTo: LogPages.headSize)
    else { return false }
    head += [UInt8](repeating: 0, count: LogPages.headSize - head.count)
    guard let last = head.lastIndex(where: { $0 != 0 }) else {
      guard (try? file.hasContent()) == true else { return false }
      // A process may have begun the log between the two reads.
      return (try? file.bytes(from: 0, upTo: LogPages.headSize).allSatisfy { $0 == 0 }) == true
    }
    // Either byte order, and the only version.
    let start: [UInt8] = [0x37, 0x7F, 0x06, 0x82 | head[3] & 1, 0, 0x2D, 0xE2, 0x18]
    guard head.starts(with: start.prefix(last + 1)) else { return true }
    return last >= 12 && !FileHeader.isPageSize(Int(Bytes.u32(head, at: 8)))
  }

  private func openLog() throws(FileError) -> Descriptor {
    try Descriptor(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }
}
