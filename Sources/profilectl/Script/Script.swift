import CommandLine
import Files
import Rendering
import Terminal

/// One or more scripts that run one after the other.
struct Script {
  /// The largest depth of scripts within scripts.
  private static let deepest = 8

  /// Paths, or `-` for standard input.
  let files: [String]
  let isAtomic: Bool
  let keepsGoing: Bool
  /// The options that every line inherits.
  let inherited: [GivenOption]
  /// Whether `exit` and `quit` end the script.
  var endsAtExit = false

  /// Runs all scripts and prints the summary.
  func run(in context: CommandContext) throws -> CommandResult {
    let (origin, identity) = (context.line.origin, context.interpreter.identity)
    // A script can't be read from standard input that already provides lines.
    let typed = files.first { $0 == "-" || InputFile.isTerminal($0) }
    if origin.surface != .shell, let typed {
      throw UsageError(origin.shellsOnly, at: Token.word(typed))
    }
    // Looks up the login before the script, so that it can be restored after it.
    if origin.surface != .shell { _ = try? context.actingOnLines() }
    let state = identity.state
    defer { identity.state = state }
    if let user = context.ownUser { identity.state = .init(login: .none, named: user) }
    var lines = origin
    (lines.surface, lines.inherited) = (.script, inherited)
    if let format = context.options.format { lines.speaksJSON = format.isJSON }
    if isAtomic { lines.undoesAll = true }
    // A missing file is refused before any line runs.
    let missing = files.first {
      $0 != "-" && FileStamp.isMissing(context.environment.path($0))
    }
    if let missing { throw ScriptError.missing(missing) }
    return try ScriptRun(script: self, context: context, origin: lines).run()
  }

  /// Refuses a script within itself, or too deep in others.
  fileprivate func checkDepth(of file: String, in running: [String]) throws(ScriptError) {
    let isInside = file != "-" && running.contains(file)
    if isInside || running.count >= Script.deepest { throw .tooDeep(file) }
  }
}

/// One run of scripts, from the first line to the summary.
private struct ScriptRun {
  let script: Script
  /// The context of the line that runs the scripts.
  let context: CommandContext
  /// The origin of their lines.
  let origin: LineOrigin

  private var interpreter: Interpreter { context.interpreter }
  private var isNested: Bool { !origin.running.isEmpty }

  func run() throws -> CommandResult {
    var tally = ScriptTally()
    let failure = try context.streams.muting(if: context.options.format == .json) {
      try carryOut(&tally)
    }
    // The outer script stops; the answers that it holds may be dropped.
    if var failure, isNested {
      failure.hasSaved = tally.hasSaved
      failure.format = failure.format ?? context.options.format
      if let summary = partSummary(tally) { failure.summaries.append(summary) }
      throw failure
    }
    var result = CommandResult(saved: tally.hasSaved ? .all : .nothing)
    result.status =
      failure.map { interpreter.failures.report($0, from: origin) }
      ?? (tally.hasFailures ? .no : .done)
    if try !isInterrupted(&result) {
      try printSummary(tally, after: failure, result)
      _ = try isInterrupted(&result)
    }
    return result
  }

  /// Prints how many lines were applied if a signal stops the scripts.
  ///
  /// Between two lines, the signal itself prints this and ends the process.
  private func isInterrupted(_ result: inout CommandResult) throws -> Bool {
    guard let signal = ExitStatus.asked else { return false }
    try context.streams.write(interpreter.signals.applied.interruption + "\n", to: .error)
    result.status = signal
    return true
  }

  /// Returns the error that stopped the scripts early; nil at their end.
  private func carryOut(_ tally: inout ScriptTally) throws -> LineFailure? {
    if isNested { interpreter.signals.armForScript() } else { interpreter.signals.beginScript() }
    let network = interpreter.network
    network.openNetwork(context.options)
    guard script.isAtomic else { return try carryOutEach(&tally) }
    let made = try network.networkMadeIfMissing(context.options)
    network.isMadeForLines = made.isNew
    // Within another atomic script, nothing is saved yet.
    let isHeld = context.streams.isHolding
    defer { if !isHeld { network.isMadeForLines = false } }
    let group = GroupCommit(interpreter: interpreter, origin: origin)
    var isOnDisk = false
    func attempt() -> (trouble: (any Error)?, unreported: [LineFailure]) {
      interpreter.failures.undoing {
        isOnDisk = try group.commit(on: made.network) {
          if let failure = try carryOutEach(&tally) { throw failure }
          // At a prompt, a signal does not throw but ends the reading, perhaps within the script.
          if Interruption.pending != nil { throw context.failure(Interrupted()) }
        }
      }
    }
    let end = ContinuousClock.now + .seconds(context.options.wait)
    var (trouble, unreported) = attempt()
    while mayRepeat(after: trouble), ContinuousClock.now < end {
      tally = ScriptTally()
      interpreter.signals.beginScript()
      (trouble, unreported) = attempt()
    }
    // The script did not begin.
    if let trouble = trouble as? ScriptError { throw trouble }
    if let trouble { return failure(trouble, after: unreported, &tally) }
    guard isOnDisk else { return nil }
    do {
      try group.releaseAnswers(hasSaved: tally.hasSaved)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a script that conflicted with other transactions of a server can be read again.
  private func mayRepeat(after trouble: (any Error)?) -> Bool {
    guard !isNested, !script.files.contains("-"), let failure = trouble as? LineFailure else {
      return false
    }
    return failure.isBusy && failure.context.database?.isServer == true
  }

  /// Reports the other refusals of an undone script, and returns the error that undid it.
  private func failure(
    _ trouble: any Error, after unreported: [LineFailure], _ tally: inout ScriptTally
  ) -> LineFailure {
    let place = script.files.count == 1 ? shown(script.files[0]) : nil
    let failure =
      trouble as? LineFailure
      ?? interpreter.failures.failure(trouble, of: Line(at: place, from: origin))
    if failure.context.saved == .nothing {
      tally.lose(
        since: ScriptTally(lines: tally.refused, refused: tally.refused),
        isKnown: failure.isKnown)
    }
    let reasons = failure.error is PartRefused ? unreported : unreported + [failure]
    for reason in reasons.dropLast() { interpreter.failures.report(reason, from: origin) }
    return reasons.last ?? failure
  }

  private func carryOutEach(_ tally: inout ScriptTally) throws -> LineFailure? {
    for file in script.files {
      try script.checkDepth(of: file, in: origin.running)
      var lines = origin
      lines.running.append(file)
      let before = tally
      var runner: ScriptRunner
      do {
        runner = try ScriptRunner(
          open(file), named: file, in: interpreter, from: lines, keepsGoing: script.keepsGoing,
          endsAtExit: script.endsAtExit, progress: context.progressLine(isWanted: showsProgress))
      } catch  where tally.lines > 0 {
        // The summary includes the earlier scripts.
        return interpreter.failures.failure(
          error, of: Line(from: lines), format: context.options.format)
      }
      defer { tally = before + runner.tally }
      do {
        try runner.run()
      } catch let failure as LineFailure {
        return failure
      } catch {
        return interpreter.failures.failure(
          error, of: Line(at: shown(file), from: lines), format: context.options.format)
      }
      if let failure = runner.failure { return failure }
    }
    return nil
  }

  /// Whether to show progress: only to people, and not if answers go to the same screen.
  private var showsProgress: Bool {
    (!context.traits.isTerminal || context.streams.isMuted) && !isNested
  }

  /// Opens a script, but never the database: closing it again would drop its locks.
  private func open(_ file: String) throws -> InputFile {
    if file == "-" { return .standard }
    let file = context.environment.path(file)
    let database = try context.environment.databasePlace(for: context.options).path
    do throws(FileError) {
      return try InputFile(path: file, unlessSameAs: Engines.paths(of: database))
    } catch {
      if error.reason == .excluded { throw ScriptError.isDatabase(file) }
      if error.isMissing { throw ScriptError.missing(file) }
      if error.isFolder { throw ScriptError.isFolder(file) }
      if error.isInterrupted { throw Interrupted() }
      throw ScriptError.unreadable(error)
    }
  }

  /// The summary of a stopped inner script; nil if it saved nothing that stays.
  private func partSummary(_ tally: ScriptTally) -> String? {
    let hasApplied = tally.done + tally.unchanged + tally.saved > 0
    guard !context.streams.isHolding, hasApplied, !origin.speaksJSON else { return nil }
    let names = SafeText.joined(script.files.map { SafeText($0) }, by: ", ")
    return context.traits.words("\(names): \(tally.sentence)").string
  }

  /// Prints the summary; throws if it can't be written, unless a worse error is reported.
  private func printSummary(
    _ tally: ScriptTally, after failure: LineFailure?, _ result: CommandResult
  ) throws {
    do {
      try printSummary(tally, isCutShort: failure != nil)
    } catch {
      let isReported = failure?.error is ConsoleError || Interruption.pending != nil
      let isMinor =
        !tally.hasSaved && result.status != .done && context.failure(error).isOfReader
      if !isReported, !isMinor { try saving(result.saved) { throw error } }
    }
  }

  private func printSummary(_ tally: ScriptTally, isCutShort: Bool) throws {
    if let format = context.recordFormat, format == .json || format == .ndjson {
      try context.answer(tally.record.output(as: format, only: context.options.fields))
    } else if !isNested {
      let isWanted = isCutShort || tally.hasFailures || context.options.isVerbose
      try isWanted ? context.say(tally.sentence) : context.remark(tally.sentence)
    }
  }
}
