/// Prepared statements by the form of their text, no more than a fixed number.
struct StatementCache {
  private let capacity: Int
  private var statements: [SQLForm: Statement] = [:]
  private var turn = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { statements.count }

  /// The statement of this form, unless it is running: one that runs belongs to its caller.
  mutating func idle(_ form: SQLForm) -> Statement? {
    guard let statement = statements[form], !statement.isRunning else { return nil }
    turn += 1
    statement.lastUse = turn
    return statement
  }

  /// Keeps the statement; the one unused for longest makes room.
  mutating func insert(_ statement: Statement, as form: SQLForm) {
    guard statements[form] == nil else { return }
    if statements.count >= capacity {
      let idle = statements.filter { !$0.value.isRunning }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      statements[oldest.key] = nil
    }
    turn += 1
    statement.lastUse = turn
    statements[form] = statement
  }

  /// Forgets the statement, if it is kept.
  mutating func remove(_ statement: Statement) {
    let kept = statements.first { $0.value === statement }
    if let kept { statements[kept.key] = nil }
  }

  mutating func removeAll() {
    for statement in statements.values { statement.finalize() }
    statements.removeAll()
  }
}
