import Foundation
import Pictures
import Support
import Testing

/// Tests `profilectl-picture` itself, which checks each picture again.
@Suite struct ChildProgramTests {
  private let child: Support.Program

  init() throws {
    var child = try Program()
    child.executable =
      URL(fileURLWithPath: Program.built).deletingLastPathComponent()
      .appendingPathComponent("profilectl-picture").path
    self.child = child
  }

  /// The line of a limit in `/proc`.
  @Test(arguments: ["address space", "data size"])
  func `it sets the memory limit that the program states`(name: String) throws {
    let running = try child.start()
    #expect(try isLimited(running, name))
    running.closeInput()
    #expect(try running.wait().status == 42)
  }

  /// The child sets its limits before it reads the picture.
  private func isLimited(
    _ running: RunningProgram, _ name: String, within limit: Duration = .ample
  ) throws -> Bool {
    let memory = String(PictureLimits.childMemory)
    let deadline = ContinuousClock.now + limit
    repeat {
      let told = try String(contentsOfFile: "/proc/\(running.processID)/limits", encoding: .utf8)
      let line = told.split(separator: "\n").first { $0.contains(name) }
      if line?.split(separator: " ").count(where: { $0 == memory }) == 2 { return true }
    } while ContinuousClock.now < deadline
    return false
  }

  /// Tests the check with a limit that the child may raise, with another limit and with none.
  @Test(arguments: [
    "ulimit -S -v \(PictureLimits.childMemory / 1024)", "ulimit -v 4000000", ":",
  ])
  func `a child with a higher limit is found`(limit: String) throws {
    let running = try child.replaced(by: "\(limit); echo limited; read line").start()
    try running.read { $0 == "limited\n" }
    #expect(try !isLimited(running, "address space", within: .milliseconds(100)))
    running.closeInput()
    _ = try running.wait()
  }

  @Test(
    arguments: [
      (Array("text, and no picture".utf8), 42), ([], 42),
      (Array("P6 1 1 255\nabc and more".utf8), 42),
      (PNGWriter.claim(width: 30_000, height: 30_000), 44),
    ] as [([UInt8], Int32)])
  func `it refuses what the program should have refused`(picture: [UInt8], status: Int32) throws {
    #expect(try child.run([], input: picture) == Answer(status: status))
  }
}
