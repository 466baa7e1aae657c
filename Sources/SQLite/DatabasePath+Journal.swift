internal import Glibc

extension DatabasePath {
  /// Refuses a journal that SQLite would play back, or remove, though no change of this file left it.
  ///
  /// `header` reads that of the file. Somebody's change may come to its end between the looks at
  /// both.
  func checkJournal(
    of header: () throws(SQLiteError) -> FileHeader
  ) throws {
    for _ in 1...30 {
      if try isJournalOwn(of: header()) { return }
      usleep(3_000)
    }
    throw DatabaseError.obstructed(path: journal, by: .ofAnother)
  }

  private func isJournalOwn(of header: FileHeader) -> Bool {
    guard let size = FileStamp(of: journal)?.size, size > 0 else { return true }
    // A crash may have left it without its beginning, and then it stands for no change.
    let start = (try? Descriptor(journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))?
      .bytes(at: 0, count: Int(min(size, 8)))
    if start?.allSatisfy({ $0 == 0 }) == true { return true }
    return JournalPages(journal)?.isLeft(beside: header) == true
  }
}
