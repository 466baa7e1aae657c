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
  func run(in session: Session) throws -> ExitStatus {
    let host = session.host
    // Who types lines here can't type those of a script as well.
    let typed = files.first { $0 == "-" || InputFile.isTerminal($0) }
    if host.surface != .shell, let typed {
      throw UsageError(host.shellsOnly, at: Token.word(typed))
    }
    // Who acts here is not first asked for within, and forgotten behind that.
    if host.surface != .shell { _ = try? session.resolveActing() }
    let login = host.passingLogin
    defer { host.passingLogin = login }
    // Who the line that runs it says is acting goes before who logged in earlier.
    if session.ownUser != nil { host.passingLogin = .none }
    var lines = host.setting
    if let actor = session.ownUser { lines.actor = actor }
    (lines.surface, lines.inherited) = (.script, inherited)
    if let format = session.options.format { lines.speaksJSON = format.isJSON }
    if isAtomic { lines.undoesAll = true }
    lines.running.append("")
    try checkNames(in: session)
    return try host.within(lines) { try carryOutAndTell(in: session) }
  }

  /// A mistyped name is told before anything is done.
  private func checkNames(in session: Session) throws {
    let missing = files.first { $0 != "-" && InputFile.isMissing(session.surroundings.path($0)) }
    if let missing { throw ScriptTrouble.missing(missing) }
  }

  private func carryOutAndTell(in session: Session) throws -> ExitStatus {
    let host = session.host
    var tally = ScriptTally()
    let failure = try host.streams.muting(if: session.options.format == .json) {
      try carryOut(in: session, &tally)
    }
    // The script around this one is the one to stop, and what it holds back may never be told.
    if var failure, host.depth > 1 {
      failure.hasSaved = tally.hasSaved
      failure.format = failure.format ?? session.options.format
      if let summary = partSummary(tally, in: session) { failure.summaries.append(summary) }
      throw failure
    }
    let status = failure.map { host.report($0) } ?? (tally.hasFailures ? .no : .done)
    if tally.hasSaved { session.expectSaved() }
    if let signal = try tellInterruption(behind: tally, on: host) { return signal }
    do {
      try tell(tally, isCutShort: failure != nil, in: session)
    } catch {
      let isTold = failure?.error is ConsoleError || Interruption.pending != nil
      // Why lines were refused is worse than that nobody reads how many.
      let isMinor = !tally.hasSaved && status != .done && session.failure(error).isOfReader
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
  private func carryOut(in session: Session, _ tally: inout ScriptTally) throws -> LineFailure? {
    if session.host.depth == 1 { session.host.applied = ScriptTally.Applied() }
    session.host.armForScript()
    session.networkAtHand()
    guard isAtomic else { return try carryOutEach(in: session, &tally) }
    let (network, isNew) = try session.networkMadeIfMissing()
    session.host.isMadeForLines = isNew
    // Within another one of all or none, nothing is saved yet.
    let isHeld = session.host.streams.isHolding
    defer { if !isHeld { session.host.isMadeForLines = false } }
    var isOnDisk = false
    let (trouble, untold) = session.host.undoing {
      isOnDisk = try session.host.gather(on: network) {
        if let failure = try carryOutEach(in: session, &tally) { throw failure }
        // At a prompt a signal only ends the reading of lines, which may be half of them.
        if Interruption.pending != nil { throw session.failure(Interrupted()) }
      }
    }
    // It was not even begun.
    if let trouble = trouble as? ScriptTrouble { throw trouble }
    if let trouble { return failure(trouble, behind: untold, in: session, &tally) }
    guard isOnDisk else { return nil }
    session.host.applied += tally.applied()
    do {
      try session.host.letOut(hasSaved: tally.hasSaved)
      return nil
    } catch {
      return error
    }
  }

  /// Tells what else the script was refused, and gives back why it is undone.
  private func failure(
    _ trouble: any Error, behind untold: [LineFailure], in session: Session,
    _ tally: inout ScriptTally
  ) -> LineFailure {
    let place = files.count == 1 ? shown(files[0]) : nil
    let failure =
      trouble as? LineFailure
      ?? LineFailure(error: trouble, context: session.host.context(at: place), format: nil)
    if failure.context.saved == .nothing {
      tally.lose(
        behind: ScriptTally(lines: tally.refused, refused: tally.refused),
        isKnown: failure.isKnown)
    }
    let reasons = failure.error is PartRefused ? untold : untold + [failure]
    for reason in reasons.dropLast() { _ = session.host.report(reason) }
    return reasons.last ?? failure
  }

  private func carryOutEach(
    in session: Session, _ tally: inout ScriptTally
  ) throws -> LineFailure? {
    for file in files {
      let isInside = file != "-" && session.host.setting.running.dropLast().contains(file)
      if isInside || session.host.depth > Script.deepest { throw ScriptTrouble.tooDeep(file) }
      session.host.setting.running[session.host.depth - 1] = file
      var runner: ScriptRunner
      do {
        runner = try ScriptRunner(
          open(file, in: session), named: file, on: session.host, keepsGoing: keepsGoing,
          endsAtExit: endsAtExit, progress: ScriptProgress(session))
      } catch  where tally.lines > 0 {
        // What the scripts before it did is told.
        return LineFailure(
          error: error, context: session.host.context(), format: session.options.format)
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
        let context = session.host.context(at: shown(file))
        return LineFailure(error: error, context: context, format: session.options.format)
      }
      if let failure = runner.failure { return failure }
    }
    return nil
  }

  /// A script that is the database itself is never opened: to close it again would drop its locks.
  private func open(_ file: String, in session: Session) throws -> InputFile {
    if file == "-" { return .standard }
    let file = session.surroundings.path(file)
    let database = try session.surroundings.databasePlace(for: session.options).path
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
  private func partSummary(_ tally: ScriptTally, in session: Session) -> String? {
    guard !session.host.streams.isHolding, tally.applied() != .init(),
      !session.host.setting.speaksJSON
    else {
      return nil
    }
    let names = SafeText.joined(files.map { SafeText($0) }, by: ", ")
    return session.traits.words("\(names): \(tally.sentence)").string
  }

  private func tell(_ tally: ScriptTally, isCutShort: Bool, in session: Session) throws {
    switch session.recordFormat {
    case .json, .ndjson:
      let format = session.recordFormat == .json ? RecordFormat.json : .ndjson
      try session.answer(tally.record.output(as: format, only: session.options.fields))
    default:
      if session.host.depth > 1 { return }
      try isCutShort || tally.hasFailures
        || session.options.isVerbose
        ? session.say(tally.sentence) : session.remark(tally.sentence)
    }
  }
}
