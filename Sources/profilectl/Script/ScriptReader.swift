import CommandLine
import Dispatch
import Services
import Terminal

/// Reads and splits the lines of a script ahead of their use, on a thread of its own.
///
/// A stretch of lines is handed over as soon as the next one would have to be waited for, so that
/// what comes through a pipe is done as it comes.
///
/// Sendable by construction: `input` is used on that thread only; a stretch changes hands through
/// `exchange`, and the semaphores order who may touch it when.
final class ScriptReader: @unchecked Sendable {
  private static let mostLinesAStretch = 512
  private static let mostStretchesAhead = 4

  private let exchange = DispatchQueue(label: "profilectl.script.exchange")
  /// Closed when the thread is done with it, and not before.
  private let file: InputFile
  private let input: StandardInput
  /// Begins at 0 and is raised at once: a semaphore may not go away below where it began.
  private let space = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private var ahead: [[ScriptLine]] = []
  private var isAbandoned = false
  /// Touched on the thread only: nothing more can be read.
  private var hasFailed = false
  /// The caller's own: what it has been handed and not used.
  private var current: ArraySlice<ScriptLine> = []
  private var isAtEnd = false

  /// Throws where the system has no thread to give.
  init(_ file: InputFile) throws(ScriptTrouble) {
    self.file = file
    input = file.lines
    for _ in 0..<ScriptReader.mostStretchesAhead { space.signal() }
    guard SpareThread.start({ self.readAhead() }) == 0 else { throw .noThread }
  }

  /// The next line that asks for something; nil at the end of the script, or when a signal came
  /// while it was waited for.
  func next() -> ScriptLine? {
    while current.isEmpty, !isAtEnd {
      if filled.wait(timeout: .now() + .milliseconds(200)) == .success {
        takeStretch()
      } else if Interruption.pending != nil {
        return nil
      }
    }
    return current.popFirst()
  }

  /// The next line, unless it would have to be waited for.
  func nextIfReady() -> ScriptLine? {
    if current.isEmpty, !isAtEnd, filled.wait(timeout: .now()) == .success { takeStretch() }
    return current.popFirst()
  }

  /// Reads no further than it has.
  func abandon() {
    exchange.sync { isAbandoned = true }
    space.signal()
  }

  /// An empty stretch is the end.
  private func takeStretch() {
    current = exchange.sync { ahead.removeFirst() }[...]
    isAtEnd = current.isEmpty
    space.signal()
  }

  private func readAhead() {
    while true {
      let stretch = hasFailed ? [] : readStretch()
      space.wait()
      let goesOn = exchange.sync {
        ahead.append(stretch)
        return !isAbandoned
      }
      filled.signal()
      if stretch.isEmpty || !goesOn { return }
    }
  }

  private func readStretch() -> [ScriptLine] {
    var stretch: [ScriptLine] = []
    repeat {
      do throws(InputError) {
        guard let bytes = try input.nextLine() else { return stretch }
        if let line = line(bytes) { stretch.append(line) }
      } catch {
        let trouble = finishing(error)
        stretch.append(ScriptLine(number: input.lineNumber, bytes: [], words: .failure(trouble)))
        if case .lineTooLong = trouble { continue }
        hasFailed = true
        return stretch
      }
    } while stretch.isEmpty
      || (stretch.count < ScriptReader.mostLinesAStretch && input.hasLineAtHand)
    return stretch
  }

  /// Passes over the rest of a line that is too long; the script ends where that has no end.
  private func finishing(_ trouble: InputError) -> InputError {
    guard case .lineTooLong = trouble else { return trouble }
    do throws(InputError) {
      try input.finishLine()
      return trouble
    } catch {
      return error
    }
  }

  /// Nil for a line that asks for nothing.
  private func line(_ bytes: [UInt8]) -> ScriptLine? {
    if bytes.count > Interpreter.longLine,
      !Memory.hasRoom(for: Interpreter.room(forLineOf: bytes.count))
    {
      let trouble = ServiceError.storage(.memoryShort, saved: .nothing)
      return ScriptLine(number: input.lineNumber, bytes: [], words: .failure(trouble))
    }
    let words = Result { () throws(LineSplitter.Trouble) in
      try LineSplitter.textWords(of: bytes)
    }
    if case .success(let words) = words, words.isEmpty { return nil }
    return ScriptLine(
      number: input.lineNumber, bytes: bytes, words: words.mapError { $0 as any Error })
  }
}
