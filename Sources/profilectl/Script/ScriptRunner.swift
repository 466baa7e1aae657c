import CommandLine
import Model
import Rendering
import Services
import Terminal

/// Carries out the lines of one script in their order, many in one transaction.
///
/// While a commit is on its way, lines gather; what is at hand then shares the next one. A line is
/// acknowledged only after its commit, because what it says is held back until then.
struct ScriptRunner {
  /// Lines beyond this wait for the next transaction, so that other processes get their turn.
  private static let mostLinesPerCommit = 1_000
  /// Answers beyond this are let out before more are gathered.
  private static let mostHeldBytes = 1 << 20

  let host: Host
  /// The file's name, or `-`.
  let name: String
  let keepsGoing: Bool
  /// Whether a line that would leave the prompt ends it.
  let endsAtExit: Bool
  private(set) var tally = ScriptTally()
  /// The refusal that stopped the script.
  private(set) var failure: LineFailure?
  /// Whether such a line was reached.
  private var hasLeft = false
  private let reader: ScriptReader
  /// Taken from the reader, and not to share the transaction of the lines before it.
  private var postponed: ScriptLine?
  /// Lines that were refused, or parts of them, with the reasons, since the last commit and before
  /// any other was done.
  private var refusals: [(line: ScriptLine, failures: [LineFailure])] = []
  private var progress: ScriptProgress
  /// Whether anything was done since the last commit, so that what is refused may be so because of
  /// it.
  private var mayHaveDone = false

  init(
    _ file: InputFile, named name: String, on host: Host, keepsGoing: Bool, endsAtExit: Bool,
    progress: ScriptProgress
  ) throws(ScriptTrouble) {
    self.progress = progress
    reader = try ScriptReader(file)
    self.name = name
    self.host = host
    self.keepsGoing = keepsGoing
    self.endsAtExit = endsAtExit
  }

  /// Goes on until the script ends, a line is refused, or somebody interrupts it.
  ///
  /// Throws when a commit fails; `tally` then counts what is on disk.
  mutating func run() throws {
    defer {
      reader.abandon()
      progress.finish()
      host.hasProgressLine = false
    }
    while failure == nil, !hasLeft, Interruption.pending == nil,
      let line = postponed ?? reader.next()
    {
      postponed = nil
      if let network = host.network, !host.streams.isHolding, line.mayWrite, !line.standsAlone {
        try commit(from: line, to: network)
      } else {
        try carryOutAlone(line)
      }
    }
  }

  /// Carries out a line that needs no transaction, has an outer one, or comes before there is a
  /// network to have one on.
  private mutating func carryOutAlone(_ line: ScriptLine) throws {
    let before = tally
    carryOut(line)
    // There is no commit around it that could fail.
    refusals = []
    if host.streams.isHolding { return showProgress() }
    try letOut(behind: before)
  }

  /// Lets out what the lines said; why the script stops is told also where that can't be.
  private mutating func letOut(behind before: ScriptTally) throws(LineFailure) {
    host.applied += tally.applied(behind: before)
    do throws(LineFailure) {
      try host.letOut(hasSaved: tally.saved > before.saved)
    } catch {
      if let failure = failure.take() { _ = host.report(failure) }
      throw error
    }
  }

  /// Carries out `first` and whatever else is at hand in one transaction.
  private mutating func commit(from first: ScriptLine, to network: Network) throws {
    let before = tally
    mayHaveDone = false
    refusals = []
    var last = first.number
    do {
      try host.gather(on: network) {
        var next: ScriptLine? = first
        while let line = next {
          carryOut(line)
          last = line.number
          let isFull =
            tally.lines - before.lines >= ScriptRunner.mostLinesPerCommit
            || host.streams.heldCount > ScriptRunner.mostHeldBytes
          next = failure == nil && !hasLeft && !isFull ? reader.nextIfReady() : nil
          if let line = next, line.standsAlone { (postponed, next) = (line, nil) }
        }
      }
    } catch {
      let lines = last == first.number ? "\(last)" : "\(first.number)-\(last)"
      let lost = LineFailure(
        error: error, context: host.context(at: "\(shown(name)):\(lines)"), format: nil)
      tally.lose(behind: before, refused: refusals.count, isKnown: lost.isKnown)
      if tally.lines == before.lines {
        settle(failed: first, with: lost)
      }
      tellRefusals(unlessSameAs: lost)
      throw lost
    }
    try letOut(behind: before)
    showProgress()
  }

  private mutating func showProgress() {
    progress.show(tally)
    host.hasProgressLine = progress.isDrawn
  }

  /// Tells again which lines were refused, whatever became of those around them.
  private mutating func tellRefusals(unlessSameAs lost: LineFailure) {
    for (line, reasons) in refusals {
      let others = reasons.filter { !$0.isSameTrouble(as: lost) }
      if others.isEmpty, !reasons.isEmpty { continue }
      tellItem(of: line)
      for reason in others { _ = host.report(reason) }
    }
    failure = nil
  }

  private mutating func carryOut(_ line: ScriptLine) {
    // A script of which nothing could be read has no line to blame.
    let place = line.number == 0 ? shown(name) : "\(shown(name)):\(line.number)"
    do throws(LineFailure) {
      if endsAtExit, case .success(let words) = line.words,
        try InteractiveShell.leaves(words, in: host.context(at: place))
      {
        hasLeft = true
        return
      }
      let result = try result(of: line, at: place)
      let effect = result.effect
      tally.count(effect, hasSaved: result.saved != .nothing)
      if effect == .refused, !mayHaveDone { refusals.append((line, host.complaints)) }
      if effect != .unchanged {
        mayHaveDone = true
        host.noteDone()
      }
      guard effect == .refused else { return }
      // What it did is kept, and why it is no success has been told.
      if !keepsGoing { failure = host.partRefused(at: place) }
    } catch  where error.isUnread {
      // What comes behind it may have to be done all the same.
      tally.count(.done)
    } catch {
      take(error, of: line)
    }
  }

  private mutating func take(_ error: LineFailure, of line: ScriptLine) {
    // What is saved and can't be told is done, and there is nobody left to go on for.
    let isSaved = error.context.saved != .nothing
    if isSaved {
      tally.count(error.context.saved == .all ? .done : .refused, hasSaved: true)
    } else {
      if error.hasSaved { tally.noteSavedInPart() }
      settle(failed: line, with: error)
      let isRefused = error.isKnown && !error.isInterruption
      if isRefused, !mayHaveDone { refusals.append((line, [error])) }
    }
    // Who goes on where an interrupted script ended misses no line before that.
    let goesOn = keepsGoing && !isSaved && !error.isOfDatabase && !error.isInterruption
    if goesOn { _ = host.report(error) } else { failure = error }
  }

  /// Counts a line that came to nothing, and tells its item if it was refused: one that was given
  /// up was so no more than those behind it.
  private mutating func settle(failed line: ScriptLine, with error: LineFailure) {
    if error.isInterruption {
      tally.lines += 1
    } else {
      tally.countFailed(isKnown: error.isKnown)
      if error.isKnown { tellItem(of: line) }
    }
  }

  /// For programs that read an item of each line, one of a line that came to none.
  private func tellItem(of line: ScriptLine) {
    let format = host.inherited.last { $0.name == GlobalOptions.format.shape.name }?.value
    guard format == Array(OutputFormat.ndjson.rawValue.utf8) else { return }
    let outcome = Outcome(input: String(decoding: line.bytes, as: UTF8.self), result: .refused)
    // Whoever doesn't read it is noticed when the commit is told.
    try? host.streams.write(Record(outcome).output(as: .ndjson).bytes)
  }

  private func result(
    of line: ScriptLine, at place: String
  ) throws(LineFailure) -> Interpreter.Result {
    switch line.words {
    case .success(let words):
      return try Interpreter(host: host).carryOut(words, of: line.bytes, at: place)
    case .failure(let error):
      let context = host.context(ofUnsplit: line.bytes, at: place)
      throw LineFailure(error: error, context: context, format: nil)
    }
  }
}
