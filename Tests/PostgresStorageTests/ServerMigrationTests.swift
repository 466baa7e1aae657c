import Foundation
import Model
import NetworkSupport
import PostgresStorage
import SQLiteStorage
import Services
import Storage
import Support
import Testing

/// Copies of whole networks between files and a server.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct ServerMigrationTests {
  let fixture: Fixture
  let place: String

  init() throws {
    fixture = try Fixture("ana", "bob", "carl", "dora")
    place = try #require(try PostgresServer.shared?.newDatabase())
    let network = fixture.network
    let driver = ServicesDriver(network: network)
    _ = try network.post("first #Bees @bob", by: "ana", at: 10)
    _ = try network.post("secret", by: "ana", isPrivate: true, at: 20)
    for talk in [
      Talk.reply(1, text: "@ana é", isPrivate: false, at: 30),
      .reply(3, text: "gone", isPrivate: false, at: 40),
      .quote(1, text: "q", isPrivate: false, at: 50),
      .repost(1, at: 60), .edit(3, text: "@carl #bees", at: 70), .mute("carl", at: 80),
    ] { _ = driver.apply(.talk("bob", talk)) }
    _ = driver.apply(.talk("carl", .reply(4, text: "below", isPrivate: false, at: 90)))
    _ = try network.deletePost("bob", 4)
    for follower in ["bob", "carl", "dora"] { _ = try network.follow(follower, "ana") }
    _ = try network.like("carl", 1, at: 100)
    _ = driver.apply(.flag("dora", 1))
    let changes = ProfileChanges(name: try DisplayName("Ana Été"), avatar: .set(.numbered(1)))
    _ = try network.users.edit(changes, as: "ana")
    _ = try network.users.delete("dora")
    try network.notices.unseen(by: "ana").markSeen(upTo: Moment(microseconds: 35))
  }

  private func toServer(
    _ other: String? = nil, _ wrap: (any MigrationTarget) -> any MigrationTarget = { $0 }
  ) throws -> Migrated {
    let place = other ?? place
    let source = try SQLiteStore.open(at: fixture.path, patience: .ofTests)
    return try source.migrating { source in
      try PostgresStore.migrate(to: place, patience: .ofTests, interrupts: Interrupts()) {
        try Migration(from: source, to: wrap($0), { _ in }).run()
      }
    }
  }

  private func toFile() throws -> (path: String, migrated: Migrated) {
    let path = fixture.folder.file("back.db")
    let source = try PostgresStore.open(at: place, patience: .ofTests)
    let migrated = try source.migrating { source in
      try SQLiteStore.migrate(to: path, patience: .ofTests, interrupts: Interrupts()) {
        try Migration(from: source, to: $0, { _ in }).run()
      }
    }
    return (path, migrated)
  }

  /// All rows, without the inner ones of the full-text indexes.
  private func rows(_ path: String) throws -> [String] {
    try RawDatabase(path).dump().filter { !$0.contains("_words_") }.sorted()
  }

  /// On a server `thread_posts` has the columns of `gone_posts`, and sequences replace `counters`.
  @Test func `each column of a file has the same name on a server`() throws {
    _ = try toServer()
    let server = try #require(PostgresServer.shared)
    let there = try server.run(
      """
      SELECT table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = 'profilectl'
      """, in: place)
    let here = try RawDatabase(fixture.path).column(
      """
      SELECT replace(t.name, 'gone_posts', 'thread_posts') || '.' || c.name
      FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name <> 'counters' AND t.name NOT LIKE '%_words%'
      """)
    #expect(Set(here).subtracting(there.split(separator: "\n").map(String.init)) == [])
  }

  @Test func `a migration leaves other tables of the database alone`() throws {
    let server = try #require(PostgresServer.shared)
    try server.run("SET ROLE net; CREATE TABLE public.apples AS SELECT 1 AS apple", in: place)
    _ = try toServer()
    let rows = "SELECT reltuples FROM pg_class WHERE relname ="
    #expect(try server.run("\(rows) 'apples'", in: place) == "-1\n")
    #expect(try server.run("\(rows) 'users'", in: place) == "3\n")
  }

  @Test func `no timeout of the server ends a copy that waits for its file`() throws {
    _ = try toServer()
    let server = try #require(PostgresServer.shared)
    let setting = "ALTER DATABASE %I SET idle_in_transaction_session_timeout = 50"
    try server.run(
      "DO $$ BEGIN EXECUTE format('\(setting)', current_database()); END $$", in: place)
    let totals = try PostgresStore.open(at: place, patience: .ofTests).migrating { source in
      try waitUntil {
        try server.run(
          """
          SELECT clock_timestamp() - state_change > interval '200 ms' FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'
          """, in: place
        ).contains("t")
      }
      return try source.totals()
    }
    #expect(totals.rows(of: StoredUser.self) == 3)
  }

  @Test func `a network comes back from a server as it was`() throws {
    let before = try rows(fixture.path)
    let migrated = try toServer()
    #expect(migrated.timesMoved == 0)
    #expect(!migrated.isResumed)
    let network = try Network.open(at: place, patience: .ofTests)
    #expect(try network.file.examine(isDeep: true) == [])
    let (path, back) = try toFile()
    #expect(back.totals == migrated.totals)
    #expect(try rows(path) == before)
    #expect(try rows(fixture.path) == before)
    #expect(try Network.open(at: path, patience: .ofTests).file.examine(isDeep: true) == [])
    #expect(try network.create("eve") == .created)
  }

  @Test func `a migration that was cut off goes on`() throws {
    for table in ["users", "posts", "mentions"] {
      #expect(throws: CutOff.self) { try toServer { CutTarget($0, of: table) } }
      #expect(throws: ServiceError.storage(.server(.unfinished))) {
        try Network.open(at: place, patience: .ofTests)
      }
    }
    #expect(try toServer().isResumed)
    #expect(try rows(toFile().path) == rows(fixture.path))
  }

  @Test func `a migration that was cut off after its keys and indexes goes on`() throws {
    #expect(throws: StorageError.migration(.different(table: "users"))) {
      try toServer { MiscountingTarget($0, of: "users") }
    }
    #expect(try toServer().isResumed)
    #expect(try Network.open(at: place, patience: .ofTests).file.examine(isDeep: true) == [])
    #expect(try rows(toFile().path) == rows(fixture.path))
  }

  @Test func `a source with a fault is refused by the checks of either connection`() throws {
    let source = try SQLiteStore.open(at: fixture.path, patience: .ofTests)
    #expect(try source.migrating { try $0.faults() } == 0)
    try RawDatabase(fixture.path).run(
      """
      UPDATE users SET follower_count = 9 WHERE username = 'ana';
      UPDATE users SET bio = 'changed' WHERE username = 'bob';
      """)
    #expect(try source.migrating { try $0.faults() } == 2)
  }

  @Test func `a source that changed since is refused`() throws {
    #expect(throws: CutOff.self) { try toServer { CutTarget($0, of: "follows") } }
    _ = try fixture.network.post("new", by: "bob", at: 200)
    #expect(throws: StorageError.migration(.otherSource)) { try toServer() }
  }

  @Test func `a network is not copied over another one`() throws {
    let network = try Network.create(at: place, patience: .ofTests).network
    _ = try network.create("ana")
    #expect(throws: StorageError.migration(.notEmpty)) { try toServer() }
    #expect(try network.users.count(nil, as: .nobody) == 1)
  }

  @Test func `an empty network is filled`() throws {
    _ = try Network.create(at: place, patience: .ofTests)
    _ = try toServer()
    #expect(try rows(toFile().path) == rows(fixture.path))
  }

  @Test func `a copy that lost a row is refused and stays unfinished`() throws {
    for table in ["follows", "likes", "mentions"] {
      let place = try #require(try PostgresServer.shared?.newDatabase())
      #expect(throws: StorageError.migration(.different(table: table))) {
        try toServer(place) { LosingTarget($0, of: table) }
      }
      #expect(throws: ServiceError.storage(.server(.unfinished))) {
        try Network.open(at: place, patience: .ofTests)
      }
    }
  }

  @Test func `posts of one time are moved apart on the way to a file`() throws {
    let network = try Network.create(at: place, patience: .ofTests).network
    for handle in ["ana", "bob"] { _ = try network.create(handle) }
    for handle in ["ana", "bob", "ana"] { _ = try network.post("#tag", by: handle, at: 5) }
    let (path, migrated) = try toFile()
    #expect(migrated.timesMoved == 2)
    let times = try RawDatabase(path).column("SELECT at FROM posts ORDER BY id")
    #expect(times == ["5", "6", "7"])
    let copy = try Network.open(at: path, patience: .ofTests)
    #expect(try copy.file.examine(isDeep: true) == [])
    #expect(try copy.posts.search("#tag", as: .nobody, PageRequest(limit: 9)).items.count == 3)
  }
}

extension ServerMigrationTests {
  @Test func `deleted posts of one time in a conversation are moved apart on the way to a file`()
    throws
  {
    let network = try Network.create(at: place, patience: .ofTests).network
    for handle in ["ana", "bob", "carl"] { _ = try network.create(handle) }
    let driver = ServicesDriver(network: network)
    _ = try network.post("first", by: "ana", at: 5)
    for (handle, text) in [("ana", "one"), ("bob", "two")] {
      let answer = Talk.reply(1, text: text, isPrivate: false, at: 6)
      #expect(driver.apply(.talk(handle, answer)) == "posted")
    }
    for number in [2, 3] {
      let below = Talk.reply(number, text: "below", isPrivate: false, at: 7 + Int64(number))
      #expect(driver.apply(.talk("carl", below)) == "posted")
    }
    _ = try network.deletePost("ana", 2)
    _ = try network.deletePost("bob", 3)
    let (path, migrated) = try toFile()
    #expect(migrated.timesMoved == 1)
    #expect(try RawDatabase(path).column("SELECT at FROM gone_posts ORDER BY id") == ["6", "7"])
    let copy = try Network.open(at: path, patience: .ofTests)
    #expect(try copy.file.examine(isDeep: true) == [])
  }

  @Test func `the tables of a finished copy have all their keys`() throws {
    let server = try #require(PostgresServer.shared)
    let other = try server.newDatabase()
    _ = try Network.create(at: other, patience: .ofTests)
    _ = try toServer()
    let keys = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'profilectl' ORDER BY 1"
    #expect(try server.run(keys, in: place) == server.run(keys, in: other))
  }
}

/// Thrown in place of a connection that breaks.
private struct CutOff: Error {}

/// A target that treats the rows of one table otherwise.
private class FaultyTarget: MigrationTarget {
  let target: any MigrationTarget
  private let table: String

  init(_ target: any MigrationTarget, of table: String) {
    (self.target, self.table) = (target, table)
  }

  var movesTimes: Bool { target.movesTimes }

  func begin(_ totals: MigrationTotals) throws -> [String: Int] {
    try target.begin(totals)
  }

  func add<Row: StoredRow>(_ rows: [Row]) throws {
    if Row.table.text == table { try addFaulty(rows) } else { try target.add(rows) }
  }

  func addFaulty<Row: StoredRow>(_ rows: [Row]) throws {}

  func finish(_ totals: MigrationTotals, timesMoved: Int) throws {
    try target.finish(totals, timesMoved: timesMoved)
  }
}

/// A target whose connection breaks at one table.
private final class CutTarget: FaultyTarget {
  override func addFaulty<Row: StoredRow>(_ rows: [Row]) throws { throw CutOff() }
}

/// A target that forgets the last row of one table.
private final class LosingTarget: FaultyTarget {
  override func addFaulty<Row: StoredRow>(_ rows: [Row]) throws {
    try target.add(rows.dropLast())
  }
}

/// A target that expects another number of rows of one table at the end.
private final class MiscountingTarget: FaultyTarget {
  override func addFaulty<Row: StoredRow>(_ rows: [Row]) throws { try target.add(rows) }

  override func finish(_ totals: MigrationTotals, timesMoved: Int) throws {
    var totals = totals
    totals.tables["users"]?.rows += 1
    try target.finish(totals, timesMoved: timesMoved)
  }
}
