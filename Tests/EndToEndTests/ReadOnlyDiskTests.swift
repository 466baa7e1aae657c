import Foundation
import Support
import Testing

/// Disks that are mounted so that nobody can write, whoever they are.
@Suite(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
struct ReadOnlyDiskTests {
  /// Runs its words on a disk that became read-only while `$1` lay there beside the database.
  private static let script = """
    mkdir disk
    mount -t tmpfs -o size=4096k,mode=700 none disk
    cp net.db disk
    for name in $1; do cp "$name" disk; done
    shift
    mount -o remount,ro disk
    ls -A disk >before
    status=0
    "$@" --db disk/net.db || status=$?
    ls -A disk >after
    cmp before after
    cmp net.db disk/net.db
    exit $status
    """

  private func run(
    _ line: String, on network: SmallNetwork, beside names: String = ""
  ) throws -> Answer {
    let words = line.split(separator: " ").map(String.init)
    return try Mounts.program(
      Self.script, [names, Program.built] + words + ["--as", "alice"], in: network.program.home
    ).run([])
  }

  @Test(arguments: [
    "users", "show bob", "explore --json", "timeline", "search bread", "info --fields posts",
    "doctor --deep", "cache", "backup rescued.db",
  ])
  func `still answers whoever only reads`(line: String) throws {
    let network = try SmallNetwork()
    let answer = try run(line, on: network)
    #expect(answer.status == 0 && answer.stderr == "", "\(answer)")
    unlink(network.program.home.file("rescued.db"))
    let words = line.split(separator: " ").map(String.init)
    #expect(try answer.stdout == network.program.succeed(words))
  }

  @Test(arguments: [
    "post Hello", "follow dave", "delete-user bob --yes", "cache clear", "doctor --repair --yes",
    "seed --users 3", "run --atomic lines",
  ])
  func `takes no change, and says so`(line: String) throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run("UPDATE users SET like_count = 9")
    try network.program.home.write("follow dave\n", to: "lines")
    let answer = try run(line, on: network)
    #expect(answer.status == 77 && answer.stdout == "", "\(answer)")
    #expect(answer.stderr.contains("read-only"), "\(answer)")
    #expect(answer.stderr.contains("othing was saved"), "\(answer)")
  }

  /// What a crash left in the log is as much there as what is in the file.
  @Test func `shows what is in a log, or says that it can't`() throws {
    let network = try SmallNetwork()
    let writer = try RawDatabase(network.database)
    try writer.run("UPDATE users SET name = 'Logged' WHERE username = 'bob'")
    let home = network.program.home
    let log = try home.bytes(of: "net.db-wal")
    withExtendedLifetime(writer) {}
    try home.write(log, to: "net.db-wal")
    let answer = try run("show bob --json", on: network, beside: "net.db-wal")
    #expect(answer.stdout.contains("Logged") || answer.status == 77, "\(answer)")
  }
}
