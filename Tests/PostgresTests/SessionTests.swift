import Foundation
import Postgres
import SQLText
import Support
import Testing

/// Tests sessions on a real server; without one they are skipped.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct SessionTests {
  private func session(patience: Duration = .seconds(10)) throws -> PostgresSession {
    let server = try #require(PostgresServer.shared)
    let place = try PostgresPlace(server.url(of: "postgres"), allowsPassword: false)
    return try PostgresSession.connect(to: place, patience: patience, shouldStop: { false })
  }

  @Test func `values come back as they were bound`() throws {
    let session = try session()
    let (text, bytes): (String, [UInt8]) = ("é 👩‍👩‍👧 \n'\\", [0, 1, 255, 0])
    let integers = try session.first {
      "SELECT \($0)"
    } as: { row -> [Int64] in
      [row["\(Int64.min)"], row["\(Int64.max)"], row["\(true)"]]
    }
    #expect(integers == [.min, .max, 1])
    let texts = try session.first {
      "SELECT \($0)"
    } as: { row -> [String?] in
      [row[optional: "\(text)"], row[optional: "\("")"], row[optional: "NULL::text"]]
    }
    #expect(texts == [text, "", nil])
    #expect(try session.value("SELECT \(bytes)") == bytes)
    #expect(try session.value("SELECT \(1.5) = 1.5") == true)
    let list = SQLValue.integers([3, -1])
    let found: [UInt8]? = try session.value("SELECT \(list)")
    #expect(found.map(PostgresRow.integers(in:)) == [3, -1])
  }

  @Test func `lists are matched by any of their values`() throws {
    let session = try session()
    let none = SQLValue.integers([])
    let found = try session.first {
      "SELECT \($0)"
    } as: { row -> [Bool] in
      [
        row["2 = ANY(\(SQLValue.integers([1, 2])))"], row["2 = ANY(\(none))"],
        row["'b''' = ANY(\(SQLValue.texts(["a", "b'"])))"],
      ]
    }
    #expect(found == [true, false, true])
  }

  @Test func `a pipeline stops at its first error and the session goes on`() throws {
    let session = try session()
    try session.run("CREATE TEMP TABLE eggs (n bigint)")
    let refused = #expect(throws: PostgresError.self) {
      try session.run([
        "INSERT INTO eggs VALUES (1)", "SELECT 1 / 0", "INSERT INTO eggs VALUES (2)",
      ])
    }
    #expect(refused?.state == "22012")
    // The statements of a pipeline without BEGIN are one transaction.
    #expect(try session.value("SELECT count(*) FROM eggs") == 0)
    #expect(try session.run(["INSERT INTO eggs VALUES (3)", "SELECT 1 FROM eggs"]) == [1, 1])
  }

  @Test func `an opening that is refused takes the statements after it back`() throws {
    struct Refusal: Error {}
    let session = try session()
    try session.run("CREATE TEMP TABLE eggs (n bigint)")
    let refused = RowQuery {
      "SELECT \($0)"
    } as: { row in
      row["2"] as Int
    } take: { number in
      if number != 1 { throw Refusal() }
    }
    session.open(with: ["BEGIN"], refused, orThrow: CancellationError())
    #expect(session.canContinue)
    #expect(throws: Refusal.self) { try session.run("INSERT INTO eggs VALUES (1)") }
    #expect(!session.canContinue)
    let missing = RowQuery {
      "SELECT \($0) WHERE false"
    } as: { row in
      row["1"] as Int
    } take: { _ in
    }
    session.open(with: ["BEGIN"], missing, orThrow: CancellationError())
    #expect(throws: CancellationError.self) {
      try session.run("INSERT INTO eggs VALUES (2)")
    }
    #expect(try session.value("SELECT count(*) FROM eggs") == 0)
  }

  @Test func `a transaction opens with its first statement`() throws {
    let session = try session()
    var opened: [Int] = []
    let query = RowQuery {
      "SELECT \($0)"
    } as: { row in
      row["7"] as Int
    } take: {
      opened.append($0)
    }
    session.open(with: ["BEGIN"], query, orThrow: CancellationError())
    #expect(!session.isInTransaction)
    #expect(try session.values("SELECT generate_series(1, 2)") == [1, 2])
    #expect(opened == [7])
    #expect(session.isInTransaction)
    try session.run("ROLLBACK")
  }

  @Test func `a pipeline has one answer a statement, also after rows that came one by one`() throws
  {
    let session = try session()
    let passOn = {
      try session.each({ "SELECT \($0)" }, as: { $0["1"] as Int }, take: { _ in })
    }
    try passOn()
    let statements: [SQL] = [
      "SELECT n FROM generate_series(5, 7) AS n", "SELECT 1 WHERE false", "SELECT 8",
    ]
    #expect(try session.firstValues(statements) == [5, nil, 8])
    try passOn()
    #expect(try session.run(statements) == [3, 0, 1])
    try passOn()
    let last = try session.first({ "SELECT \($0)" }, after: statements) { $0["9"] as Int }
    #expect(last == 9)
  }

  @Test func `rows pass on one by one, and the caller may stop`() throws {
    struct Enough: Error {}
    let session = try session()
    var sum = 0
    try session.each {
      "SELECT \($0) FROM generate_series(1, 1000) AS n"
    } as: { row in
      row["n"] as Int
    } take: {
      sum += $0
    }
    #expect(sum == 500_500)
    #expect(throws: Enough.self) {
      try session.each {
        "SELECT \($0) FROM generate_series(1, 1000000) AS n"
      } as: { row in
        row["n"] as Int
      } take: { _ in
        throw Enough()
      }
    }
    #expect(try session.value("SELECT 1") == 1)
  }

  @Test func `copies go in`() throws {
    let session = try session()
    try session.run("CREATE TEMP TABLE eggs (n bigint, t text)")
    let count = try session.copyIn("COPY eggs FROM STDIN") { send in
      for number in 1...20_000 { try send(Array("\(number)\tegg \\t \(number)\n".utf8)) }
    }
    #expect(count == 20_000)
    let name: String? = try session.value("SELECT t FROM eggs WHERE n = 7")
    #expect(name == "egg \t 7")
  }

  @Test func `an answer that does not come ends the wait`() throws {
    let session = try session()
    session.patience = .milliseconds(200)
    #expect(throws: PostgresError.silent) { try session.run("SELECT pg_sleep(1000)") }
    #expect(!session.isUsable)
  }

  @Test func `a request to stop cancels the statement`() throws {
    let session = try session()
    let id: Int64 = try #require(try session.value("SELECT pg_backend_pid()"))
    let question = "SELECT wait_event FROM pg_stat_activity WHERE pid = \(id)"
    let server = PostgresServer.shared
    var isAsleep = false
    session.shouldStop = {
      isAsleep = isAsleep || (try? server?.run(question)) == "PgSleep\n"
      return isAsleep
    }
    #expect(throws: PostgresError.stopped) { try session.run("SELECT pg_sleep(1000)") }
    session.shouldStop = { false }
    #expect(try session.value("SELECT 1") == 1)
  }

  // MARK: Kept statements

  /// A session that may keep statements.
  private func keepingSession(at url: String? = nil) throws -> PostgresSession {
    let server = try #require(PostgresServer.shared)
    let place = try PostgresPlace(url ?? server.url(of: "postgres"), allowsPassword: false)
    let session = try PostgresSession.connect(
      to: place, patience: .seconds(10), shouldStop: { false })
    let backend: Int64? = try session.value("SELECT \(PostgresSession.backend)")
    session.keepStatements(ifServedBy: try #require(backend))
    return session
  }

  private func kept(_ session: PostgresSession) throws -> Int {
    try session.run("SELECT 1 FROM pg_prepared_statements")
  }

  @Test func `a server keeps a statement from its second use on`() throws {
    let session = try keepingSession()
    for number in 1...4 {
      #expect(try session.value("SELECT \(number)") == number)
      // The statement that counts is one of them.
      #expect(try kept(session) == (number == 1 ? 0 : 2))
    }
    // The same text with values of another type is another statement.
    for word in ["a", "b", "c"] {
      #expect(try session.value("SELECT \(word)") == word)
    }
    #expect(try session.run(["SELECT \(7)", "SELECT \("d")", "SELECT \(8)"]) == [1, 1, 1])
    #expect(try session.firstValues(["SELECT -\(2)", "SELECT -\(3)"]) == [-2, -3])
    #expect(try session.firstValues(["SELECT -\(4)", "SELECT -\(5)"]) == [-4, -5])
  }

  @Test func `a statement that an error kept from being sent is sent again`() throws {
    let session = try keepingSession()
    let number = { () -> Int? in try session.value("SELECT 2 * \(21)") }
    #expect(try number() == 42)
    #expect(throws: PostgresError.self) { try session.run(["SELECT 1 / 0", "SELECT 2 * \(21)"]) }
    #expect(try number() == 42)
    #expect(try number() == 42)
  }

  @Test func `statements with long lists are planned each time`() throws {
    let session = try keepingSession()
    for count in [50, 50, 50, 3, 3, 3, 50] {
      let list = SQLValue.integers((0..<Int64(count)).map { $0 })
      #expect(try session.value("SELECT cardinality(\(list))") == count)
      // Of the statements here, the one that counts is kept from its second use on.
      #expect(try kept(session) <= 2)
    }
    #expect(try kept(session) == 2)
  }

  @Test(.enabled(if: Pooler.isInstalled)) func `a pooler's server keeps no statement`() throws {
    let server = try #require(PostgresServer.shared)
    let pooler = try Pooler(before: server, connections: 1)
    let session = try keepingSession(at: pooler.url(of: server.url(of: "postgres")))
    for number in 1...4 {
      #expect(try session.value("SELECT \(number)") == number)
      #expect(try kept(session) == 0)
    }
  }

  // MARK: Failures

  @Test func `a broken connection is noticed`() throws {
    let session = try session()
    let id: Int64 = try #require(try session.value("SELECT pg_backend_pid()"))
    try PostgresServer.shared?.run("SELECT pg_terminate_backend(\(id))")
    #expect(throws: PostgresError.self) {
      // The end of the server's process may arrive after the first statement is sent.
      for _ in 0..<100 { try session.run("SELECT 1") }
    }
    #expect(!session.isUsable)
  }

  @Test func `a connection waits for a server that restarts`() throws {
    let server = try #require(PostgresServer.shared)
    let folder = try TemporaryFolder()
    let place = try PostgresPlace(
      "postgres://net@/postgres?host=\(folder.path)", allowsPassword: false)
    let (socket, link) = (server.socketFolder + "/.s.PGSQL.5432", folder.file(".s.PGSQL.5432"))
    let connect = { (retry: Duration, returns: Bool) in
      try PostgresSession.connect(to: place, patience: .ample, retry: retry) {
        // A failed attempt asks.
        if returns { symlink(socket, link) }
        return false
      }
    }
    #expect(throws: PostgresError.unconnected(.notListening)) { _ = try connect(.zero, false) }
    #expect(try connect(.ample, true).value("SELECT 1") == 1)
  }

  @Test func `a server that says nothing is given up after connect_timeout`() throws {
    let server = try #require(try PostgresServer.another())
    let number = try server.processID()
    kill(number, SIGSTOP)
    defer { kill(number, SIGCONT) }
    let place = try PostgresPlace(
      server.url(of: "postgres") + "&connect_timeout=2", allowsPassword: false)
    let began = ContinuousClock.now
    #expect(throws: PostgresError.unconnected(.unreachable)) {
      _ = try PostgresSession.connect(to: place, patience: .ample * 2, shouldStop: { false })
    }
    #expect(ContinuousClock.now - began < .ample)
  }

  @Test(arguments: ["FOLDER&target_session_attrs=read-write", "FOLDER,FOLDER"])
  func `a server without writes is refused where one with writes is asked for`(
    host: String
  ) throws {
    let server = try #require(PostgresServer.shared)
    let url = try server.newDatabase()
    defer { server.drop(url) }
    let name = try #require(URL(string: url)?.lastPathComponent)
    try server.run("ALTER DATABASE \(name) SET default_transaction_read_only = on")
    let place = try PostgresPlace(
      "postgres://net@/\(name)?host=" + host.replacing("FOLDER", with: server.socketFolder),
      allowsPassword: false)
    #expect(throws: PostgresError.unconnected(.readOnly)) {
      _ = try PostgresSession.connect(to: place, patience: .seconds(10), shouldStop: { false })
    }
  }

  @Test(arguments: [
    ("postgres://nobody@/postgres?host=FOLDER", PostgresError.ConnectFailure.denied),
    ("postgres://net@/nowhere?host=FOLDER", .noDatabase),
    ("postgres://net@/postgres?host=/nowhere", .notListening),
    ("postgres://net@/postgres?host=/invalid/service/certificate", .notListening),
    ("postgres://net@127.0.0.1:1/postgres", .notListening),
    ("postgres://net@\(String(repeating: "a", count: 64)).example/postgres", .unreachable),
    ("postgres://net@/postgres?host=FOLDER&sslmode=bogus", .settings),
    ("postgres://net@/postgres?host=FOLDER&ssl_min_protocol_version=TLSv9", .settings),
    ("postgres://net@/postgres?host=FOLDER&gssencmode=require", .settings),
    ("postgres://net@/postgres?host=FOLDER&target_session_attrs=read-only", .settings),
    ("postgres://net@/postgres?host=FOLDER&service=nowhere", .settings),
    ("postgres://net@127.0.0.1:1/postgres?keepalives=x", .settings),
    ("postgres://net@/postgres?host=FOLDER&connect_timeout=99999999999", .settings),
  ])
  func `a connection that is not made says why`(
    text: String, reason: PostgresError.ConnectFailure
  ) throws {
    let server = try #require(PostgresServer.shared)
    let url = text.replacing("FOLDER", with: server.socketFolder)
    let place = try PostgresPlace(url, allowsPassword: false)
    #expect(throws: PostgresError.unconnected(reason)) {
      _ = try PostgresSession.connect(to: place, patience: .seconds(1), shouldStop: { false })
    }
  }
}
