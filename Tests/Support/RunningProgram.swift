import Foundation

/// A running `profilectl` that is killed when the test releases it.
///
/// `read` and `wait` transfer both outputs and the input at once.
package final class RunningProgram {
  private let child: Child
  private var input: Descriptor?
  private var pending: ArraySlice<UInt8> = []
  private var closesInput = false
  private var output: Descriptor?
  private var errors: Descriptor?
  private var hasEnded = false

  /// The output so far.
  package private(set) var stdout: [UInt8] = []
  package private(set) var stderr: [UInt8] = []

  package var processID: Int32 { child.id }

  init(_ launch: Child.Launch, redirections: [Int32: Program.Redirection]) throws {
    let pipes = try (Descriptor.pipe(), Descriptor.pipe(), Descriptor.pipe())
    let theirs = [pipes.0.reader, pipes.1.writer, pipes.2.writer]
    let wiring = theirs.enumerated().map { index, end -> (Int32, Child.Wiring) in
      switch redirections[Int32(index)] {
      case .file(let path): (Int32(index), .file(path))
      case .closed: (Int32(index), .closed)
      case nil: (Int32(index), .descriptor(end.number))
      }
    }
    child = try Child(launch, wiring: wiring)
    theirs.forEach { $0.close() }
    (input, output, errors) = (pipes.0.writer, pipes.1.reader, pipes.2.reader)
    [pipes.0.writer, pipes.1.reader, pipes.2.reader, child.ended].forEach { $0.makeNonBlocking() }
  }

  /// Queues bytes for standard input; `read` and `wait` write them.
  package func write(_ bytes: [UInt8]) {
    pending += bytes
    offer()
  }

  package func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Ends standard input after the queued bytes.
  package func closeInput() {
    closesInput = true
    offer()
  }

  /// Closes the reading end of standard output, as `head` does.
  package func closeOutput() {
    output = nil
  }

  package func send(_ signal: Int32) {
    child.send(signal)
  }

  /// Kills the program at this moment, unless it exits before.
  package func kill(at moment: ContinuousClock.Instant) {
    _ = Descriptor.wait(reading: [child.ended], writing: [], until: moment)
    send(SIGKILL)
  }

  /// Whether each thread of the program waits for something.
  package var isAtRest: Bool { Support.isAtRest(process: child.id) }

  /// Reads until `isEnough` accepts standard output; kills the program at the limit.
  @discardableResult
  package func read(
    within limit: Duration = .ample, until isEnough: (String) -> Bool
  ) throws -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      let text = String(decoding: stdout, as: UTF8.self)
      if isEnough(text) { return text }
      if output == nil { throw failure("Standard output ended before the expected output.") }
      try advance(until: deadline)
    }
  }

  /// Ends the input and reads until the program exits; kills it at the limit.
  package func wait(within limit: Duration = .ample) throws -> Answer {
    let deadline = ContinuousClock.now + limit
    closeInput()
    while !hasEnded || output != nil || errors != nil { try advance(until: deadline) }
    return Answer(
      stdout: String(decoding: stdout, as: UTF8.self),
      stderr: String(decoding: stderr, as: UTF8.self), status: child.collect())
  }

  private func advance(until deadline: ContinuousClock.Instant) throws {
    let readable = [output, errors, hasEnded ? nil : child.ended].compactMap(\.self)
    let writable = pending.isEmpty ? [] : [input].compactMap(\.self)
    guard Descriptor.wait(reading: readable, writing: writable, until: deadline) else {
      child.kill()
      throw failure("The program did not finish in time and was killed.")
    }
    offer()
    drain(&output, into: &stdout)
    drain(&errors, into: &stderr)
    if !hasEnded, child.ended.read() != nil { hasEnded = true }
  }

  private func offer() {
    if let input, !pending.isEmpty, !input.write(&pending) { pending = [] }
    if closesInput, pending.isEmpty { input = nil }
  }

  private func drain(_ stream: inout Descriptor?, into bytes: inout [UInt8]) {
    guard let taken = stream?.read() else { return }
    bytes += taken
    if taken.isEmpty { stream = nil }
  }

  private func failure(_ reason: String) -> HarnessError {
    HarnessError(reason, output: [("stdout", stdout), ("stderr", stderr)])
  }
}
