import CommandLine
import Dispatch
import Model
import Terminal

/// Reads and splits the lines of a script ahead of their use, on a thread of its own.
///
/// Hands lines over as soon as the next one is not available, so that lines from a pipe run as they
/// arrive.
///
/// Sendable because only the thread uses `input`. Lines change hands through `exchange`, and the
/// semaphores order the access to them.
final class ScriptReader: @unchecked Sendable {
  private static let mostLinesInBatch = 512
  private static let mostBatchesAhead = 4

  private let commands: CommandList
  private let exchange = DispatchQueue(label: "profilectl.script.exchange")
  /// Closed when the thread is done with it.
  private let file: InputFile
  private let input: StandardInput
  /// Starts at 0 and is then raised: a semaphore must not be released below its first value.
  private let space = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private var ahead: [[ScriptLine]] = []
  private var isAbandoned = false
  /// Used by the thread only: whether reading has failed.
  private var hasFailed = false
  /// Used by the caller only: the lines handed over.
  private var current: ArraySlice<ScriptLine> = []
  private var isAtEnd = false

  /// Throws if the system can't start a thread.
  init(_ file: InputFile, _ commands: CommandList) throws(ScriptError) {
    self.file = file
    self.commands = commands
    input = file.lines
    for _ in 0..<ScriptReader.mostBatchesAhead { space.signal() }
    guard BackgroundThread.start({ self.readAhead() }) == 0 else { throw .noThread }
  }

  /// The next line with words; nil at the end of the script, or after a signal.
  func next() -> ScriptLine? {
    while current.isEmpty, !isAtEnd {
      if filled.wait(timeout: .now() + .milliseconds(200)) == .success {
        takeBatch()
      } else if Interruption.pending != nil {
        return nil
      }
    }
    return current.popFirst()
  }

  /// The next line, if it is available.
  func nextIfReady() -> ScriptLine? {
    if current.isEmpty, !isAtEnd, filled.wait(timeout: .now()) == .success { takeBatch() }
    return current.popFirst()
  }

  /// Stops the reading.
  func abandon() {
    exchange.sync { isAbandoned = true }
    space.signal()
  }

  /// Takes the next batch; an empty one marks the end.
  private func takeBatch() {
    current = exchange.sync { ahead.removeFirst() }[...]
    isAtEnd = current.isEmpty
    space.signal()
  }

  private func readAhead() {
    while true {
      let batch = hasFailed ? [] : readBatch()
      space.wait()
      let goesOn = exchange.sync {
        ahead.append(batch)
        return !isAbandoned
      }
      filled.signal()
      if batch.isEmpty || !goesOn { return }
    }
  }

  private func readBatch() -> [ScriptLine] {
    var batch: [ScriptLine] = []
    repeat {
      do throws(InputError) {
        guard let bytes = try input.nextLine() else { return batch }
        if let line = line(bytes) { batch.append(line) }
      } catch {
        let error = finishing(error)
        batch.append(ScriptLine(unreadable: error, number: input.lineNumber))
        if case .lineTooLong = error { continue }
        hasFailed = true
        return batch
      }
    } while batch.isEmpty
      || (batch.count < ScriptReader.mostLinesInBatch && input.hasLineAtHand)
    return batch
  }

  /// Skips the rest of a line that is too long; an endless line ends the script.
  private func finishing(_ error: InputError) -> InputError {
    guard case .lineTooLong = error else { return error }
    do throws(InputError) {
      try input.finishLine()
      return error
    } catch {
      return error
    }
  }

  /// A line of the script; nil for a blank line or a comment.
  private func line(_ bytes: [UInt8]) -> ScriptLine? {
    do {
      // A short line fits into the memory that the script has already.
      if bytes.count > LineMemory.longLine { try LineMemory.require(forLineOf: bytes.count) }
    } catch {
      return ScriptLine(unreadable: error, number: input.lineNumber)
    }
    let words = Result { try LineSplitter.textWords(of: bytes) }
    if case .success(let words) = words, words.isEmpty { return nil }
    return ScriptLine(number: input.lineNumber, bytes: bytes, words: words, commands)
  }
}

/// One line of a script that is neither blank nor a comment.
struct ScriptLine: Sendable {
  /// Counted from 1, including blank lines and comments.
  let number: Int
  /// Empty if the line could not be read.
  let bytes: [UInt8]
  let words: Result<[Token], any Error>
  /// Whether its command needs a transaction of its own.
  let standsAlone: Bool
  /// Whether its command may write to the network, so that a transaction begins with it.
  let mayWrite: Bool
  /// Whether it runs a script, whose lines are counted instead of it.
  let runsLines: Bool

  init(number: Int, bytes: [UInt8], words: Result<[Token], any Error>, _ commands: CommandList) {
    self.number = number
    self.bytes = bytes
    self.words = words
    let parser = Parser(commands.catalog)
    let own = (try? words.get()).map(Line.withoutProgram)
    let command = own.flatMap(parser.command)
    var isReadMark = false
    // An answer that moves the read mark does not wait for a later commit.
    if command?.writeScope == .readMark, let own,
      case .command(let parsed)? = try? parser.request(
        for: own, clock: LocalClock(now: Moment(seconds: 0)))
    {
      isReadMark = commands.writeScope(of: parsed) == .readMark
    }
    standsAlone = command?.standsAlone == true || isReadMark
    mayWrite = command?.writeScope == .network
    runsLines = command?.writeScope == .lines
  }

  init(unreadable error: any Error, number: Int) {
    self.number = number
    (bytes, words) = ([], .failure(error))
    (standsAlone, mayWrite, runsLines) = (false, false, false)
  }
}
