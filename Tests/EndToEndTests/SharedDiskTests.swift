import Foundation
import Support
import Testing

/// Tests exchanges of shared networks on disks that are full or read-only.
@Suite(.enabled(if: Mounts.arePossible, "no disk can be mounted here"))
struct SharedDiskTests {
  private let folder: TemporaryFolder
  private let alice: Program
  private let bob: Program

  /// Alice has something to send, and something of bob to receive.
  init() throws {
    folder = try TemporaryFolder()
    (alice, bob) = (try Program(now: SmallNetwork.now), try Program(now: SmallNetwork.now))
    try alice.succeed("create-user", "alice", "bob", "--db", "net.db")
    try alice.succeed("login", "alice", "--db", "net.db")
    try alice.succeed("share", "start", "Marlowe family", "--db", "net.db")
    try alice.succeed("share", "invite", "bob", "--output", "bob.invitation", "--db", "net.db")
    try alice.succeed("sync", folder.path, "--db", "net.db")
    try bob.succeed(
      "share", "join", folder.path, alice.home.file("bob.invitation"), "--db", "net.db")
    try bob.succeed("post", "home at last", "--db", "net.db")
    try bob.succeed("sync", folder.path, "--db", "net.db")
    let picture = PlainPicture(width: 200, height: 200, seed: 1)
    try alice.home.write(picture.png, to: "loaf.png")
    try alice.succeed("post", "a loaf", "--image", "loaf.png", "--alt", "bread", "--db", "net.db")
  }

  /// Runs a script in alice's home, which knows the program as `$1` and the folder as `$2`.
  private func run(_ script: String, by program: Program) throws -> [String] {
    let answer = try Mounts.program(script, [program.executable, folder.path], in: program.home)
      .run([])
    #expect(answer.status == 0, "\(answer)")
    return answer.stdout.split(separator: "\n").map(String.init)
  }

  @Test func `a full folder is read, and the next exchange sends the rest`() throws {
    let lines = try run(
      """
      mkdir small
      mount -t tmpfs -o size=400k,mode=700 none small
      cp -r "$2"/. small
      cat /dev/zero >small/rest 2>/dev/null || true
      status=0
      "$1" sync small --db net.db --json >out 2>err || status=$?
      echo $status $(grep -c '"disk_full"' err)
      find small -name '*.part' | wc -l
      "$1" explore --count --db net.db
      rm small/rest
      "$1" sync small --db net.db >/dev/null
      find small -name '*.picture' | wc -l
      "$1" sync small --db net.db
      """, by: alice)
    #expect(lines == ["74 1", "0", "2", "1", "Sent nothing. Received nothing."])
  }

  @Test func `a full disk of the database loses nothing`() throws {
    let lines = try run(
      """
      mkdir small
      for free in 0 8 40 72 104 200; do
        mount -t tmpfs -o size=1500k,mode=700 none small
        cp net.db small/net.db
        head -c $(( (1500 - free) * 1024 - $(stat -c %s net.db) )) /dev/zero >small/rest
        cp -r "$2" folder
        status=0
        "$1" sync folder --db small/net.db --json >out 2>err || status=$?
        echo $status $(grep -c '"disk_full"' err || true) >>answers
        rm small/rest
        "$1" sync folder --db small/net.db >/dev/null
        "$1" doctor --deep --db small/net.db >/dev/null
        echo $("$1" explore --count --db small/net.db) $(find folder -name '*.picture' | wc -l)
        umount small
        rm -r folder
      done
      head -n 1 answers
      tail -n 1 answers
      """, by: alice)
    #expect(lines == [String](repeating: "2 1", count: 6) + ["74 1", "0 0"])
  }

  @Test func `a full disk holds a new copy whole or not at all`() throws {
    try alice.succeed("share", "invite", "--output", "again.invitation", "--db", "net.db")
    try alice.succeed("sync", folder.path, "--db", "net.db")
    let lines = try run(
      """
      mkdir small
      for size in 40 200 400 600 900 2000; do
        mount -t tmpfs -o size=${size}k,mode=700 none small
        cp -r "$2" folder
        status=0
        "$1" share join folder again.invitation --db small/new.db --json >out 2>err || status=$?
        if [ -e small/new.db ]; then
          mount -o remount,size=9000k small
          "$1" sync folder --db small/new.db >/dev/null
        else
          echo $status $(grep -c '"disk_full"' err) >>failures
          mount -o remount,size=9000k small
          "$1" share join folder again.invitation --db small/new.db >/dev/null
        fi
        "$1" doctor --deep --db small/new.db >/dev/null
        echo $("$1" explore --count --db small/new.db)
        umount small
        rm -r folder data
        cp -r kept data
      done
      sort -u failures
      """, by: try withKeptKeys())
    #expect(lines == [String](repeating: "2", count: 6) + ["74 1"])
  }

  /// Each round begins with the keys that alice has now.
  private func withKeptKeys() throws -> Program {
    try FileManager.default.copyItem(
      atPath: alice.home.file("data"), toPath: alice.home.file("kept"))
    return alice
  }

  @Test func `a read-only folder is read, and the error says so`() throws {
    let lines = try run(
      """
      mkdir disk
      mount --bind "$2" disk
      mount -o remount,bind,ro disk
      status=0
      "$1" sync disk --db net.db --json >out 2>err || status=$?
      echo $status $(grep -c '"read_only"' err)
      "$1" explore --count --db net.db
      """, by: alice)
    #expect(lines == ["77 1", "2"])
  }
}
