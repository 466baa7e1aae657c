import CSQLite
import Foundation
import SQLText
import SQLite

/// A folder of one test, removed at its end.
///
/// The umask is 0, so that private modes are the program's own choice.
final class Scratch {
  let folder: String

  init() throws {
    umask(0)
    let parent = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    folder = "\(parent)/sqlite-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    chmod(folder, 0o700)
    try? FileManager.default.removeItem(atPath: folder)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// The names in the folder, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }

  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Runs SQL on a file with SQLite directly.
  func alter(_ name: String, _ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(path(name), &handle) == SQLITE_OK,
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
    else {
      throw Refused(text: String(cString: sqlite3_errmsg(handle)))
    }
  }

  struct Refused: Error { let text: String }
}

/// The small database the tests work with.
enum Sample {
  static let migration: [SQL] = [
    "CREATE TABLE birds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE eggs(bird INTEGER NOT NULL REFERENCES birds DEFERRABLE INITIALLY DEFERRED) STRICT",
    "CREATE INDEX eggs_by_bird ON eggs(bird)",
  ]

  static let secondMigration: [SQL] = ["ALTER TABLE birds ADD COLUMN colour TEXT"]

  static func identity(versions: Int = 1) throws -> DatabaseIdentity {
    let connection = try Connection.inMemory()
    try connection.script(migration)
    let schema = try connection.schema()
    try connection.script(secondMigration)
    let secondSchema = try connection.schema()
    let first = DatabaseIdentity.Version(number: 1, migration: migration, schema: schema)
    let second = DatabaseIdentity.Version(
      number: 2, migration: secondMigration, schema: secondSchema)
    return DatabaseIdentity(
      applicationID: 0x6269_7264, versions: Array([first, second].prefix(versions)))
  }

  static let wait = Duration.seconds(20)
}

extension Scratch {
  @discardableResult
  func create(_ name: String = "birds.db") throws -> DatabaseFile {
    try DatabaseFile.create(path(name), as: Sample.identity(), wait: Sample.wait)
  }

  @discardableResult
  func open(_ name: String = "birds.db") throws -> DatabaseFile {
    try DatabaseFile.open(path(name), as: Sample.identity(), wait: Sample.wait)
  }
}

extension ResultCode {
  static let checkFailed = ResultCode(rawValue: SQLITE_CONSTRAINT | 1 << 8)
  static let foreignKeyFailed = ResultCode(rawValue: SQLITE_CONSTRAINT | 3 << 8)
}

extension DatabaseWriter {
  /// Adds one bird in a transaction of its own.
  func add(_ name: String) throws {
    try transaction(wait: Sample.wait) { try $0.run("INSERT INTO birds(name) VALUES (\(name))") }
  }
}

extension Connection {
  func schema() throws -> [SchemaObject] {
    try all {
      "SELECT \($0) FROM sqlite_schema"
    } as: { row in
      SchemaObject(
        type: row["type"], name: row["name"], table: row["tbl_name"], sql: row["coalesce(sql, '')"])
    }
  }

  var birds: [String] {
    get throws { try values("SELECT name FROM birds ORDER BY id") }
  }
}
