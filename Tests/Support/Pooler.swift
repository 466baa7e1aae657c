import Foundation
import Testing

/// A PgBouncer of one test, which lends a connection to a server for each transaction.
///
/// It ends with the last reference, or with the process.
package final class Pooler: Sendable {
  private static let program = "/usr/sbin/pgbouncer"

  package static let isInstalled: Bool = {
    let isThere = FileManager.default.isExecutableFile(atPath: program)
    if !isThere { print("note: tests of a pooler are skipped: pgbouncer is not installed.") }
    return isThere
  }()

  private let folder: TemporaryFolder
  private let shell = Process()
  private let life = Pipe()

  /// With so many connections to the server.
  package init(before server: PostgresServer, connections: Int) throws {
    folder = try TemporaryFolder()
    let settings = """
      [databases]
      * = host=\(server.socketFolder) port=\(server.port) user=\(PostgresServer.role)
      [pgbouncer]
      pool_mode = transaction
      default_pool_size = \(connections)
      auth_type = any
      listen_addr =
      unix_socket_dir = \(folder.path)
      """
    try folder.write(settings, to: "settings")
    try PostgresServer.giveAway(folder.path)
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    // It inherits the blocked signals of a thread of this process, so others don't end it.
    shell.arguments =
      ["-c", "\"$@\" & cat >/dev/null; kill -KILL $!", "sh"]
      + PostgresServer.unprivileged([Pooler.program, "--quiet", folder.file("settings")])
    shell.standardInput = life
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    let socket = folder.file(".s.PGSQL.6432")
    guard waitUntil({ FileManager.default.fileExists(atPath: socket) }) else {
      throw HarnessError("The pooler did not start", output: [])
    }
  }

  deinit {
    try? life.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  /// The URL of a database of the server, through the pooler.
  package func url(of database: String) -> String {
    let name = URL(string: database)?.lastPathComponent ?? ""
    return "postgres://\(PostgresServer.role)@/\(name)?host=\(folder.path)&port=6432"
  }
}
