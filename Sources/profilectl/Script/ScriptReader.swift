import CommandLine
import Dispatch
import Model
import Services
import Storage
import Terminal

/// Reads and splits the lines of a script ahead of their use, on a thread of its own.
///
/// Lines are handed over as soon as the next one has to be waited for, so that lines of a pipe are
/// carried out as they come.
///
/// Sendable by construction: `input` is used on that thread only; lines change hands through
/// `exchange`, and the semaphores order who may touch them when.
final class ScriptReader: @unchecked Sendable {
  private static let mostLinesAStretch = 512
  private static let mostStretchesAhead = 4

  private let commands: CommandList
  private let exchange = DispatchQueue(label: "profilectl.script.exchange")
  /// Closed when the thread is done with it, and not before.
  private let file: InputFile
  private let input: StandardInput
  /// Begins at 0 and is raised at once: a semaphore may not be released below its first value.
  private let space = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private var ahead: [[ScriptLine]] = []
  private var isAbandoned = false
  /// Used on the thread only: nothing more can be read.
  private var hasFailed = false
  /// Used by the caller only: lines that were handed over.
  private var current: ArraySlice<ScriptLine> = []
  private var isAtEnd = false

  /// Throws if the system has no thread to give.
  init(_ file: InputFile, _ commands: CommandList) throws(ScriptError) {
    self.file = file
    self.commands = commands
    input = file.lines
    for _ in 0..<ScriptReader.mostStretchesAhead { space.signal() }
    guard BackgroundThread.start({ self.readAhead() }) == 0 else { throw .noThread }
  }

  /// The next line that asks for something; nil at the end of the script, or after a signal.
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

  /// The next line, unless it has to be waited for.
  func nextIfReady() -> ScriptLine? {
    if current.isEmpty, !isAtEnd, filled.wait(timeout: .now()) == .success { takeStretch() }
    return current.popFirst()
  }

  /// Reads no further.
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
        let error = finishing(error)
        stretch.append(ScriptLine(unreadable: error, number: input.lineNumber))
        if case .lineTooLong = error { continue }
        hasFailed = true
        return stretch
      }
    } while stretch.isEmpty
      || (stretch.count < ScriptReader.mostLinesAStretch && input.hasLineAtHand)
    return stretch
  }

  /// Passes over the rest of a line that is too long; the script ends if that has no end.
  private func finishing(_ error: InputError) -> InputError {
    guard case .lineTooLong = error else { return error }
    do throws(InputError) {
      try input.finishLine()
      return error
    } catch {
      return error
    }
  }

  /// Nil for a line that asks for nothing.
  private func line(_ bytes: [UInt8]) -> ScriptLine? {
    do {
      // Only long lines need more than the script has already.
      if bytes.count > LineMemory.longLine { try LineMemory.require(forLineOf: bytes.count) }
    } catch {
      return ScriptLine(unreadable: error, number: input.lineNumber)
    }
    let words = Result { try LineSplitter.textWords(of: bytes) }
    if case .success(let words) = words, words.isEmpty { return nil }
    return ScriptLine(number: input.lineNumber, bytes: bytes, words: words, commands)
  }
}

/// One line of a script that asks for something.
struct ScriptLine: Sendable {
  /// Counted from 1, blank lines and comments included.
  let number: Int
  /// Empty if the line could not be read.
  let bytes: [UInt8]
  let words: Result<[Token], any Error>
  /// Whether its command needs a transaction of its own.
  let standsAlone: Bool
  /// Whether its command may write to the network, so that a transaction begins with it.
  let mayWrite: Bool
  /// Whether it runs a script, whose lines count instead of it.
  let runsLines: Bool

  init(number: Int, bytes: [UInt8], words: Result<[Token], any Error>, _ commands: CommandList) {
    self.number = number
    self.bytes = bytes
    self.words = words
    let parser = Parser(commands.catalog)
    let own = (try? words.get()).map(Line.withoutProgram)
    let command = own.flatMap(parser.command)
    var isReadMark = false
    // An answer that moves the read mark does not wait for a commit.
    if command?.reach == .readMark, let own,
      case .command(let parsed)? = try? parser.request(
        for: own, clock: LocalClock(now: Moment(seconds: 0)))
    {
      isReadMark = commands.reach(of: parsed) == .readMark
    }
    standsAlone = command?.standsAlone == true || isReadMark
    mayWrite = command?.reach == .network
    runsLines = command?.reach == .lines
  }

  init(unreadable error: any Error, number: Int) {
    self.number = number
    (bytes, words) = ([], .failure(error))
    (standsAlone, mayWrite, runsLines) = (false, false, false)
  }
}
