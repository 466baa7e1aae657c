import Dispatch
import Foundation
import PostgresStorage
import Storage
import Support
import Testing

/// Tests the opening of networks whose server restarts.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct OpeningTests {
  @Test func `a network opens while the server ends connections`() throws {
    let server = try #require(PostgresServer.shared)
    let url = try server.newDatabase()
    defer { server.drop(url) }
    _ = try PostgresStore.create(at: url, patience: Patience(seconds: 30))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? server.run(
        """
        DO $$ BEGIN
          FOR attempt IN 1..200 LOOP
            PERFORM pg_stat_clear_snapshot();
            PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid();
            PERFORM pg_sleep(0.003);
          END LOOP;
        END $$
        """, in: url)
      done.signal()
    }
    while done.wait(timeout: .now()) != .success {
      _ = try PostgresStore.open(at: url, patience: Patience(seconds: 30))
    }
  }
}
