import CommandLine
import Model
import Rendering
import Services
import Storage
import Terminal

/// Everything a command may use while it runs, made once for its line.
///
/// The first command that needs the network opens it.
struct CommandContext {
  private(set) var line: Line
  let options: GlobalOptions
  /// How answers look.
  let traits: Traits
  /// The user that this line itself names.
  let ownUser: Handle?
  /// Whether the line or the environment sets the time.
  let isClockSet: Bool
  /// The current time, unless the line or the environment sets it.
  let clock: @Sendable () -> Moment
  /// Whether a loss needs no question: the line has `--yes`, or the user agreed.
  private(set) var isConfirmed: Bool
  /// Runs the inner lines of this line, which share its network, user and streams.
  let interpreter: Interpreter

  init(
    _ options: GlobalOptions, now: Moment, own: ArraySlice<GivenOption> = [], line: Line,
    in interpreter: Interpreter
  ) throws {
    self.options = options
    self.line = line
    self.interpreter = interpreter
    isConfirmed = options.saysYes
    let isSet =
      try options.now != nil
      || interpreter.environment.variables.value("PROFILECTL_NOW") != nil
    isClockSet = isSet
    let environment = interpreter.environment
    clock = { isSet ? now : environment.clock }
    let namesUser = own.contains { $0.name == GlobalOptions.user.shape.name }
    ownUser = namesUser ? options.user : nil
    var traits = try interpreter.traits(for: options, from: line.origin, now: now)
    let context = CommandContext.failureContext(
      of: line, isASCII: traits.isASCII, named: ownUser, in: interpreter)
    // A page of the browser has a blank column on either side.
    if line.origin.surface == .browser {
      traits.width = max(1, traits.width - 2)
      traits.program = { ":" }
      traits.pictures = PictureScreen()
    } else if context.namedUser != nil || context.namedDatabase != nil {
      traits.program = { SafeText(CommandContext.line(.command([]), in: context).line) + " " }
    }
    self.traits = traits
  }

  /// The context of work without a line, such as completion; `options` act as if typed.
  init(
    given options: [GivenOption] = [], writeScope: WriteScope = .nothing, from origin: LineOrigin,
    in interpreter: Interpreter
  ) throws {
    let none = Declaration("", "", group: .program)
    let parsed = try Parsed(
      none, options: options, inheriting: origin.inherited,
      defaults: interpreter.commands.catalog.configuration.defaults(for: none), operands: [],
      clock: .local((try? interpreter.environment.now()) ?? interpreter.environment.clock))
    try self.init(
      try GlobalOptions(parsed), now: parsed.now, own: parsed.ownOptions,
      line: Line(from: origin, writeScope: writeScope), in: interpreter)
  }

  /// The context for a line that has taken over the screen.
  func from(_ origin: LineOrigin) -> CommandContext {
    var context = self
    context.line = line.from(origin)
    return context
  }

  /// The context after the user agreed to a loss.
  var confirmed: CommandContext {
    var context = self
    context.isConfirmed = true
    return context
  }

  var environment: ProcessEnvironment { interpreter.environment }
  var streams: Streams { interpreter.streams }
  var surface: LineOrigin.Surface { line.origin.surface }
  var now: Moment { traits.now }
  var inputIsTerminal: Bool { environment.console.isTerminal(.input) }
  /// Whether the answer goes to a screen; in the browser it does.
  var outputIsTerminal: Bool {
    line.origin.surface == .browser || environment.console.isTerminal(.output)
  }

  /// The network in the database, which must exist.
  ///
  /// A writing command migrates an older network with its first successful read or write.
  func network() throws -> Network { migrating(try interpreter.network.network(options)) }

  /// The network in the database; nil if there is no database.
  func networkIfThere() throws -> Network? {
    try interpreter.network.networkIfThere(options).map(migrating)
  }

  private func migrating(_ network: Network) -> Network {
    network.migratesToRead = line.writeScope == .network || line.writeScope == .readMark
    return network
  }

  /// The acting user: `--as`, else `PROFILECTL_USER`, else the login on this database.
  func viewer() throws -> Viewer { try acting().viewer }

  /// The acting user and the source of the choice; no user if the remembered login can't be read.
  func acting() throws -> ActingUser {
    if let ownUser { return .option(ownUser) }
    return try actingOnLines()
  }

  /// The acting user of the inner lines of this line.
  func actingOnLines() throws -> ActingUser {
    try interpreter.identity.resolve(options, on: surface, now: now).user
  }

  /// Throws if an earlier line waits for its commit: work on the file itself would miss it.
  func expectOnDisk(_ word: String) throws {
    if streams.isHolding { throw UsageError(.notBeforeCommit, at: Token.word(word)) }
  }

  /// Throws if a later line may undo this one: the new file would stay.
  func expectKept(_ option: String) throws {
    if line.origin.undoesAll { throw UsageError(.notBeforeCommit, at: Token.word(option)) }
  }

  /// Sends an answer to standard output.
  func answer(_ output: Output) throws(ConsoleError) {
    try streams.write(output.bytes)
  }

  /// A progress line on the terminal, or in the browser.
  func progressLine(isWanted: Bool = true) -> RedrawnLine {
    let console = environment.console
    let isDumb = (try? environment.cursorTerminal()) == nil
    let isWatched =
      isWanted && console.isTerminal(.error) && !options.isQuiet && !isDumb && surface != .browser
    var traits = traits
    traits.isTerminal = true
    if let columns = console.size?.columns { traits.width = max(1, min(traits.width, columns - 1)) }
    return RedrawnLine(on: console, in: isWatched ? traits : nil, show: line.origin.onProgress)
  }
}

/// Progress of long work.
extension CommandContext {
  func progressReporter() -> ProgressReporter {
    ProgressReporter(
      progressLine(), interruption: interpreter.signals.interruption(of: line))
  }
}

/// Sentences on standard error, beside the answer.
extension CommandContext {
  /// Whether remarks are wanted: on a terminal or in the browser.
  var showsRemarks: Bool {
    let areSeen = surface == .browser || environment.console.isTerminal(.error)
    return areSeen && !options.isQuiet && !streams.isMuted
  }

  /// Prints a sentence that only people need, with the next line to type.
  func remark(_ text: SafeText, _ next: Hint? = nil) throws(ConsoleError) {
    guard showsRemarks else { return }
    try say(next.map { "\(text) \(SafeText(leading($0).line))" } ?? text)
  }

  /// Prints the line that shows the rest of a list.
  func remarkMore(after cursor: Cursor) throws(ConsoleError) {
    guard showsRemarks else { return }
    let fix = Fix.addOption(ListOptions.after.shape.spelled, value: cursor.text)
    guard let rest = failureContext.hint(applying: fix) else {
      return try remark("More: add --after=\(cursor.text)")
    }
    try remark("More:", rest)
  }

  /// Prints that a list has no items after the given cursor.
  func remarkEnd() throws(ConsoleError) {
    guard showsRemarks else { return }
    let fix = Fix.removeOption(ListOptions.after.shape.spelled)
    guard let whole = failureContext.hint(applying: fix) else {
      return try remark("That was all.")
    }
    try remark("That was all. From the beginning:", whole)
  }

  /// Prints a note, also for programs, unless the line is quiet.
  func note(_ text: SafeText) throws(ConsoleError) {
    if !options.isQuiet { try say("Note: \(text)") }
  }

  /// Prints that something beside the answer failed.
  func warn(_ text: SafeText, _ error: ServiceError) throws(ConsoleError) {
    try say("Note: \(text). \(FailureWords.failure(for: error, in: failureContext).message)")
  }

  /// Prints the database of the line and the acting user.
  func sayWhere() throws(ConsoleError) {
    guard let network = interpreter.network.current else { return }
    let acting = try? acting()
    let user = acting.flatMap { try? network.users.user($0.viewer) }?.handle
    let who: SafeText =
      user.map { "as \(SafeText($0)), by \(SafeText(acting?.source ?? "login"))" } ?? "as no user"
    try say("On \(SafeText(network.file.path)), \(who).")
  }

  func say(_ text: SafeText) throws(ConsoleError) {
    try streams.write(traits.words(text).string + "\n", to: .error)
  }

  /// A hint for the same database and the same user, if this line named them.
  func leading(_ line: Hint) -> Hint { CommandContext.line(line, in: failureContext) }

  fileprivate static func line(_ line: Hint, in context: FailureContext) -> Hint {
    var context = context
    // A remark is printed only if the line is not undone.
    context.areEarlierLinesUndone = false
    return line.within(context) ?? line
  }
}

/// Failures of this line.
extension CommandContext {
  var failureContext: FailureContext {
    CommandContext.failureContext(
      of: line, isASCII: traits.isASCII, named: ownUser, in: interpreter)
  }

  fileprivate static func failureContext(
    of line: Line, isASCII: Bool, named: Handle?, in interpreter: Interpreter
  ) -> FailureContext {
    var context = interpreter.failures.context(of: line)
    context.isASCII = isASCII
    context.namedUser = named ?? interpreter.identity.state.named
    return context
  }

  /// The failure of this line, with all facts that its words need.
  func failure(_ thrown: any Error) -> LineFailure {
    if let failure = thrown as? LineFailure { return failure }
    let thrown = CommandError(thrown)
    let error = thrown.error
    if let failure = error as? LineFailure { return failure }
    // The words of a refusal must not migrate what the refusal left alone.
    interpreter.network.current?.migratesToRead = false
    var context = failureContext
    context.saved = streams.isHolding ? .nothing : thrown.saved
    if let line = thrown.inputLine { context.line = context.line.at("-:\(line)") }
    context.items = thrown.items
    // A page of the browser has no line, so its hint names no user.
    if ownUser == nil, line.declaration != nil { context.userAtPrompt = options.user }
    let isMissing = error as? ServiceError == .storage(.file(.missing))
    if isMissing { context.suggestedUser = ownUser ?? interpreter.identity.state.named }
    context.namedUser = isMissing ? nil : interpreter.identity.nameElsewhere(own: ownUser)
    let reason = (error as? ServiceError)?.reason
    let acting = reason?.isAboutUsers == true ? resolved : nil
    if reason == .noCurrentUser(.notChosen), let trouble = acting?.trouble {
      return LineFailure(error: trouble, context: context, format: options.format)
    }
    if case .variable(let handle)? = acting?.user { context.userByVariable = handle }
    if reason?.lacksUser(inList: context.items == .one) == true {
      lookUpUsers(for: &context)
    }
    if ["show", "watch", "browse"].contains(line.declaration?.name) {
      context.postNamed = post(namedIn: error)
    }
    return LineFailure(error: context.fixing(error), context: context, format: options.format)
  }

  /// Looks up a user to suggest; in an older version users can't be read yet.
  private func lookUpUsers(for context: inout FailureContext) {
    do throws(ServiceError) {
      let first = try interpreter.network.current?.users.find(
        nil, as: .nobody, PageRequest(limit: 1))
      context.suggestedUser = first?.items.first?.user.handle
      context.isNetworkEmpty = first?.items.isEmpty == true
    } catch {
      if case .storage(.file(.older)) = error { context.isOlder = true }
    }
  }

  private var resolved: (user: ActingUser, trouble: (any Error)?)? {
    ownUser == nil ? try? interpreter.identity.resolve(options, on: surface, now: now) : nil
  }

  /// The post whose number was typed for a handle.
  private func post(namedIn error: any Error) -> Post.ID? {
    let typed: String
    switch error {
    case ServiceError.noSuchUser(let handle, _): typed = handle.text
    case let error as RefusedValue where error.isOfHandle && error.input.hasPrefix("#"):
      typed = error.input
    default: return nil
    }
    guard let id = try? ValueKind.postID.read(Array(typed.utf8), .local(now)),
      let posts = try? network().posts, let viewer = try? viewer(),
      (try? posts.post(id, as: viewer)) != nil
    else { return nil }
    return id
  }

  /// Reports a refusal while the rest of the line continues.
  func complain(of refusal: any Error) -> LineFailure {
    var error = CommandError(refusal)
    error.items = .one
    let failure = failure(error)
    interpreter.failures.report(failure, from: line.origin)
    return failure
  }
}

extension ServiceError {
  fileprivate var isAboutUsers: Bool {
    switch self {
    case .noCurrentUser, .noSuchUser: true
    default: false
    }
  }

  /// Whether the hint depends on existing users; for items of a list they are not looked up.
  fileprivate func lacksUser(inList isInList: Bool) -> Bool {
    switch self {
    case .noCurrentUser: true
    case .noSuchUser(_, near: nil): !isInList
    default: false
    }
  }
}
