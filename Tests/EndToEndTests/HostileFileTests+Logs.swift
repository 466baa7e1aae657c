import Foundation
import Support
import Testing

extension HostileFileTests {
  @Test(
    arguments: [
      [], [0, 0, 0, 0], Array(repeating: 0, count: 5_000), [0x37], [0x37, 0x7F],
      [0x37, 0x7F, 0x06, 0x82],
      [0x37, 0x7F, 0x06, 0x83, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x10, 0x01],
    ] as [[UInt8]])
  func `a file with the name of the log that is no log is not overwritten`(start: [UInt8]) throws {
    let text = start + Array("Dear diary,\n".utf8)
    let network = try SmallNetwork()
    chmod(try network.program.home.write(text, to: "net.db-wal"), 0o600)
    for line in ["users", "post x", "doctor", "backup copy.db"] {
      let words = line.split(separator: " ").map(String.init)
      let refusal = try Refusal.expect("database_tampered", 65, from: network.program, words)
      #expect(refusal?.input == network.database + "-wal")
    }
    let salvaged = try network.program.run("doctor", "--salvage", "new.db")
    #expect(
      salvaged.stdout == """
        log: was read in part: it is damaged, missing, belongs to another file, or ends \
        with commits of a killed process.

        """)
    #expect(try network.program.home.bytes(of: "net.db-wal") == text)
    // The command of the hint moves the log aside, and the database opens.
    let refused = try Refusal.parse(network.program.run("users", "--json").stderr)
    #expect(try network.program.shell(#require(refused?.hint)).status == 0)
    try network.program.succeed("users")
    #expect(try network.program.home.bytes(of: "net.db-wal-aside") == text)
  }

  /// The other program writes all the time, or has the file open and rests.
  @Test(arguments: ["until [ -e done ]; do n=$((n + 1)); echo $n; done", "echo 1; read line <gate"])
  func `a file that another program is writing at the log's name is left alone`(work: String)
    throws
  {
    let network = try SmallNetwork()
    let answer = try network.program.shell(
      """
      mkfifo gate
      (n=0; \(work); echo end) >net.db-wal &
      until [ -s net.db-wal ]; do :; done
      profilectl users
      profilectl post x
      touch done
      exec 3<>gate
      echo >&3
      wait
      """)
    #expect(answer.stdout.isEmpty)
    #expect(answer.stderr.components(separatedBy: "does not belong to it").count == 3, "\(answer)")
    let written = try String(decoding: network.program.home.bytes(of: "net.db-wal"), as: UTF8.self)
      .split(separator: "\n")
    #expect(written == (1..<written.count).map { "\($0)" } + ["end"])
  }
}
