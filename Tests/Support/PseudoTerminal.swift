import Foundation
import Testing

/// A `profilectl` on a pseudo-terminal controlled by the test.
package final class PseudoTerminal {
  private let child: Child
  private let master: Descriptor
  /// The path of the program's side.
  private let path: String
  private var pending: ArraySlice<UInt8> = []
  private var isOpen = true

  /// All output so far.
  package private(set) var bytes: [UInt8] = []

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var processID: Int32 { child.id }

  package convenience init(
    _ program: Program, _ arguments: String..., columns: Int = 80, rows: Int = 24,
    term: String = "xterm-256color"
  ) throws {
    try self.init(
      program, arguments.map { Array($0.utf8) }, columns: columns, rows: rows, term: term)
  }

  /// Takes arguments that need not be UTF-8.
  package init(
    _ program: Program, _ arguments: [[UInt8]], columns: Int = 80, rows: Int = 24,
    term: String = "xterm-256color"
  ) throws {
    master = Descriptor(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    var name = [CChar](repeating: 0, count: 128)
    guard
      grantpt(master.number) == 0, unlockpt(master.number) == 0,
      ptsname_r(master.number, &name, name.count) == 0
    else { throw SystemFailure("posix_openpt") }
    var launch = program.launch(arguments)
    launch.environment["TERM"] = term
    launch.leadsSession = true
    try setWindow(of: master, columns: columns, rows: rows)
    // The first open by a session's leader makes it the controlling terminal.
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    child = try Child(
      launch, wiring: [(0, .file(path)), (1, .descriptor(0)), (2, .descriptor(0))])
    master.makeNonBlocking()
  }

  /// Types keys; special keys are given as their escape sequences.
  package func type(_ keys: String) {
    type(Array(keys.utf8))
  }

  package func type(_ keys: [UInt8]) {
    pending += keys
    offer()
  }

  /// Reads until `isEnough` accepts the whole output, and returns the output.
  @discardableResult
  package func read(
    within limit: Duration = .ample, until isEnough: (String) -> Bool
  ) throws -> String {
    let deadline = ContinuousClock.now + limit
    while !isEnough(text) {
      guard isOpen else { throw failure("The program exited before the expected output.") }
      guard advance(until: deadline) else {
        throw failure("The expected output did not come in time.")
      }
    }
    return text
  }

  /// Reads until no output came for `pause` and the program waits; returns the whole output.
  @discardableResult
  package func readUntilQuiet(
    for pause: Duration = .milliseconds(200), within limit: Duration = .ample
  ) throws -> String {
    let deadline = ContinuousClock.now + limit
    // The last attempt reads output written just before the program began to wait.
    while isOpen,
      advance(until: .now + pause) || !isAtRest(session: child.id) || advance(until: .now)
    {
      if ContinuousClock.now > deadline { throw failure("The output did not stop in time.") }
    }
    return text
  }

  /// Waits without reading until the program waits too, or has exited.
  package func waitUntilAtRest() {
    waitUntil { isAtRest(session: child.id) }
  }

  /// Changes the size, which sends SIGWINCH.
  package func resize(columns: Int, rows: Int) throws {
    try setWindow(of: master, columns: columns, rows: rows)
  }

  /// Stops the output like Ctrl-S: the program's writes wait.
  package func stopOutput() throws {
    let programs = Descriptor(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
    guard tcflow(programs.number, TCOOFF) == 0 else { throw SystemFailure("tcflow") }
  }

  package func send(_ signal: Int32) {
    child.send(signal)
  }

  /// Closes the window, which sends SIGHUP and ends the output.
  package func hangUp() {
    isOpen = false
    master.close()
  }

  /// Reads until the program has exited and returns its status; kills it at the limit.
  package func wait(within limit: Duration = .ample) throws -> Int32 {
    let deadline = ContinuousClock.now + limit
    while isOpen {
      guard advance(until: deadline) else {
        child.kill()
        throw failure("A program had the terminal open for too long.")
      }
    }
    guard Descriptor.wait(reading: [child.ended], writing: [], until: deadline) else {
      child.kill()
      throw failure("The program did not exit in time and was killed.")
    }
    return child.collect()
  }

  /// Whether the terminal is in cooked mode with echo, as a shell expects.
  package var isCooked: Bool {
    var settings = termios()
    let wanted = tcflag_t(ICANON | ECHO)
    return tcgetattr(master.number, &settings) == 0 && settings.c_lflag & wanted == wanted
  }

  /// False if no descriptor was ready before `deadline`.
  private func advance(until deadline: ContinuousClock.Instant) -> Bool {
    let writable = pending.isEmpty ? [] : [master]
    guard Descriptor.wait(reading: [master], writing: writable, until: deadline) else {
      return false
    }
    offer()
    if let taken = master.read() {
      bytes += taken
      isOpen = !taken.isEmpty
    }
    return true
  }

  private func offer() {
    if !pending.isEmpty, !master.write(&pending) { pending = [] }
  }

  private func failure(_ reason: String) -> HarnessError {
    HarnessError(reason, output: [("terminal", bytes)])
  }
}

private func setWindow(of master: Descriptor, columns: Int, rows: Int) throws {
  var size = winsize(
    ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  guard ioctl(master.number, UInt(TIOCSWINSZ), &size) == 0 else {
    throw SystemFailure("TIOCSWINSZ")
  }
}
