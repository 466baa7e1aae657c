import Foundation
import Synchronization
import Testing

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
      let server = try PostgresServer(
        programs, data: newData(programs), citusSettings, workers: usesCitus ? 2 : 0)
      if usesCitus { try server.makeTemplate() }
      return server
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

  private static let lastPort = Atomic(0)

  /// A server of one test, which ends with the last reference; nil if none is installed.
  ///
  /// With a certificate and its key it also takes connections at `port`, with TLS and a password.
  package static func another(
    certificate: String? = nil, key: String? = nil
  ) throws -> PostgresServer? {
    guard let programs else { return nil }
    let folder = try newData(programs)
    guard let certificate, let key else { return try PostgresServer(programs, data: folder) }
    try FileManager.default.copyItem(atPath: certificate, toPath: folder.file("data/server.crt"))
    try FileManager.default.copyItem(atPath: key, toPath: folder.file("data/server.key"))
    chmod(folder.file("data/server.key"), 0o600)
    let rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"
    try folder.write(rules, to: "data/pg_hba.conf")
    for name in ["server.crt", "server.key", "pg_hba.conf"] {
      try giveAway(folder.file("data/\(name)"))
    }
    // The range for private use.
    let port = 49_152 + (Int(getpid()) * 8 + lastPort.add(1, ordering: .relaxed).newValue) % 16_000
    return try PostgresServer(
      programs, data: folder, port: port, ["listen_addresses=127.0.0.1", "ssl=on"])
  }

  /// A server of one test with a small disk, for the tablespace `small`; nil if none is installed.
  ///
  /// The disk can be mounted by root only, and is seen by the server alone.
  package static func withSmallDisk(kilobytes: Int) throws -> PostgresServer? {
    guard let programs, let account = getpwnam("postgres") else { return nil }
    let folder = try newData(programs)
    let disk = folder.file("small")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let options = "size=\(kilobytes)k,mode=700,uid=\(account.pointee.pw_uid)"
    let mount = "mount -t tmpfs -o \(options) none \"$0\"; exec \"$@\""
    let server = try PostgresServer(
      programs, data: folder, onMachine: ["unshare", "--mount", "/bin/sh", "-euc", mount, disk])
    try server.run("CREATE TABLESPACE small LOCATION '\(disk)'")
    return server
  }

  /// A server that follows this one and takes no writes.
  package func standby() throws -> PostgresServer {
    let folder = try TemporaryFolder()
    try PostgresServer.giveAway(folder.path)
    try PostgresServer.run(
      PostgresServer.unprivileged([
        "\(programs)/pg_basebackup", "-D", folder.file("data"), "-R", "-h", socketFolder, "-p",
        "\(port)", "-U", "postgres", "--checkpoint=fast", "--no-sync",
      ]))
    return try PostgresServer(programs, data: folder, port: port, isStandby: true)
  }

  /// A role that owns the databases of tests and is no superuser.
  package static let role = "net"

  private let folder: TemporaryFolder
  private let programs: String
  package let port: Int
  /// The servers that store the rows of this one.
  let workers: [PostgresServer]
  private let databases = Atomic(0)
  private let shell: Process
  /// Its end ends the server.
  private let life = Pipe()

  private static func newData(_ programs: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try giveAway(folder.path)
    try run(
      unprivileged([
        "\(programs)/initdb", "-D", folder.file("data"), "-U", "postgres", "-A", "trust", "-E",
        "UTF8", "--locale=C.UTF-8", "--no-sync",
      ]))
    return folder
  }

  private init(
    _ programs: String, data folder: TemporaryFolder, port: Int = 5432, _ added: [String] = [],
    isStandby: Bool = false, workers: Int = 0, onMachine: [String] = []
  ) throws {
    (self.programs, self.folder, self.port) = (programs, folder, port)
    self.workers = try (0..<workers).map { _ in
      try PostgresServer(programs, data: PostgresServer.newData(programs), added)
    }
    shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let settings =
      [
        "fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=300", "jit=off",
        "unix_socket_directories=\(folder.path)", "log_min_messages=fatal", "autovacuum=off",
        "port=\(port)", "log_line_prefix=%d: ",
      ] + added
    let server =
      onMachine + PostgresServer.unprivileged(["\(programs)/postgres", "-D", folder.file("data")])
      + settings.flatMap { ["-c", $0] }
    shell.arguments =
      [
        "-c", "\"$@\" & cat >/dev/null; kill -QUIT \"$(head -n 1 \"$0\")\"",
        folder.file("data/postmaster.pid"),
      ] + server
    shell.standardInput = life
    shell.standardOutput = FileHandle.nullDevice
    try folder.write("", to: "log")
    shell.standardError = FileHandle(forWritingAtPath: folder.file("log"))
    try shell.run()
    try waitUntilReady()
    if !isStandby { try run("CREATE ROLE \(PostgresServer.role) LOGIN") }
  }

  deinit {
    try? life.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  /// What the server writes to its standard error.
  package var log: String { folder.file("log") }

  /// The process of the server to which connections are made first.
  package func processID() throws -> Int32 {
    let text = try String(contentsOfFile: folder.file("data/postmaster.pid"), encoding: .utf8)
    guard let number = text.split(separator: "\n").first.flatMap({ Int32($0) }) else {
      throw HarnessError("The server has no number", output: [])
    }
    return number
  }

  private func waitUntilReady() throws {
    guard waitUntil({ (try? run("SELECT 1")) != nil }) else {
      throw HarnessError("The server did not start", output: [])
    }
  }

  /// Creates an empty database, or a copy of another one, and returns its URL.
  package func newDatabase(like model: String? = nil) throws -> String {
    let name = "d\(databases.add(1, ordering: .relaxed).newValue)"
    let template =
      model.map { "TEMPLATE \(self.name(of: $0))" }
      ?? (workers.isEmpty ? "" : "TEMPLATE \(PostgresServer.template)")
    for server in workers + [self] {
      try server.run(
        """
        CREATE DATABASE \(name) OWNER \(PostgresServer.role) \(template) STRATEGY file_copy
        """)
    }
    return url(of: name)
  }

  package var socketFolder: String { folder.path }

  package func url(of database: String) -> String {
    "postgres://\(PostgresServer.role)@/\(database)?host=\(folder.path)"
  }

  package func drop(_ url: String) {
    for server in [self] + workers {
      _ = try? server.run("DROP DATABASE \(name(of: url)) WITH (FORCE)")
    }
  }

  /// Runs a statement as the superuser, in a database by its URL, and returns what `psql` prints.
  @discardableResult
  package func run(_ statement: String, in url: String? = nil) throws -> String {
    let database = url.map { name(of: $0) } ?? "postgres"
    return try PostgresServer.run([
      "\(programs)/psql", "-h", folder.path, "-p", "\(port)", "-U", "postgres", "-d", database,
      "-X", "-q", "-A",
      "-t", "-v", "ON_ERROR_STOP=1", "-c", statement,
    ])
  }

  /// The name of a database.
  package func name(of url: String) -> String { URL(string: url)?.lastPathComponent ?? "" }

  /// Whether a transaction in a database has waited for another one for so many milliseconds.
  package func hasWaiter(in url: String, for milliseconds: Int = 0) throws -> Bool {
    let question = """
      SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = '\(name(of: url))'
      AND clock_timestamp() - waitstart >= interval '\(milliseconds) ms'
      """
    return try ([self] + workers).contains { try $0.run(question) != "0\n" }
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
  static func unprivileged(_ words: [String]) -> [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + words : words
  }

  static func giveAway(_ folder: String) throws {
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
