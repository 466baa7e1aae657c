import Foundation
import Synchronization

/// A PostgreSQL server of this test run, in a temporary folder and on a socket there.
///
/// It is started when it is first needed and ends with the process, also if that is killed: its
/// shell waits for the end of a pipe.
package final class PostgresServer: Sendable {
  /// Nil if no server is installed; then a note says so once.
  package static let shared: PostgresServer? = {
    guard let programs else {
      print("note: tests on PostgreSQL are skipped: no server is installed.")
      return nil
    }
    do {
      return try PostgresServer(programs: programs)
    } catch {
      print("note: tests on PostgreSQL are skipped: \(error)")
      return nil
    }
  }()

  /// The folder of `initdb` and `postgres`: that of `PROFILECTL_TEST_POSTGRES`, or the newest one
  /// that Debian's packages install.
  private static let programs: String? = {
    if let folder = ProcessInfo.processInfo.environment["PROFILECTL_TEST_POSTGRES"] {
      return folder
    }
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.max().map { "\(root)/\($0)/bin" }
  }()

  /// A role that owns the databases of tests and is no superuser.
  package static let role = "net"

  private let folder: TemporaryFolder
  private let programs: String
  private let databases = Atomic(0)
  private let shell: Process

  private init(programs: String) throws {
    self.programs = programs
    folder = try TemporaryFolder()
    try PostgresServer.giveAway(folder.path)
    let data = folder.file("data")
    try PostgresServer.run(
      PostgresServer.unprivileged([
        "\(programs)/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
        "--locale=C.UTF-8", "--no-sync",
      ]))
    shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let settings = [
      "fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=300", "jit=off",
      "unix_socket_directories=\(folder.path)", "log_min_messages=fatal", "autovacuum=off",
    ]
    let server =
      PostgresServer.unprivileged(["\(programs)/postgres", "-D", data])
      + settings.flatMap { ["-c", $0] }
    shell.arguments =
      ["-c", "\"$@\" & server=$!; cat >/dev/null; kill -QUIT $server", "sh"] + server
    shell.standardInput = Pipe()
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try shell.run()
    try waitUntilReady()
    try run("CREATE ROLE \(PostgresServer.role) LOGIN")
  }

  private func waitUntilReady() throws {
    for _ in 0..<300 {
      if (try? run("SELECT 1")) != nil { return }
      usleep(20_000)
    }
    throw HarnessError("The server did not start", output: [])
  }

  /// Creates an empty database, and returns its URL.
  package func newDatabase() throws -> String {
    let name = "d\(databases.add(1, ordering: .relaxed).newValue)"
    try run("CREATE DATABASE \(name) OWNER \(PostgresServer.role) STRATEGY file_copy")
    return url(of: name)
  }

  package var socketFolder: String { folder.path }

  package func url(of database: String) -> String {
    "postgres://\(PostgresServer.role)@/\(database)?host=\(folder.path)"
  }

  package func drop(_ url: String) {
    guard let name = URL(string: url)?.lastPathComponent else { return }
    _ = try? run("DROP DATABASE \(name) WITH (FORCE)")
  }

  /// Runs a statement as the superuser, in a database by its URL, and returns what `psql` prints.
  @discardableResult
  package func run(_ statement: String, in url: String? = nil) throws -> String {
    let database = url.flatMap { URL(string: $0)?.lastPathComponent } ?? "postgres"
    return try PostgresServer.run([
      "\(programs)/psql", "-h", folder.path, "-U", "postgres", "-d", database, "-X", "-q", "-A",
      "-t", "-v", "ON_ERROR_STOP=1", "-c", statement,
    ])
  }

  /// Every row of every table of a network.
  package func dump(_ url: String) throws -> [String] {
    let tables = try run(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'profilectl' ORDER BY 1", in: url)
    return try tables.split(separator: "\n").flatMap { table in
      try run("SELECT '\(table): ' || t::text FROM profilectl.\(table) AS t ORDER BY 1", in: url)
        .split(separator: "\n").map(String.init)
    }
  }

  /// PostgreSQL refuses to run as root.
  private static func unprivileged(_ words: [String]) -> [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + words : words
  }

  private static func giveAway(_ folder: String) throws {
    guard getuid() == 0, let account = getpwnam("postgres") else { return }
    guard chown(folder, account.pointee.pw_uid, account.pointee.pw_gid) == 0 else {
      throw SystemFailure("chown")
    }
  }

  @discardableResult
  private static func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw HarnessError(words, output: []) }
    return answer
  }
}
