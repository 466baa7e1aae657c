import Foundation

/// A `profilectl` on a pseudo-terminal controlled by the test.
package final class PseudoTerminal {
  private let child: Child
  private let side: Descriptor
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
    side = Descriptor(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    var name = [CChar](repeating: 0, count: 128)
    guard
      grantpt(side.number) == 0, unlockpt(side.number) == 0,
      ptsname_r(side.number, &name, name.count) == 0
    else { throw SystemFailure("posix_openpt") }
    var launch = program.launch(arguments)
    launch.environment["TERM"] = term
    launch.leadsSession = true
    try setWindow(of: side, columns: columns, rows: rows)
    // The first open by a session's leader makes it the controlling terminal.
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    child = try Child(
      launch, wiring: [(0, .file(path)), (1, .descriptor(0)), (2, .descriptor(0))])
    side.makeNonBlocking()
  }

  /// Types keys; special keys are written as their sequences.
  package func type(_ keys: String) {
    type(Array(keys.utf8))
  }

  package func type(_ keys: [UInt8]) {
    pending += keys
    offer()
  }

  /// Reads until `isEnough` accepts the whole output, and returns that.
  @discardableResult
  package func read(
    within limit: Duration = .ample, until isEnough: (String) -> Bool
  ) throws -> String {
    let deadline = ContinuousClock.now + limit
    while !isEnough(text) {
      guard isOpen else { throw unanswered("The program left before its output was enough.") }
      guard advance(until: deadline) else { throw unanswered("It did not say so in time.") }
    }
    return text
  }

  /// Reads until no output came for `pause` and the program waits; returns the whole output.
  @discardableResult
  package func readUntilQuiet(
    for pause: Duration = .milliseconds(200), within limit: Duration = .ample
  ) throws -> String {
    let deadline = ContinuousClock.now + limit
    // Reads output that came just before the program came to rest.
    while isOpen,
      advance(until: .now + pause) || !isAtRest(session: child.id) || advance(until: .now)
    {
      if ContinuousClock.now > deadline { throw unanswered("It did not fall silent in time.") }
    }
    return text
  }

  /// Changes the size, which sends SIGWINCH.
  package func resize(columns: Int, rows: Int) throws {
    try setWindow(of: side, columns: columns, rows: rows)
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
    side.close()
  }

  /// Reads until the program has exited and returns its status; kills it at the limit.
  package func wait(within limit: Duration = .ample) throws -> Int32 {
    let deadline = ContinuousClock.now + limit
    while isOpen {
      if !advance(until: deadline) { break }
    }
    guard Descriptor.wait(reading: [child.ended], writing: [], until: deadline) else {
      child.kill()
      throw unanswered("It was killed: it did not leave in time.")
    }
    return child.collect()
  }

  /// Whether the terminal is in cooked mode with echo, as a shell expects.
  package var isCooked: Bool {
    var settings = termios()
    let wanted = tcflag_t(ICANON | ECHO)
    return tcgetattr(side.number, &settings) == 0 && settings.c_lflag & wanted == wanted
  }

  /// False if no descriptor was ready before `deadline`.
  private func advance(until deadline: ContinuousClock.Instant) -> Bool {
    let writable = pending.isEmpty ? [] : [side]
    guard Descriptor.wait(reading: [side], writing: writable, until: deadline) else { return false }
    offer()
    if let taken = side.read() {
      bytes += taken
      isOpen = !taken.isEmpty
    }
    return true
  }

  private func offer() {
    if !pending.isEmpty, !side.write(&pending) { pending = [] }
  }

  private func unanswered(_ reason: String) -> Unanswered {
    Unanswered(reason, said: [("terminal", bytes)])
  }
}

private func setWindow(of side: Descriptor, columns: Int, rows: Int) throws {
  var size = winsize(
    ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  guard ioctl(side.number, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemFailure("TIOCSWINSZ") }
}
