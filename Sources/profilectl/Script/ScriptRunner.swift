import CommandLine
import Model
import Rendering
import Services
import Terminal

/// Carries out the lines of one script in their order, many in one transaction.
///
/// Lines that arrive during a commit share the next one. The answer of a line is held until its
/// commit.
struct ScriptRunner {
  /// Further lines wait for the next transaction, so that other processes get their turn.
  private static let mostLinesPerCommit = 1_000
  /// Further answers wait until these are written.
  private static let mostHeldBytes = 1 << 20

  /// A line that was refused wholly or in part, with the reasons.
  private typealias Refusal = (line: ScriptLine, failures: [LineFailure])

  let interpreter: Interpreter
  let origin: LineOrigin
  /// The path of the script as messages show it, or `-`.
  private let name: String
  let keepsGoing: Bool
  /// Whether `exit` and `quit` end the script.
  let endsAtExit: Bool
  private(set) var tally = ScriptTally()
  /// The refusal that stopped the script.
  private(set) var failure: LineFailure?
  private var hasExited = false
  private let reader: ScriptReader
  /// A line that can't share the transaction of the lines before it.
  private var postponed: ScriptLine?
  /// Lines that were refused since the last commit, before any line was done.
  private var refusals: [Refusal] = []
  /// The progress line; not shown if answers go to the same screen.
  private var progress: RedrawnLine
  /// Whether a line was done since the last commit, which may be the reason for a refusal.
  private var mayHaveDone = false

  /// `progress` shows the number of lines of a long script.
  init(
    _ file: InputFile, named name: String, in interpreter: Interpreter, from origin: LineOrigin,
    keepsGoing: Bool, endsAtExit: Bool, progress: RedrawnLine
  ) throws(ScriptError) {
    self.progress = progress
    reader = try ScriptReader(file, interpreter.commands)
    self.name = shown(name)
    self.interpreter = interpreter
    self.origin = origin
    self.keepsGoing = keepsGoing
    self.endsAtExit = endsAtExit
  }

  private var streams: Streams { interpreter.streams }
  private var group: GroupCommit { GroupCommit(interpreter: interpreter, origin: origin) }

  /// Carries out lines until the script ends, one is refused, or a signal arrives.
  ///
  /// Throws when a commit fails; `tally` then counts the lines on the disk.
  mutating func run() throws {
    defer {
      reader.abandon()
      progress.finish()
      interpreter.signals.hasProgressLine = false
    }
    while failure == nil, !hasExited, Interruption.pending == nil,
      let line = postponed ?? reader.next()
    {
      postponed = nil
      let network = interpreter.network.current
      if let network, network.gathersLines, !streams.isHolding, line.mayWrite, !line.standsAlone {
        try commit(from: line, to: network)
      } else {
        try carryOutAlone(line)
      }
    }
  }

  /// Carries out a line that needs no transaction, shares an outer one, or runs before a network
  /// exists.
  private mutating func carryOutAlone(_ line: ScriptLine) throws {
    let before = tally
    carryOut(line)
    refusals = []
    if streams.isHolding { return showProgress() }
    try releaseAnswers(since: before)
  }

  /// Writes the held answers; reports the failure that stops the script even if they are lost.
  private mutating func releaseAnswers(since before: ScriptTally) throws(LineFailure) {
    do throws(LineFailure) {
      try group.releaseAnswers(hasSaved: tally.saved > before.saved)
    } catch {
      if let failure = failure.take() { report(failure) }
      throw error
    }
  }

  /// Carries out `first` and all further available lines in one transaction.
  private mutating func commit(from first: ScriptLine, to network: Network) throws {
    let before = tally
    mayHaveDone = false
    refusals = []
    var last = first.number
    do {
      try group.commit(on: network) {
        var next: ScriptLine? = first
        while let line = next {
          carryOut(line)
          last = line.number
          let isFull =
            tally.lines - before.lines >= ScriptRunner.mostLinesPerCommit
            || streams.heldCount > ScriptRunner.mostHeldBytes
          next = failure == nil && !hasExited && !isFull ? reader.nextIfReady() : nil
          if let line = next, line.standsAlone { (postponed, next) = (line, nil) }
        }
      }
    } catch {
      let lines = last == first.number ? "\(last)" : "\(first.number)-\(last)"
      let lost = interpreter.failures.failure(
        error, of: Line(at: "\(name):\(lines)", from: origin))
      tally.lose(since: before, refused: refusals.count, isKnown: lost.isKnown)
      if tally.lines == before.lines { settle(failed: first, with: lost) }
      reportRefusals(unlessCauseOf: lost)
      throw lost
    }
    try releaseAnswers(since: before)
    showProgress()
  }

  private mutating func showProgress() {
    if progress.isDue {
      progress.draw(
        ProgressLine(
          "lines", done: tally.lines, of: nil, milliseconds: progress.milliseconds))
    }
    interpreter.signals.hasProgressLine = progress.isDrawn
  }

  private func report(_ failure: LineFailure) {
    interpreter.failures.report(failure, from: origin)
  }

  /// Reports refused lines again after a failed commit, because their refusals remain.
  private mutating func reportRefusals(unlessCauseOf lost: LineFailure) {
    for (line, failures) in refusals {
      let others = failures.filter { !$0.hasSameCause(as: lost) }
      if others.isEmpty, !failures.isEmpty { continue }
      printItem(of: line)
      for failure in others { report(failure) }
    }
    failure = nil
  }

  private mutating func carryOut(_ line: ScriptLine) {
    // An unreadable script has no line number.
    let place = line.number == 0 ? name : "\(name):\(line.number)"
    do throws(LineFailure) {
      if endsAtExit, case .success(let words) = line.words,
        try PromptExit.isExit(words, at: place, from: origin, in: interpreter)
      {
        hasExited = true
        return
      }
      record(try result(of: line, at: place), of: line, at: place)
    } catch  where error.isUnread {
      // Later lines may still make changes.
      count(.done, of: line)
    } catch {
      record(error, of: line)
    }
  }

  private mutating func record(_ result: CommandResult, of line: ScriptLine, at place: String) {
    let effect = result.effect
    count(effect, of: line, hasSaved: result.saved != .nothing)
    if effect == .refused, !mayHaveDone { refusals.append((line, result.complaints)) }
    if effect != .unchanged {
      mayHaveDone = true
      interpreter.failures.noteDone(from: origin)
    }
    // The refused part has been reported, and the rest is kept.
    if effect == .refused, !keepsGoing {
      failure = interpreter.failures.failure(PartRefused(), of: Line(at: place, from: origin))
    }
  }

  private mutating func record(_ error: LineFailure, of line: ScriptLine) {
    // A saved line with a lost answer counts as done, but the script stops without a reader.
    let isSaved = error.context.saved != .nothing
    if isSaved {
      count(error.context.saved == .all ? .done : .refused, of: line, hasSaved: true)
    } else {
      if error.hasSaved { tally.saved += 1 }
      settle(failed: line, with: error)
      let isRefused = error.isKnown && !error.isInterruption
      if isRefused, !mayHaveDone { refusals.append((line, [error])) }
    }
    let goesOn = keepsGoing && !isSaved && !error.isOfDatabase && !error.isInterruption
    if goesOn { report(error) } else { failure = error }
  }

  /// Counts a line; the lines of an inner script are counted as applied instead of the line that
  /// runs it.
  private mutating func count(_ effect: LineEffect, of line: ScriptLine, hasSaved: Bool = false) {
    tally.count(effect, hasSaved: hasSaved)
    if line.runsLines || effect == .refused && !hasSaved { return }
    interpreter.signals.noteApplied(inPart: effect == .refused)
  }

  /// Counts a line that changed nothing; an interrupted line counts as reached, not as refused.
  private mutating func settle(failed line: ScriptLine, with error: LineFailure) {
    if error.isInterruption {
      tally.lines += 1
    } else {
      tally.countFailed(isKnown: error.isKnown)
      if error.isKnown { printItem(of: line) }
    }
  }

  /// Prints a refused line as an item, for programs that read an item for each line.
  private func printItem(of line: ScriptLine) {
    let format = origin.inherited.last { $0.name == GlobalOptions.format.shape.name }?.value
    guard format == Array(OutputFormat.ndjson.rawValue.utf8) else { return }
    let outcome = Outcome(input: String(decoding: line.bytes, as: UTF8.self), result: .refused)
    // The commit reports a reader that is gone.
    try? streams.write(Record(outcome).output(as: .ndjson).bytes)
  }

  private func result(
    of line: ScriptLine, at place: String
  ) throws(LineFailure) -> CommandResult {
    switch line.words {
    case .success(let words):
      return try interpreter.carryOut(words, of: line.bytes, at: place, from: origin)
    case .failure(let error):
      throw interpreter.failures.failure(
        error,
        of: Line(
          unsplit: line.bytes, at: place, from: origin, in: interpreter.commands.catalog),
        named: interpreter.identity.nameElsewhere(own: nil))
    }
  }
}

/// The words that end a prompt.
enum PromptExit {
  /// Whether a line ends the prompt; throws if more words follow.
  static func isExit(
    _ words: [Token], at place: String? = nil, from origin: LineOrigin, in interpreter: Interpreter
  ) throws(LineFailure) -> Bool {
    guard let first = words.first, Phrases.promptExits.contains(first.text) else { return false }
    if words.count == 1 { return true }
    throw interpreter.failures.failure(
      UsageError(.notAlone(first.text), at: words[1]), of: Line(at: place, from: origin))
  }
}
