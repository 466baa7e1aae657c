import Foundation
import Terminal
import Testing

@Suite struct ConsoleTests {
  @Test func `all output reaches a slow reader`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      // A full non-blocking pipe returns EAGAIN.
      _ = fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_NONBLOCK)
      try Console().write([UInt8](repeating: UInt8(ascii: "x"), count: 300_000))
    }
    #expect(result?.standardOutputContent.count(where: { $0 == UInt8(ascii: "x") }) == 300_000)
  }

  @Test func `a closed pipe has its own error`() async {
    await #expect(processExitsWith: .success) {
      StandardDescriptors.secure()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      dup2(ends[1], 1)
      #expect(throws: ConsoleError.closedPipe(.output)) { try Console().write("hello") }
    }
  }

  @Test func `a full device is an error`() async {
    await #expect(processExitsWith: .success) {
      dup2(open("/dev/full", O_WRONLY), 1)
      #expect(throws: ConsoleError.failed(.output, errno: ENOSPC)) {
        try Console().write("hello")
      }
    }
  }

  @Test func `a pipe is no terminal and has no size`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      for descriptor: Int32 in 0...2 { dup2(ends[1], descriptor) }
      #expect(!Console().isTerminal(.output))
      #expect(Console().size == nil)
    }
  }

  @Test func `a terminal has the size of its window`() async {
    await #expect(processExitsWith: .success) {
      let (_, side) = try TestTerminal.open()
      dup2(side, 1)
      #expect(Console().isTerminal(.output))
      #expect(Console().size == Console.Size(columns: 132, rows: 43))
    }
  }

  @Test(arguments: [
    ("y\n", true), ("YES\n", true), ("yes\r\n", true), ("n\n", false), ("\n", false), ("", false),
    ("yesterday\n", false), ("yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\n", false),
  ])
  func `only y and yes confirm`(answer: String, isYes: Bool) async {
    await #expect(processExitsWith: .success) { [answer, isYes] in
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      write(ends[1], answer, answer.utf8.count)
      close(ends[1])
      dup2(ends[0], 0)
      let said = try Console().confirm("Sure?")
      #expect(said == isYes)
    }
  }

  @Test func `a confirmation reads only its own line`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      write(ends[1], "y\nrest\n", 7)
      dup2(ends[0], 0)
      let isYes = try Console().confirm("Sure?")
      let rest = try StandardInput().nextLine()
      #expect(isYes)
      #expect(rest == Array("rest".utf8))
    }
  }
}
