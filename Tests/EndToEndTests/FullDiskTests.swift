import Foundation
import Support
import Testing

/// Tests full disks and limits on the size of files.
@Suite struct `A full disk` {
  /// Runs its other arguments on a disk with `$1` kilobytes left, then again with more room.
  ///
  /// It records whether the first run changed the database.
  private static let script = """
    mkdir small
    : >changes
    mount -t tmpfs -o size=1024k,mode=700 none small
    cp net.db small/net.db
    free=$1
    shift
    head -c $(( (1024 - free) * 1024 - $(stat -c %s net.db) )) /dev/zero >small/rest
    cp small/net.db before
    status=0
    "$@" --db small/net.db >out 2>err || status=$?
    ls -A small >names
    cmp -s small/net.db before || echo net.db >changes
    rm small/rest
    "$@" --db small/net.db >again
    exit $status
    """

  @Test(
    .enabled(if: Mounts.arePossible, "no disk can be mounted here"),
    arguments: [(long, 40), (long, 72), (["follow", "dave"], 40)],
    ["", "PRAGMA ignore_check_constraints = 1; UPDATE users SET post_count = -5 WHERE id = 3"])
  func `changes nothing in a sound or damaged file, and the error says so`(
    words: ([String], kilobytes: Int), damage: String
  ) throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run(damage)
    try expectNoChange(words.0, by: network.program, kilobytes: words.kilobytes)
  }

  private static let long = ["post", String(repeating: "word ", count: 400)]

  /// The index of the log does not fit in 40 kilobytes, and the log does not fit in 72.
  func expectNoChange(_ words: [String], by program: Program, kilobytes: Int = 40) throws {
    let home = program.home
    let answer = try Mounts.program(
      Self.script, ["\(kilobytes)", program.executable] + words + ["--as", "alice", "--json"],
      in: home
    ).run([])
    #expect(answer.status == 74, "\(answer.stderr)")
    #expect(try home.bytes(of: "changes").isEmpty)
    let output = String(decoding: try home.bytes(of: "err"), as: UTF8.self)
    let refusal = try Refusal.parse(output)
    #expect(refusal?.code == "disk_full")
    #expect(refusal?.message.contains("nothing was saved") == true)
    #expect(try home.bytes(of: "out").isEmpty)
    #expect(
      String(decoding: try home.bytes(of: "names"), as: UTF8.self) == "net.db\nnet.db-lock\nrest\n")
    #expect(String(decoding: try home.bytes(of: "again"), as: UTF8.self).contains("\"result\""))
  }

  /// Runs its arguments on a disk without free space, then makes room and reads the database.
  private static let readingScript = """
    mkdir small
    : >changes
    mount -t tmpfs -o size=1024k,mode=700 none small
    cp net.db small/net.db
    head -c 1024k /dev/zero >small/rest 2>/dev/null || true
    "$@" --db small/net.db
    cmp -s small/net.db net.db || echo net.db >changes
    rm small/rest
    "$1" users --db small/net.db >/dev/null
    ls -A small >names
    """

  @Test(
    .enabled(if: Mounts.arePossible, "no disk can be mounted here"),
    arguments: [
      "users", "show bob", "explore --json", "info --fields posts", "doctor", "doctor --deep",
      "sql SELECT(1)", "whoami", "timeline", "users --explain", "backup rescued.db",
    ])
  func `still lets commands read`(line: String) throws {
    try expectAnswer(to: line, from: try SmallNetwork().program)
  }

  func expectAnswer(to line: String, from program: Program) throws {
    let words = line.split(separator: " ").map(String.init)
    let home = program.home
    let answer = try Mounts.program(
      Self.readingScript, [program.executable] + words + ["--as", "alice"], in: home
    ).run([])
    #expect(answer.stderr == "")
    #expect(answer.status == 0)
    #expect(try home.bytes(of: "changes").isEmpty)
    let names = String(decoding: try home.bytes(of: "names"), as: UTF8.self)
    #expect(names.split(separator: "\n").allSatisfy { ["net.db", "net.db-lock"].contains($0) })
    unlink(home.file("rescued.db"))
    var sound = program
    sound.executable = Program.built
    #expect(try answer.stdout == sound.succeed(words))
  }

  /// One process reads on a full disk and writes when there is room.
  private static let roomScript = """
    mkdir small
    mount -t tmpfs -o size=1024k,mode=700 none small
    cp net.db small/net.db
    head -c 1024k /dev/zero >small/rest 2>/dev/null || true
    mkfifo lines answers
    "$@" --db small/net.db run - <lines >answers &
    exec 3>lines 4<answers
    echo 'explore --count' >&3
    read before <&4
    rm small/rest
    echo 'post "There is room again"' >&3
    read posted <&4
    echo 'explore --count' >&3
    read after <&4
    exec 3>&-
    wait $!
    echo "$before $posted $after"
    """

  @Test(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
  func `with room again takes writes of a process that read before`() throws {
    let network = try SmallNetwork()
    let program = try Mounts.program(
      Self.roomScript, [Program.built, "--as", "alice"],
      in: network.program.home)
    #expect(try program.run([]) == Answer(stdout: "4 6\tposted 5\n"))
  }

  /// The disk of the prompt is full until a line is written to the pipe `room` beside it.
  private static let promptScript = """
    mkdir small
    mount -t tmpfs -o size=1024k,mode=700 none small
    cp net.db small/net.db
    head -c 1024k /dev/zero >small/rest 2>/dev/null || true
    timeout 600 sh -c 'read line <room; rm small/rest room' &
    "$@" --db small/net.db repl
    """

  @Test(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
  func `does not end the prompt`() throws {
    let home = try SmallNetwork().program.home
    let room = try home.makePipe("room")
    defer { close(room) }
    let terminal = try PseudoTerminal(
      try Mounts.program(Self.promptScript, [Program.built, "--as", "alice"], in: home))
    try terminal.read { $0.hasSuffix("net.db> ") }
    terminal.type("post 'No room'\r")
    try terminal.read {
      $0.contains("The disk is full; nothing was saved.") && $0.hasSuffix("net.db> ")
    }
    write(room, "\n", 1)
    waitUntil { (try? home.names().contains("room")) == false }
    terminal.type("post Room\r")
    try terminal.read { $0.contains("Posted #6.\r\n") && $0.hasSuffix("net.db> ") }
    terminal.type("explore --count\r")
    try terminal.read { $0.contains("\r5\r\n") && $0.hasSuffix("net.db> ") }
    terminal.type("exit\r")
    #expect(try terminal.wait() == 0)
    #expect(terminal.isCooked)
  }

  /// Runs the arguments, which make `small/new.db`, on disks of several sizes.
  ///
  /// It prints the status and the result of doctor; without a file, whether the error names the
  /// full disk.
  private static let makingScript = """
    program=$1
    shift
    mkdir small
    for size in 300 400 500 600 700 1100 1500 1900 2300 2700 4000 16000; do
      mount -t tmpfs -o size=${size}k,mode=700 none small
      status=0
      "$program" "$@" >out 2>err || status=$?
      if [ -e small/new.db ]; then
        found=sound
        "$program" doctor --deep --db small/new.db >judged 2>&1 || found=damaged
      else
        found="none $(grep -c "The disk is full" err || true)"
      fi
      echo "$status $found $(ls -A small | grep -v -x -e new.db -e new.db-lock | wc -l)"
      umount small
    done
    """

  @Test(
    .enabled(if: Mounts.arePossible, "no disk can be mounted here"),
    arguments: [
      ["seed", "--users", "60", "--posts", "1500", "--db", "small/new.db"],
      ["doctor", "--salvage", "small/new.db", "--db", "full.db"],
      ["backup", "small/new.db", "--db", "full.db"],
    ])
  func `holds a new network whole or not at all`(words: [String]) throws {
    let maker = try Program(now: SmallNetwork.now)
    try maker.succeed("seed", "--users", "60", "--posts", "1500", "-q", "--db", "full.db")
    try expectWhole(words, by: maker)
  }

  func expectWhole(_ words: [String], by program: Program) throws {
    let answers = try Mounts.program(
      Self.makingScript, [program.executable] + words, in: program.home
    ).run([]).stdout.split(separator: "\n").map(String.init)
    #expect(answers.count == 12)
    #expect(answers.first == "74 none 1 0")
    #expect(answers.last == "0 sound 0")
    #expect(Set(answers).isSubset(of: ["74 none 1 0", "0 sound 0"]), "\(answers)")
  }

  /// Makes a backup over an old file on disks of several sizes.
  ///
  /// It prints the status, whether the file is the old one or the new one, and the names there.
  private static let replacingScript = """
    mkdir small
    for size in 300 350 400 500 600 700 1100 4000; do
      mount -t tmpfs -o size=${size}k,mode=700 none small
      cp old.db small/copy.db
      status=0
      "$1" backup small/copy.db --yes --db full.db >out 2>err || status=$?
      kept=new
      if cmp -s small/copy.db old.db; then kept=old; fi
      found=$("$1" users --count --db small/copy.db 2>/dev/null || true)
      echo "$status $kept $found $(grep -c "The disk is full" err || true) $(ls -A small)"
      umount small
    done
    """

  @Test(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
  func `keeps the old file where a backup has no room`() throws {
    let maker = try Program(now: SmallNetwork.now)
    try maker.succeed("seed", "--users", "60", "--posts", "1500", "-q", "--db", "full.db")
    try maker.succeed("create-user", "ann", "bob", "--db", "old.db")
    try expectReplaced(by: maker)
  }

  func expectReplaced(by program: Program) throws {
    let answers = try Mounts.program(
      Self.replacingScript, [program.executable], in: program.home
    ).run([]).stdout.split(separator: "\n").map(String.init)
    #expect(answers.count == 8)
    #expect(answers.first == "74 old 2 1 copy.db")
    #expect(answers.last == "0 new 60 0 copy.db")
    #expect(Set(answers).count == 2, "\(answers)")
  }

  @Test(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
  func `for temporary files stops a repair, which leaves no copy`() throws {
    let sample = try SampleCopy()
    let raw = try RawDatabase(sample.path)
    try raw.run("UPDATE users SET follower_count = follower_count + 7 WHERE id = 3")
    let script = """
      mkdir small
      mount -t tmpfs -o size=4k,mode=700 none small
      SQLITE_TMPDIR=$PWD/small "$@"
      """
    let program = try Mounts.program(
      script,
      [Program.built, "doctor", "--repair", "--yes", "--db", sample.path])
    let answer = try program.run([])
    #expect(answer.status == 74)
    #expect(answer.stderr.contains("disk is full; nothing was saved"), "\(answer.stderr)")
    #expect(try sample.folder.names().filter { $0.contains("damaged") } == [])
  }

  @Test func `a repair whose copy can't be written says that nothing was saved`() throws {
    let sample = try SampleCopy()
    try RawDatabase(sample.path).run("UPDATE users SET follower_count = 7 WHERE id = 3")
    let program = try SmallNetwork().program.under(limit: "-f 300")
    let answer = try program.run("doctor", "--repair", "--yes", "--db", sample.path)
    #expect(answer.status == 74)
    #expect(answer.stderr.contains("larger than your files may be; nothing was saved."))
  }

  @Test func `is not reported at a limit on the size of files`() throws {
    let program = try SmallNetwork().program.under(limit: "-f 8")
    // After a failed write the log stays for the next writer to check.
    let refusal = try Refusal.expect(
      "io_error", 74, from: program, ["follow", "dave"],
      omitting: ["net.db-lock", "net.db-wal", "net.db-shm"])
    #expect(refusal?.message.contains("larger than your files may be; nothing was saved") == true)
    #expect(refusal?.hint == "ulimit -f")
  }

  @Test func `undoes the saved part of a line with refused items, and both are reported`() throws {
    let program = try SmallNetwork().program
    // A commit of these users exceeds the limit; the line itself does not.
    let users = (1...1_500).map { "user\($0)" }.joined(separator: " ")
    try program.home.write(
      "whoami\ncreate-user \(users) b!b user1 --keep-going\ncreate-user user1\n", to: "s.pctl")
    let answer = try program.under(limit: "-f 250").run("run", "--keep-going", "s.pctl")
    #expect(answer.stdout == "@alice\n" && answer.status == 74)
    let output = answer.stderr.split(separator: "\n").filter { !$0.hasPrefix("Hint: ") }
    #expect(output.count == 4, "\(answer.stderr)")
    #expect(output.first?.hasPrefix("s.pctl:2: Error: The handle 'b!b' holds something") == true)
    #expect(output.dropFirst().first == "s.pctl:2: Error: 'user1' is given twice.")
    // The last line is not refused for an existing user1, because that user was undone.
    #expect(output.dropFirst(2).first?.hasSuffix("; nothing was saved.") == true)
    #expect(output.last == "3 lines: 1 done, 0 unchanged, 1 refused, 1 undone")
  }

  @Test func `is not reported at a limit on temporary files`() throws {
    var program = try Program(now: SmallNetwork.now)
    program.environment["PROFILECTL_DB"] = "net.db"
    try program.succeed("seed", "--users", "300", "--posts", "12000")
    let answer = try program.under(limit: "-f 400").run("doctor", "--deep")
    #expect(answer.status == 74)
    #expect(answer.stderr.contains("larger than your files may be"), "\(answer.stderr)")
  }

  @Test func `is not reported when too many files are open`() throws {
    let program = try SmallNetwork().program.under(limit: "-n 5")
    let refusal = try Refusal.expect("io_error", 74, from: program, ["follow", "dave"])
    #expect(refusal?.message.contains("too many files are open; nothing was saved") == true)
    #expect(refusal?.hint == "ulimit -n")
  }

  @Test func `and other errors of reading commands do not say that nothing was saved`() throws {
    let program = try SmallNetwork().program.under(limit: "-n 5")
    let refusal = try Refusal.expect("io_error", 74, from: program, ["users"])
    #expect(refusal?.message.hasSuffix("too many files are open.") == true)
  }

  @Test func `does not matter to a reading command under a limit on the size of files`() throws {
    let program = try SmallNetwork().program
    let users = try program.succeed("users")
    #expect(try program.under(limit: "-f 8").succeed("users") == users)
  }

  @Test func `leaves a journal that restores the file`() throws {
    let sample = try SampleCopy()
    let program = try Program(database: sample.path, user: "bob", now: SmallNetwork.now)
    let posts = try program.succeed("explore", "--count")
    #expect(try program.under(limit: "-f 200").run("post", "never").status == 74)
    #expect(try program.succeed("explore", "--count") == posts)
    try program.succeed("post", "after all")
    withExtendedLifetime(sample) {}
  }
}
