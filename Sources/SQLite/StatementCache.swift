/// Prepared statements by the form of their text, no more than a fixed number.
///
/// They are few enough to be looked through, and a dictionary of them would cost every start the
/// making of its type.
struct StatementCache {
  private struct Entry {
    let form: SQLForm
    let statement: Statement
  }

  private let capacity: Int
  private var entries: [Entry] = []
  private var turn = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The statement of this form, unless it is running: one that runs belongs to its caller.
  mutating func idle(_ form: SQLForm) -> Statement? {
    guard let statement = statement(of: form), !statement.isRunning else { return nil }
    turn += 1
    statement.lastUse = turn
    return statement
  }

  /// Keeps the statement; the one unused for longest makes room.
  mutating func insert(_ statement: Statement, as form: SQLForm) {
    guard self.statement(of: form) == nil else { return }
    if entries.count >= capacity {
      let idle = entries.indices.filter { !entries[$0].statement.isRunning }
      let oldest = idle.min { entries[$0].statement.lastUse < entries[$1].statement.lastUse }
      guard let oldest else { return }
      entries.remove(at: oldest)
    }
    turn += 1
    statement.lastUse = turn
    entries.append(Entry(form: form, statement: statement))
  }

  /// Forgets the statement, if it is kept.
  mutating func remove(_ statement: Statement) {
    entries.removeAll { $0.statement === statement }
  }

  mutating func removeAll() {
    for entry in entries { entry.statement.finalize() }
    entries.removeAll()
  }

  private func statement(of form: SQLForm) -> Statement? {
    entries.first { $0.form == form }?.statement
  }
}
