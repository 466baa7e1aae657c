import Foundation
import Support
import Testing

/// Tests imports that end in the middle: by Ctrl-C, a kill, or a full disk.
@Suite struct ImportInterruptionTests {
  /// A list of edges among people who are not in the network.
  private static func edges(_ count: Int) -> String {
    (0..<count).map { "p\($0 % 4_001) p\(($0 * 7 + $0 / 4_001 + 1) % 4_003)\n" }.joined()
  }

  private static func network(edges count: Int) throws -> SmallNetwork {
    let network = try SmallNetwork()
    try network.program.home.write(edges(count), to: "edges.txt")
    return network
  }

  @Test func `Ctrl-C stops a long import, and nothing is saved`() throws {
    let network = try Self.network(edges: 300_000)
    let program = network.program
    let before = try program.succeed("export", "-", "--to", "ndjson")
    let terminal = try PseudoTerminal(program, "import", "edges.txt")
    try terminal.read { $0.contains("follows") }
    terminal.type("\u{03}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.contains("nothing was saved."))
    #expect(try program.home.names() == ["edges.txt", "net.db", "net.db-lock"])
    #expect(try program.succeed("export", "-", "--to", "ndjson") == before)
  }

  @Test func `Ctrl-C leaves no database that an import was to create`() throws {
    let program = try Program(database: nil)
    try program.home.write(Self.edges(300_000), to: "edges.txt")
    let terminal = try PseudoTerminal(program, "--db", "new.db", "import", "edges.txt")
    try terminal.read { $0.contains("follows") }
    terminal.type("\u{03}")
    #expect(try terminal.wait() == 130)
    #expect(try program.home.names() == ["edges.txt"])
  }

  @Test func `Ctrl-C stops an import that waits for standard input`() throws {
    let network = try SmallNetwork()
    let running = try network.program.start("import", "-", "--from", "edges")
    running.write(Self.edges(30_000))
    waitUntil { (try? network.program.home.names())?.contains("net.db-wal") == true }
    running.send(SIGINT)
    let answer = try running.wait()
    #expect(answer.status == 130, "\(answer.stderr)")
    #expect(!answer.stderr.contains("errno"))
    #expect(try network.program.succeed("users", "--count") == "3\n")
  }

  @Test func `an import that lacks its folder for temporary files names the variable`() throws {
    var program = try SmallNetwork().program
    program.environment["TMPDIR"] = program.home.file("missing")
    let post = "https://x.org/" + String(repeating: "x", count: 100_000)
    let like = #"{"type":"Like","actor":"https://x.org/users/bob","object":"\#(post)"}"#
    let likes = Array(repeating: like, count: 50).joined(separator: ",")
    try program.home.write(#"{"@context":"x","orderedItems":[\#(likes)]}"#, to: "likes.json")
    let answer = try program.run("import", "likes.json")
    #expect(answer.status == 73)
    #expect(
      answer.stderr.contains("/missing', the folder for temporary files, can't be used")
        && answer.stderr.contains("; TMPDIR names another. Nothing was saved.\n"),
      "\(answer.stderr)")
  }

  @Test func `a killed import saves nothing`() throws {
    let network = try Self.network(edges: 300_000)
    let program = network.program
    let before = try program.succeed("export", "-", "--to", "ndjson")
    let terminal = try PseudoTerminal(program, "import", "edges.txt")
    try terminal.read { $0.contains("follows") }
    terminal.send(SIGKILL)
    #expect(try terminal.wait() != 0)
    #expect(try program.succeed("export", "-", "--to", "ndjson") == before)
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
  }

  @Test func `a killed import that keeps going is completed by the same line`() throws {
    let whole = try Self.network(edges: 120_000)
    try whole.program.succeed("import", "edges.txt", "--keep-going", "-q")
    let network = try Self.network(edges: 120_000)
    let program = network.program
    let running = try program.start("import", "edges.txt", "--keep-going", "-q")
    waitUntil { (try? program.run("users", "--count"))?.stdout != "3\n" }
    running.send(SIGKILL)
    _ = try? running.wait()
    try program.succeed("import", "edges.txt", "--keep-going", "-q")
    #expect(
      try program.succeed("export", "-", "--to", "edges")
        == whole.program.succeed("export", "-", "--to", "edges"))
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n")
    let again = try program.succeed("import", "edges.txt", "--keep-going", "--json")
    #expect(again.contains("\"added\":0") && !again.contains(/"added":[1-9]/))
  }

  /// Imports on a disk with 300 kilobytes left, then again with more room.
  private static let script = """
    mkdir small
    mount -t tmpfs -o size=8192k,mode=700 none small
    cp net.db small/net.db
    head -c $(( (8192 - 300) * 1024 - $(stat -c %s net.db) )) /dev/zero >small/rest
    cp small/net.db before
    status=0
    "$@" --db small/net.db >out 2>err || status=$?
    ls -A small >names
    cmp small/net.db before >difference 2>&1 || :
    rm small/rest
    "$@" --db small/net.db >again
    exit $status
    """

  @Test(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
  func `a full disk leaves the network as it was, and with room the same line works`() throws {
    let network = try Self.network(edges: 10_000)
    let home = network.program.home
    let answer = try Mounts.program(
      Self.script, [network.program.executable, "import", "edges.txt", "--json"], in: home
    ).run([])
    #expect(answer.status == 74, "\(answer.stderr)")
    #expect(try home.bytes(of: "difference").isEmpty)
    let refusal = try Refusal.parse(String(decoding: try home.bytes(of: "err"), as: UTF8.self))
    #expect(refusal?.code == "disk_full")
    #expect(
      String(decoding: try home.bytes(of: "names"), as: UTF8.self) == "net.db\nnet.db-lock\nrest\n")
    let again = String(decoding: try home.bytes(of: "again"), as: UTF8.self)
    #expect(again.contains("\"saved\": true"))
  }
}
