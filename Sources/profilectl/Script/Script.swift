import CommandLine
import Model
import Rendering
import Services
import Terminal

/// Scripts that were asked for, as one piece of work.
struct Script {
  /// Scripts that run scripts go no deeper than this.
  private static let deepest = 8

  /// Paths, or `-` for standard input.
  let files: [String]
  let isAtomic: Bool
  let keepsGoing: Bool
  let inherited: [GivenOption]
  /// Whether a line that would leave the prompt ends it.
  var endsAtExit = false

  /// The options that hold for every line: all that hold for any command, but the form of one
  /// answer to all of them.
  static func inheritance(of parsed: Parsed, answersOnce: Bool = true) -> [GivenOption] {
    let form = [GlobalOptions.json.shape.name, GlobalOptions.format.shape.name]
    let ownForm = answersOnce && (try? parsed.format()) == .json ? form : []
    let own = ownForm + [GlobalOptions.fields.shape.name]
    return parsed.options.filter { option in
      GlobalOptions.shapes.contains { $0.name == option.name } && !own.contains(option.name)
    }
  }

  /// Runs all, tells the summary, and says what to end with.
  func run(in context: CommandContext) throws -> ExitStatus {
    let host = context.host
    // Who types lines here can't type those of a script as well.
    let typed = files.first { $0 == "-" || InputFile.isTerminal($0) }
    if host.surface != .shell, let typed {
      throw UsageError(host.shellsOnly, at: Token.word(typed))
    }
    // Who acts here is not first asked for within, and forgotten behind that.
    if host.surface != .shell { _ = try? context.resolveActing() }
    let login = host.passingLogin
    defer { host.passingLogin = login }
    // Who the line that runs it says is acting goes before who logged in earlier.
    if context.ownUser != nil { host.passingLogin = .none }
    var lines = host.setting
    if let actor = context.ownUser { lines.actor = actor }
    (lines.surface, lines.inherited) = (.script, inherited)
    if let format = context.options.format { lines.speaksJSON = format.isJSON }
    if isAtomic { lines.undoesAll = true }
    lines.running.append("")
    try checkNames(in: context)
    return try host.within(lines) { try carryOutAndTell(in: context) }
  }

  /// A mistyped name is told before anything is done.
  private func checkNames(in context: CommandContext) throws {
    let missing = files.first { $0 != "-" && InputFile.isMissing(context.surroundings.path($0)) }
    if let missing { throw ScriptTrouble.missing(missing) }
  }

  private func carryOutAndTell(in context: CommandContext) throws -> ExitStatus {
    let host = context.host
    var tally = ScriptTally()
    let failure = try host.streams.muting(if: context.options.format == .json) {
      try carryOut(in: context, &tally)
    }
    // The script around this one is the one to stop, and what it holds back may never be told.
    if var failure, host.depth > 1 {
      failure.hasSaved = tally.hasSaved
      failure.format = failure.format ?? context.options.format
      if let summary = partSummary(tally, in: context) { failure.summaries.append(summary) }
      throw failure
    }
    let status = failure.map { host.report($0) } ?? (tally.hasFailures ? .no : .done)
    if tally.hasSaved { context.expectSaved() }
    if let signal = try tellInterruption(behind: tally, on: host) { return signal }
    do {
      try tell(tally, isCutShort: failure != nil, in: context)
    } catch {
      let isTold = failure?.error is ConsoleError || Interruption.pending != nil
      // Why lines were refused is worse than that nobody reads how many.
      let isMinor = !tally.hasSaved && status != .done && context.failure(error).isOfReader
      if !isTold, !isMinor { throw error }
    }
    return try tellInterruption(behind: tally, on: host) ?? status
  }

  /// Says how far it came and what to end with, if a signal asked for that.
  ///
  /// That is all: between two lines the signal itself ends the process with these words.
  private func tellInterruption(behind tally: ScriptTally, on host: Host) throws -> ExitStatus? {
    guard let signal = ExitStatus.asked else { return nil }
    try host.streams.write(Wording.interrupted(after: tally.applied()) + "\n", to: .error)
    return signal
  }

  /// Returns why it stopped early, if it did.
  private func carryOut(in context: CommandContext, _ tally: inout ScriptTally) throws
    -> LineFailure?
  {
    if context.host.depth == 1 { context.host.applied = ScriptTally.Applied() }
    context.host.armForScript()
    context.networkAtHand()
    guard isAtomic else { return try carryOutEach(in: context, &tally) }
    let (network, isNew) = try context.networkMadeIfMissing()
    context.host.isMadeForLines = isNew
    // Within another one of all or none, nothing is saved yet.
    let isHeld = context.host.streams.isHolding
    defer { if !isHeld { context.host.isMadeForLines = false } }
    var isOnDisk = false
    let (trouble, untold) = context.host.undoing {
      isOnDisk = try context.host.gather(on: network) {
        if let failure = try carryOutEach(in: context, &tally) { throw failure }
        // At a prompt a signal only ends the reading of lines, which may be half of them.
        if Interruption.pending != nil { throw context.failure(Interrupted()) }
      }
    }
    // It was not even begun.
    if let trouble = trouble as? ScriptTrouble { throw trouble }
    if let trouble { return failure(trouble, behind: untold, in: context, &tally) }
    guard isOnDisk else { return nil }
    context.host.applied += tally.applied()
    do {
      try context.host.letOut(hasSaved: tally.hasSaved)
      return nil
    } catch {
      return error
    }
  }

  /// Tells what else the script was refused, and gives back why it is undone.
  private func failure(
    _ trouble: any Error, behind untold: [LineFailure], in context: CommandContext,
    _ tally: inout ScriptTally
  ) -> LineFailure {
    let place = files.count == 1 ? shown(files[0]) : nil
    let failure =
      trouble as? LineFailure
      ?? LineFailure(error: trouble, context: context.host.context(at: place), format: nil)
    if failure.context.saved == .nothing {
      tally.lose(
        behind: ScriptTally(lines: tally.refused, refused: tally.refused),
        isKnown: failure.isKnown)
    }
    let reasons = failure.error is PartRefused ? untold : untold + [failure]
    for reason in reasons.dropLast() { _ = context.host.report(reason) }
    return reasons.last ?? failure
  }

  private func carryOutEach(
    in context: CommandContext, _ tally: inout ScriptTally
  ) throws -> LineFailure? {
    for file in files {
      let isInside = file != "-" && context.host.setting.running.dropLast().contains(file)
      if isInside || context.host.depth > Script.deepest { throw ScriptTrouble.tooDeep(file) }
      context.host.setting.running[context.host.depth - 1] = file
      var runner: ScriptRunner
      do {
        runner = try ScriptRunner(
          open(file, in: context), named: file, on: context.host, keepsGoing: keepsGoing,
          endsAtExit: endsAtExit, progress: ScriptProgress(context))
      } catch  where tally.lines > 0 {
        // What the scripts before it did is told.
        return LineFailure(
          error: error, context: context.host.context(), format: context.options.format)
      }
      let before = tally
      do {
        try runner.run()
        tally = before + runner.tally
      } catch let failure as LineFailure {
        tally = before + runner.tally
        return failure
      } catch {
        tally = before + runner.tally
        let place = context.host.context(at: shown(file))
        return LineFailure(error: error, context: place, format: context.options.format)
      }
      if let failure = runner.failure { return failure }
    }
    return nil
  }

  /// A script that is the database itself is never opened: to close it again would drop its locks.
  private func open(_ file: String, in context: CommandContext) throws -> InputFile {
    if file == "-" { return .standard }
    let file = context.surroundings.path(file)
    let database = try context.surroundings.databasePlace(for: context.options).path
    do throws(InputFileError) {
      return try InputFile(path: file, unlessSameAs: FileService.paths(of: database))
    } catch {
      throw trouble(error, of: file)
    }
  }

  private func trouble(_ error: InputFileError, of file: String) -> any Error {
    switch error {
    case .missing: ScriptTrouble.missing(file)
    case .forbidden: ScriptTrouble.isDatabase(file)
    case .folder: ScriptTrouble.isFolder(file)
    case .interrupted: Interrupted()
    case .failed(let code): ScriptTrouble.unreadable(file, errno: code)
    }
  }

  /// What an inner script saved before it was stopped, unless that is undone with the outer one.
  private func partSummary(_ tally: ScriptTally, in context: CommandContext) -> String? {
    guard !context.host.streams.isHolding, tally.applied() != .init(),
      !context.host.setting.speaksJSON
    else {
      return nil
    }
    let names = SafeText.joined(files.map { SafeText($0) }, by: ", ")
    return context.traits.words("\(names): \(tally.sentence)").string
  }

  private func tell(_ tally: ScriptTally, isCutShort: Bool, in context: CommandContext) throws {
    switch context.recordFormat {
    case .json, .ndjson:
      let format = context.recordFormat == .json ? RecordFormat.json : .ndjson
      try context.answer(tally.record.output(as: format, only: context.options.fields))
    default:
      if context.host.depth > 1 { return }
      try isCutShort || tally.hasFailures
        || context.options.isVerbose
        ? context.say(tally.sentence) : context.remark(tally.sentence)
    }
  }
}
