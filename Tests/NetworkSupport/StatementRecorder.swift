import CSQLite
import SQLite

/// Records the statements that this process runs on one file.
///
/// SQLite reports the statements, so that none is missed.
package final class StatementRecorder {
  private let path: String

  /// Records connections that are opened from now on.
  package init(_ path: String) {
    _ = StatementRecorder.isInstalled
    self.path = path
    recordings.withLock { $0[path] = [:] }
  }

  deinit {
    recordings.withLock { $0[path] = nil }
  }

  /// The distinct texts, without the internal statements of full-text tables.
  package var statements: [String] {
    let all = recordings.withLock { $0[path]?.keys.sorted() ?? [] }
    return all.filter { !$0.contains("'main'.") && !$0.hasPrefix("PRAGMA") }
  }

  /// The largest number of virtual machine steps of a run of a statement with these words.
  package func steps(of words: String) -> Int {
    all(with: words).map(\.steps).max() ?? 0
  }

  /// How often statements with these words were run.
  package func runs(of words: String) -> Int {
    all(with: words).map(\.runs).reduce(0, +)
  }

  private func all(with words: String) -> [Recording] {
    let all = recordings.withLock { $0[path] ?? [:] }
    return all.filter { $0.key.contains(words) }.map(\.value)
  }

  private static let isInstalled: Bool = {
    typealias Plain = @convention(c) () -> Void
    typealias EntryPoint =
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
      ) -> Int32
    let entryPoint: EntryPoint = { connection, _, _ in
      guard let connection, let name = sqlite3_db_filename(connection, "main") else { return 0 }
      guard recordings.withLock({ $0[String(cString: name)] != nil }) else { return 0 }
      sqlite3_trace_v2(
        connection, UInt32(SQLITE_TRACE_PROFILE),
        { _, connection, statement, _ in
          record(OpaquePointer(statement))
          return 0
        }, nil)
      return 0
    }
    return sqlite3_auto_extension(unsafeBitCast(entryPoint, to: Plain.self)) == SQLITE_OK
  }()

  private static func record(_ statement: OpaquePointer?) {
    guard let statement, let text = sqlite3_sql(statement),
      let name = sqlite3_db_filename(sqlite3_db_handle(statement), "main")
    else { return }
    let steps = Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1))
    recordings.withLock {
      $0[String(cString: name)]?[String(cString: text), default: Recording()].add(steps: steps)
    }
  }
}

/// The record of one statement.
private struct Recording {
  var runs = 0
  /// The steps of the longest run.
  var steps = 0

  mutating func add(steps: Int) {
    runs += 1
    self.steps = max(self.steps, steps)
  }
}

/// The records by path and text; only files with an entry are recorded.
private let recordings = Mutex<[String: [String: Recording]]>([:])
