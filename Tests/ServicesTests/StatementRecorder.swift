import CSQLite
import Synchronization

/// The statements that any connection of this process runs on one file.
///
/// SQLite itself reports them, so that nothing a service does is left out.
final class StatementRecorder {
  private let path: String

  /// Sees the connections that are opened from now on.
  init(_ path: String) {
    _ = StatementRecorder.isInstalled
    self.path = path
    recordings.withLock { $0[path] = [] }
  }

  deinit {
    recordings.withLock { $0[path] = nil }
  }

  /// The distinct texts, leaving out what full-text tables run among themselves.
  var statements: [String] {
    let all = recordings.withLock { $0[path] ?? [] }
    return all.filter { !$0.contains("'main'.") && !$0.hasPrefix("PRAGMA") }.sorted()
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
        connection, UInt32(SQLITE_TRACE_STMT),
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
    recordings.withLock { _ = $0[String(cString: name)]?.insert(String(cString: text)) }
  }
}

/// By the path of the file; only these files are recorded.
private let recordings = Mutex<[String: Set<String>]>([:])
