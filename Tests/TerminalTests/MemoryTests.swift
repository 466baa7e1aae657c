import Foundation
import Terminal
import Testing

@Suite struct MemoryTests {
  @Test func `what was given back is used again without the system`() async {
    await #expect(processExitsWith: .success) {
      Memory.keepWhatIsFreed()
      MemoryTests.drawSomething()
      let before = MemoryTests.faults()
      for _ in 0..<50 { MemoryTests.drawSomething() }
      // Each time it would be 200 pages that are cleared anew.
      #expect(MemoryTests.faults() - before < 1_000)
    }
  }

  @Test func `where there is none, the terminal of a line is as it was found`() async throws {
    let (holder, side) = try TestTerminal.open()
    defer { for end in [holder, side] { close(end) } }
    let found = settings(of: side)
    write(holder, "\t", 1)
    let path = String(cString: ttyname(side))
    await #expect(processExitsWith: .exitCode(74)) { [path = path as String] in
      setenv("TERM", "xterm", 1)
      setenv("INPUTRC", "/dev/null", 1)
      let terminal = open(path, O_RDWR | O_NOCTTY)
      for descriptor: Int32 in 0...2 { dup2(terminal, descriptor) }
      let editor = LineEditor { _ in endForLackOfMemory(1, 1) }
      _ = editor.readLine(prompt: "> ")
    }
    #expect(whatIsShown(on: holder).hasSuffix("\u{1B}[?2004l"))
    #expect(settings(of: side) == found)
  }

  private func whatIsShown(on holder: Int32) -> String {
    var shown: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    var wait = pollfd(fd: holder, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, 200) > 0 { shown += piece[..<max(0, read(holder, &piece, piece.count))] }
    return String(decoding: shown, as: UTF8.self)
  }

  /// How keys are taken, and how what is written is shown.
  private func settings(of terminal: Int32) -> [tcflag_t] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_lflag]
  }

  /// As much as a page of pictures takes, in pieces of which none is large.
  private static func drawSomething() {
    let pieces = (0..<8).map { [UInt8](repeating: UInt8($0), count: 100 << 10) }
    precondition(pieces.count == 8)
  }

  private static func faults() -> Int {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_minflt
  }
}

/// What the release executable has in the place of Swift's own end, as C calls it.
@_silgen_name("__wrap__ZN5swift28swift_abortAllocationFailureEmm")
private func endForLackOfMemory(_ size: Int, _ alignment: Int) -> Never
