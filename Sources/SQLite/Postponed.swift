/// Statements that a transaction runs at its end, or when somebody is to see what they do.
///
/// What was postponed within a savepoint goes with it when that is undone. Statements that were run
/// before are kept until then, for one that was run within a later savepoint is undone with that.
struct Postponed {
  /// More than this are not kept, so that memory does not grow with a transaction.
  private static let most = 1_000

  /// How much had been postponed, and how much of that been run.
  struct Mark {
    fileprivate let count: Int
    fileprivate let runCount: Int
  }

  private var statements: [SQL] = []
  private var runCount = 0

  var mark: Mark { Mark(count: statements.count, runCount: runCount) }
  var isFull: Bool { statements.count >= Postponed.most }

  mutating func append(_ statement: SQL) {
    statements.append(statement)
  }

  /// The next one to be run, which counts as run from now on.
  mutating func next() -> SQL? {
    guard runCount < statements.count else { return nil }
    defer { runCount += 1 }
    return statements[runCount]
  }

  /// All that came since is undone, and what was run since is to be run again.
  mutating func goBack(to mark: Mark) {
    statements.removeLast(max(0, statements.count - mark.count))
    runCount = min(mark.runCount, statements.count)
  }

  mutating func removeAll() {
    self = Postponed()
  }
}
