import Foundation
import Support
import Terminal
import Testing

@Suite struct InterruptionTests {
  @Test func `an interrupt prints the message and exits with 130`() async {
    let result = await #expect(
      processExitsWith: .exitCode(130), observing: [\.standardErrorContent]
    ) {
      InterruptionTests.acceptSignals()
      Interruption.arm(saying: "first words")
      Interruption.arm(saying: "Interrupted; nothing was saved.")
      raise(SIGINT)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("Interrupted; nothing was saved.\n"))
    #expect(!said.contains("first words"))
  }

  @Test func `SIGTERM exits with 143`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      InterruptionTests.acceptSignals()
      Interruption.arm(saying: "")
      raise(SIGTERM)
    }
  }

  @Test func `SIGHUP exits with 129`() async {
    await #expect(processExitsWith: .exitCode(129)) {
      InterruptionTests.acceptSignals()
      Interruption.arm(saying: "")
      raise(SIGHUP)
    }
  }

  @Test func `a held interrupt is pending after the release`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      InterruptionTests.acceptSignals()
      Interruption.arm(saying: "")
      Interruption.hold()
      raise(SIGINT)
      raise(SIGTERM)
      Interruption.release()
      #expect(Interruption.pending == SIGINT)
      exit(7)
    }
  }

  @Test func `holds are counted`() async {
    await #expect(processExitsWith: .exitCode(130)) {
      InterruptionTests.acceptSignals()
      Interruption.arm(saying: "")
      Interruption.hold()
      Interruption.hold()
      Interruption.release()
      raise(SIGINT)
      #expect(Interruption.pending == SIGINT)
      Interruption.release()
      raise(SIGINT)
    }
  }

  @Test func `a held interrupt ends the wait for a line and drops its beginning`() async throws {
    await #expect(processExitsWith: .exitCode(7)) {
      InterruptionTests.acceptSignals()
      Interruption.arm(saying: "")
      Interruption.hold()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      write(ends[1], "whole\nhalf", 10)
      let input = StandardInput(descriptor: ends[0], endsBySignal: true)
      let first = try input.nextLine()
      #expect(first == Array("whole".utf8))
      let reader = pthread_self()
      let thread = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      Thread.detachNewThread {
        waitUntil { isWaiting(thread: thread) }
        pthread_kill(reader, SIGINT)
      }
      let dropped = try input.nextLine()
      #expect(dropped == nil)
      Interruption.forget()
      write(ends[1], "next\n", 5)
      let next = try input.nextLine()
      #expect(next == Array("next".utf8))
      exit(7)
    }
  }

  @Test func `a signal that was ignored stays ignored`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      InterruptionTests.acceptSignals()
      signal(SIGHUP, SIG_IGN)
      Interruption.arm(saying: "")
      raise(SIGHUP)
      exit(7)
    }
  }

  @Test func `a message that is too long is cut`() async {
    let result = await #expect(
      processExitsWith: .exitCode(130), observing: [\.standardErrorContent]
    ) {
      InterruptionTests.acceptSignals()
      Interruption.arm(saying: String(repeating: "m", count: 1_000))
      raise(SIGINT)
    }
    let count = result?.standardErrorContent.count { $0 == UInt8(ascii: "m") } ?? 0
    #expect((200..<300).contains(count))
  }

  /// The terminal turns a line feed into two bytes and may have room for one only.
  @Test(arguments: ["", "a"], [false, true])
  func `a full terminal does not block the exit`(first: String, isHeld: Bool) async {
    await #expect(processExitsWith: .exitCode(143)) { [first, isHeld] in
      InterruptionTests.acceptSignals()
      let (_, side) = try TestTerminal.open()
      write(side, first, first.utf8.count)
      let flags = fcntl(side, F_GETFL)
      _ = fcntl(side, F_SETFL, flags | O_NONBLOCK)
      while write(side, "\n", 1) == 1 {}
      _ = fcntl(side, F_SETFL, flags)
      dup2(side, 2)
      Interruption.arm(saying: "Interrupted.")
      if isHeld { Interruption.hold() }
      raise(SIGTERM)
      #expect(throws: ConsoleError.interrupted(.error)) {
        try Console().write("Interrupted.\n", to: .error)
      }
      exit(143)
    }
  }

  /// Resets the signals that the test process inherits from its runner.
  private static func acceptSignals() {
    var all = sigset_t()
    sigfillset(&all)
    sigprocmask(SIG_UNBLOCK, &all, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
