/// Prepared statements by their text, no more than a fixed number.
struct StatementCache {
  private let capacity: Int
  private var statements: [String: Statement] = [:]
  private var turn = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { statements.count }

  /// The statement with this text, unless it is running: one that runs belongs to its caller.
  mutating func idle(_ text: String) -> Statement? {
    guard let statement = statements[text], !statement.isRunning else { return nil }
    turn += 1
    statement.lastUse = turn
    return statement
  }

  /// Keeps the statement; the one unused for longest makes room.
  mutating func insert(_ statement: Statement) {
    guard statements[statement.text] == nil else { return }
    if statements.count >= capacity {
      let idle = statements.values.filter { !$0.isRunning }
      guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return }
      statements[oldest.text] = nil
    }
    turn += 1
    statement.lastUse = turn
    statements[statement.text] = statement
  }

  /// Forgets the statement, if it is this very one that is kept.
  mutating func remove(_ statement: Statement) {
    if statements[statement.text] === statement { statements[statement.text] = nil }
  }

  mutating func removeAll() {
    for statement in statements.values { statement.finalize() }
    statements.removeAll()
  }
}
