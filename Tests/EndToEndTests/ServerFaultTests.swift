import Foundation
import Support
import Testing

/// Tests the program while its server fails.
///
/// Each test has a server of its own.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct ServerFaultTests {
  private let server: PostgresServer
  private let program: Program

  init() throws {
    server = try #require(try PostgresServer.another())
    program = try Program(database: try server.newDatabase(), user: "alice")
    try program.succeed("init")
    try program.succeed("create-user", "alice", "bob")
  }

  /// The processes of the server that serve the program.
  private func backends() throws -> [Int32] {
    try server.run("SELECT pid FROM pg_stat_activity WHERE usename = 'net'").split(separator: "\n")
      .compactMap { Int32($0) }
  }

  @Test func `a server that stops answering makes the prompt busy, and not stuck`() throws {
    let running = try program.start("--wait", "1", "repl")
    running.write("users\n")
    try running.read { $0.contains("bob") }
    let backends = try backends()
    #expect(!backends.isEmpty)
    for backend in backends { kill(backend, SIGSTOP) }
    running.write("post hello\n")
    running.closeInput()
    let answer = try running.wait()
    for backend in backends { kill(backend, SIGCONT) }
    #expect(answer.stderr.contains("busy"), "\(answer.stderr)")
    #expect(try program.succeed("explore", "--count") == "0\n")
  }

  @Test func `a server that takes no connections any more is unreachable within the wait`() throws {
    let postmaster = try server.processID()
    kill(postmaster, SIGSTOP)
    defer { kill(postmaster, SIGCONT) }
    let answer = try program.run("users", "--wait", "1")
    #expect(answer.status == 74, "\(answer.stderr)")
    #expect(answer.stderr.contains("can't be reached"))
  }

  /// The crash of one of its processes makes a server end all connections and recover.
  @Test func `every post acknowledged across crashes of the server is stored once`() throws {
    let running = try (0..<3).map { number in
      let one = try program.start("run", "--keep-going", "--wait", "100", "-")
      one.write((0..<150).map { "post 'text \(number) \($0)'\n" }.joined())
      one.closeInput()
      return one
    }
    let saved = "SELECT count(*) FROM profilectl.posts"
    for crash in 1...3 {
      waitUntil {
        let answer = try? server.run(saved, in: program.environment["PROFILECTL_DB"])
        return Int(answer?.dropLast() ?? "") ?? 0 >= 30 * crash
      }
      if let backend = try? backends().first { kill(backend, SIGKILL) }
    }
    let answers = try running.map { try $0.wait() }
    let shown = try program.succeed("posts", "alice", "--all", "--format", "ndjson")
    let stored = shown.split(separator: "\n").map { line in
      String(line.firstMatch(of: /"text":"(text \d+ \d+)"/)?.1 ?? "")
    }
    let acknowledged = answers.map {
      $0.stdout.split(separator: "\n").count { $0.contains("posted") }
    }
    let unknown = answers.map {
      $0.stderr.split(separator: "\n").count { $0.contains("not known") }
    }
    #expect(Set(stored).count == stored.count)
    #expect(stored.count >= acknowledged.reduce(0, +))
    #expect(stored.count <= acknowledged.reduce(0, +) + unknown.reduce(0, +))
    #expect(try program.run("doctor", "--deep").status == 0)
  }

  /// Begins a post whose commit waits for a standby that is not there.
  private func heldPost(_ wait: String) throws -> RunningProgram {
    try server.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try server.run("SELECT pg_reload_conf()")
    let running = try program.start("post", "hello", "--wait", wait)
    let held = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    waitUntil { (try? server.run(held)) == "1\n" }
    try server.run("ALTER SYSTEM RESET synchronous_standby_names")
    return running
  }

  @Test func `a post whose commit a crash of the server cuts off is posted`() throws {
    let running = try heldPost("100")
    for backend in try backends() { kill(backend, SIGKILL) }
    let answer = try running.wait()
    #expect(answer.status == 0, "\(answer.stderr)")
    #expect(try program.succeed("explore", "--count") == "1\n")
  }

  @Test func `a commit without an answer is busy, and may have saved the change`() throws {
    let answer = try heldPost("1").wait()
    #expect(answer.status == 75, "\(answer.stderr)")
    #expect(answer.stderr.contains("not known"))
  }

  @Test func `an observed profile goes on after a restart of the server`() throws {
    let running = try program.start("watch", "bob", "--format", "ndjson")
    try running.read { $0.contains("\"follower_count\":0") }
    let backend = try #require(try backends().first)
    kill(backend, SIGKILL)
    waitUntil { (try? server.run("SELECT 1")) != nil }
    try program.succeed("follow", "bob")
    try running.read { $0.contains("\"follower_count\":1") }
    running.send(SIGINT)
    let answer = try running.wait()
    #expect(answer.status == 130, "\(answer.stderr)")
  }

  /// Another transaction holds one user and waits for the other; it never looks for a deadlock.
  @Test func `an atomic script that is the victim of a deadlock is run again`() throws {
    try program.succeed("create-user", "carol")
    try program.home.write("follow carol\nfollow bob\npost done\n", to: "both")
    let server = server
    let url = program.environment["PROFILECTL_DB"]
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? server.run(
        """
        BEGIN;
        SET LOCAL deadlock_timeout = '60s';
        UPDATE profilectl.users SET bio = bio WHERE username = 'bob';
        DO $$ BEGIN
          WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted) LOOP
            PERFORM pg_sleep(0.01);
          END LOOP;
        END $$;
        UPDATE profilectl.users SET bio = bio WHERE username = 'carol';
        COMMIT;
        """, in: url)
      done.signal()
    }
    while try server.run("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
      == "0\n"
    {}
    #expect(
      try program.succeed("run", "--atomic", program.home.file("both")).contains("done") == false)
    done.wait()
    #expect(try program.succeed("explore", "--count") == "1\n")
    #expect(try program.run("doctor", "--deep").status == 0)
  }

  @Test func `a standby answers questions and refuses deeds`() throws {
    let standby = try server.standby()
    var program = program
    let url = try #require(program.environment["PROFILECTL_DB"])
    program.environment["PROFILECTL_DB"] = url.replacing(
      server.socketFolder, with: standby.socketFolder)
    #expect(try program.succeed("users").contains("bob"))
    let refusal = try Refusal.expect("read_only", 77, from: program, ["follow", "bob"])
    #expect(refusal?.message.contains("can't be written") == true)
    #expect(try program.succeed("timeline") == "")
  }

  @Test func `a password is in no argument and not in the environment of the picture child`() throws
  {
    var program = program
    program.environment["PGPASSWORD"] = "s3cret"
    try program.home.write(PlainPicture(width: 3_000, height: 3_000, seed: 1).png, to: "large.png")
    let running = try program.start("post", "--image", program.home.file("large.png"))
    let process = "/proc/\(running.processID)"
    func file(_ path: String) -> String {
      (try? Data(contentsOf: URL(fileURLWithPath: path)))
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    var environment: String?
    waitUntil {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "\(process)/task")) ?? []
      for child in tasks.flatMap({ file("\(process)/task/\($0)/children").split(separator: " ") })
      // A child that has not begun its program yet shows the environment of this one.
      where file("/proc/\(child)/cmdline").contains("profilectl-picture") {
        environment = file("/proc/\(child)/environ") + file("/proc/\(child)/cmdline")
      }
      return environment != nil
    }
    #expect(!file("\(process)/cmdline").contains("s3cret"))
    #expect(try running.wait().status == 0)
    #expect(environment?.contains("profilectl-picture") == true)
    #expect(environment?.contains("s3cret") == false)
  }
}

/// Tests the program while the disk of its server is full.
@Suite(
  .enabled(if: PostgresServer.shared != nil),
  .enabled(if: getuid() == 0 && Mounts.arePossible, "no disk can be mounted here"))
struct FullServerTests {
  @Test func `a full disk of the server saves nothing, and room lets deeds go on`() throws {
    let server = try #require(try PostgresServer.withSmallDisk(kilobytes: 24_000))
    try server.run("CREATE DATABASE town OWNER net TABLESPACE small STRATEGY file_copy")
    let program = try Program(database: server.url(of: "town"), user: "alice")
    try program.succeed("init")
    try program.succeed("create-user", "alice")
    try server.run("CREATE TABLE ballast (t text) TABLESPACE small")
    #expect(throws: HarnessError.self) {
      try server.run("INSERT INTO ballast SELECT repeat('x', 1900) FROM generate_series(1, 99999)")
    }
    let words = ["post", String(repeating: "word ", count: 400)]
    var posted = 0
    while posted < 200, try program.run(words).status == 0 { posted += 1 }
    let refusal = try Refusal.expect("disk_full", 74, from: program, words)
    #expect(refusal?.message.contains("nothing was saved") == true)
    #expect(try program.succeed("explore", "--count") == "\(posted)\n")
    try server.run("DROP TABLE ballast")
    try program.succeed("post", "again")
    #expect(try program.succeed("explore", "--count") == "\(posted + 1)\n")
    #expect(try program.run("doctor", "--deep").status == 0)
  }
}
