import Foundation

/// Networks whose tables the extension Citus spreads over two more servers.
extension PostgresServer {
  /// Whether tests on PostgreSQL run on Citus, which must be installed: `PROFILECTL_TEST_CITUS` is
  /// set.
  package static let usesCitus = ProcessInfo.processInfo.environment["PROFILECTL_TEST_CITUS"] != nil

  static let citusSettings =
    usesCitus
    ? [
      "shared_preload_libraries=citus", "citus.shard_count=4",
      "citus.enable_statistics_collection=off", "max_worker_processes=100",
    ] : []

  /// The database that those of tests are copies of; a server of one test has none.
  static let template = "spread"

  /// Makes the database that all others are copies of, on this server and its workers.
  ///
  /// A copy fails while another session uses the template, as the extension does.
  func makeTemplate() throws {
    let all = workers + [self]
    let url = url(of: PostgresServer.template)
    for server in all {
      try server.run("CREATE DATABASE \(PostgresServer.template) OWNER \(PostgresServer.role)")
      try server.run("CREATE EXTENSION citus", in: url)
    }
    for worker in workers {
      try run("SELECT citus_add_node('\(worker.socketFolder)', \(worker.port))", in: url)
    }
    for server in all {
      try server.run(
        """
        ALTER DATABASE \(PostgresServer.template) ALLOW_CONNECTIONS false;
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = '\(PostgresServer.template)';
        """)
    }
  }

  /// Spreads the tables of a new network in the way that `docs/server.md` says; does nothing
  /// without Citus.
  package func distribute(_ url: String) throws {
    if !PostgresServer.usesCitus { return }
    let page = try String(contentsOfFile: Repository.path + "/docs/server.md", encoding: .utf8)
    let recipes = page.matches(of: /```sql\n(?s:(.*?))```/).map { String($0.1) }
    guard let recipe = recipes.first(where: { $0.contains("create_distributed_table") }) else {
      throw HarnessError("docs/server.md does not say how tables are spread", output: [])
    }
    try run("SET ROLE \(PostgresServer.role); \(recipe)", in: url)
  }
}
