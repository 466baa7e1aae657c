import Foundation
import Support
import Testing

extension HostileFileTests {
  @Test(arguments: ["Dear diary,\n", "no\n", String(repeating: "7\u{7F}x", count: 4_000)])
  func `what lies in the place of a log and is none is not written over`(text: String) throws {
    let network = try SmallNetwork()
    chmod(try network.program.home.write(text, to: "net.db-wal"), 0o600)
    for line in ["users", "post x", "doctor", "backup copy.db"] {
      let words = line.split(separator: " ").map(String.init)
      let refusal = try Refusal.expect("database_tampered", 65, from: network.program, words)
      #expect(refusal?.input == network.database + "-wal")
    }
    let salvaged = try network.program.run("doctor", "--salvage", "new.db")
    #expect(salvaged.stdout == "log: could not be read to its end.\n")
    #expect(try network.program.home.bytes(of: "net.db-wal") == Array(text.utf8))
    // What the hint says makes the file one that can be opened, and loses nothing.
    let refused = try Refusal.parse(network.program.run("users", "--json").stderr)
    #expect(try network.program.shell(#require(refused?.hint)).status == 0)
    try network.program.succeed("users")
    #expect(try network.program.home.bytes(of: "net.db-wal-aside") == Array(text.utf8))
  }
}
