internal import Glibc

extension DatabasePath {
  /// Refuses a journal that SQLite would play back, or remove, though no change of this file left
  /// it, or though it makes the file one that is not ours.
  ///
  /// Somebody's change may come to its end between the looks at file and journal, so what is
  /// refused is judged again where it is another meanwhile.
  func judgeJournal(
    as identity: DatabaseIdentity, through connection: Connection
  ) throws(DatabaseError) {
    var refusal = DatabaseError.obstructed(path: journal, by: .ofAnother)
    var judged: Moment?
    for _ in 1...30 {
      guard hasJournal else { return }
      let moment = moment
      if moment != judged {
        judged = moment
        do throws(DatabaseError) {
          return try judgePages(as: identity, through: connection)
        } catch {
          refusal = error
        }
      }
      usleep(3_000)
    }
    throw refusal
  }

  private func judgePages(
    as identity: DatabaseIdentity, through connection: Connection
  ) throws(DatabaseError) {
    try translated {
      let pages = try PageFile(self, through: connection)
      guard pages.hasJournal else { throw DatabaseError.obstructed(path: journal, by: .ofAnother) }
      try pages.judgeSchema(as: identity)
    }
  }

  /// Whether there is one that stands for a change; a crash may have left it without its beginning.
  var hasJournal: Bool {
    guard let size = FileStamp(of: journal)?.size, size > 0 else { return false }
    let start = (try? Descriptor(journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))?
      .bytes(at: 0, count: Int(min(size, 8)))
    return start?.allSatisfy { $0 == 0 } != true
  }
}
