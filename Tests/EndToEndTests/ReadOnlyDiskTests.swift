import Foundation
import Support
import Testing

/// Tests disks that are mounted read-only.
@Suite(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
struct ReadOnlyDiskTests {
  /// Runs its arguments on a read-only disk that holds the database and the files in `$1`.
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
    : >changes
    cmp -s before after || echo names >changes
    cmp -s net.db disk/net.db || echo net.db >>changes
    exit $status
    """

  private func run(
    _ line: String, by program: Program, beside names: String = ""
  ) throws -> Answer {
    let words = line.split(separator: " ").map(String.init)
    return try Mounts.program(
      Self.script, [names, program.executable] + words + ["--as", "alice"], in: program.home
    ).run([])
  }

  @Test(arguments: [
    "users", "show bob", "explore --json", "timeline", "search bread", "info --fields posts",
    "doctor --deep", "cache", "backup rescued.db",
  ])
  func `a reading command works`(line: String) throws {
    try expectAnswer(to: line, from: try SmallNetwork().program)
  }

  private func expectAnswer(to line: String, from program: Program) throws {
    let answer = try run(line, by: program)
    #expect(answer.status == 0 && answer.stderr == "", "\(answer)")
    #expect(try program.home.bytes(of: "changes").isEmpty)
    unlink(program.home.file("rescued.db"))
    let words = line.split(separator: " ").map(String.init)
    var sound = program
    sound.executable = Program.built
    #expect(try answer.stdout == sound.succeed(words))
  }

  @Test(arguments: [
    "post Hello", "follow dave", "delete-user bob --yes", "cache clear", "doctor --repair --yes",
    "seed --users 3", "run --atomic lines",
  ])
  func `a change is refused, and the error says so`(line: String) throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run("UPDATE users SET like_count = 9")
    try network.program.home.write("follow dave\n", to: "lines")
    try expectNoChange(by: line, network.program)
  }

  private func expectNoChange(by line: String, _ program: Program) throws {
    let answer = try run(line, by: program)
    #expect(answer.status == 77 && answer.stdout == "", "\(answer)")
    #expect(try program.home.bytes(of: "changes").isEmpty)
    #expect(answer.stderr.contains("read-only"), "\(answer)")
    #expect(answer.stderr.contains("othing was saved"), "\(answer)")
  }

  /// A crash can leave commits that are only in the log.
  @Test func `commits in a log are shown, or the command is refused`() throws {
    try expectLog(shownBy: try SmallNetwork().program)
  }

  private func expectLog(shownBy program: Program) throws {
    let home = program.home
    let writer = try RawDatabase(home.file("net.db"))
    try writer.run("UPDATE users SET name = 'Logged' WHERE username = 'bob'")
    let log = try home.bytes(of: "net.db-wal")
    withExtendedLifetime(writer) {}
    try home.write(log, to: "net.db-wal")
    let answer = try run("show bob --json", by: program, beside: "net.db-wal")
    #expect(answer.stdout.contains("Logged") || answer.status == 77, "\(answer)")
  }

  /// Changes to the disk, made while it is mounted writable.
  private static let changes = [
    "printf x | dd of=disk/net.db bs=1 seek=27 conv=notrunc status=none", "printf x >>disk/net.db",
    "touch disk/net.db-wal",
  ].map { ("mount -o remount,rw disk; \($0); mount -o remount,ro disk", "changes") }

  /// Tests the checks themselves.
  @Test(arguments: changes + [("echo more", "answer.stdout"), ("status=1", "answer.status")])
  func `the check reports a reading command that answers wrongly or changes something`(
    plant: String, words: String
  ) throws {
    let program = try SmallNetwork().program.followed(by: plant)
    try expectFound(words) { try expectAnswer(to: "whoami", from: program) }
  }

  @Test(arguments: changes + [("echo more", "answer.stdout"), ("status=0", "answer.status")])
  func `the check reports a change after a reported failure`(plant: String, words: String) throws {
    let program = try SmallNetwork().program.followed(by: plant)
    try expectFound(words) { try expectNoChange(by: "follow dave", program) }
  }

  @Test func `the check reports an answer without the commits in the log`() throws {
    let program = try SmallNetwork().program.replaced(by: "profilectl \"$@\" | sed s/Logged/Bob/")
    try expectFound("Logged") { try expectLog(shownBy: program) }
  }
}
