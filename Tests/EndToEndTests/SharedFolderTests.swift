import Foundation
import Support
import Testing

/// Tests exchanges with folders of which other accounts have closed a part.
@Suite(.enabled(if: Unprivileged.isPossible && Unprivileged.isReached, "needs another account"))
struct SharedFolderTests {
  private let folder: TemporaryFolder
  private let alice: Program

  init() throws {
    folder = try TemporaryFolder()
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    for path in [folder.path, program.home.path] { chmod(path, 0o777) }
    alice = Unprivileged.program(from: program)
    try alice.succeed("create-user", "alice")
    try alice.succeed("login", "alice")
    try alice.succeed("share", "start", "Marlowe family")
    try alice.succeed("sync", folder.path)
  }

  private func bundles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".bundle") }
  }

  @Test func `a closed folder is counted, and the others are exchanged`() throws {
    let before = try bundles()
    let closed = folder.file((try #require(before.first) as NSString).deletingLastPathComponent)
    chmod(closed, 0o000)
    try alice.succeed("post", "the first loaf")
    let answer = try alice.run("sync")
    chmod(closed, 0o755)
    // The new bundle may belong into the closed folder.
    let isSent = try bundles().count > before.count
    #expect(answer.status == (isSent ? 0 : 77), "\(answer)")
    #expect(answer.stdout.contains("Not used: 1 file (unreadable)."), "\(answer)")
    let again = try alice.succeed("sync")
    #expect(again.contains(isSent ? "Sent nothing." : "Sent 1 bundle"), "\(again)")
    #expect(try bundles().count == before.count + 1)
  }
}
