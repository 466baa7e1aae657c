import Browser
import Model
import Rendering
import Services
import Terminal

/// What outlives one line: the open network, who is logged in for this script or prompt alone, and
/// the streams answers leave by.
///
/// A shell gives a host one line; a script and the interactive shell give it many.
final class Host {
  /// Where lines come from, which decides what they may ask for.
  enum Surface {
    case shell, interactive, script
    /// Typed after the colon, on a screen where nothing else may be written.
    case browser
  }

  /// How an answer looked, and what its line had asked for.
  ///
  /// It is a class because a missing value of a large type costs every start 40,000 instructions.
  private final class Look {
    let options: GlobalOptions
    let traits: Traits

    init(_ options: GlobalOptions, _ traits: Traits) {
      self.options = options
      self.traits = traits
    }
  }

  /// What the place that lines come from says about each of them.
  struct Setting {
    var surface = Surface.shell
    /// Whether a prompt waits behind the line.
    var isAtPrompt = false
    /// Whether that is the browser's.
    var isInBrowser = false
    /// Whether the browser that lines come from tells its pages in lines, too.
    var tellsPages = false
    /// What the line that began a script or the interactive shell said about every line in it.
    var inherited: [GivenOption] = []
    /// Whether the errors of lines that don't say so themselves are for programs: what is told of
    /// their script is, or the shell they are typed in was begun so.
    var speaksJSON = false
    /// Whether a line that is refused undoes those before it.
    var undoesAll = false
    /// Whom a line has to name to act elsewhere as one does here: whoever began the script named
    /// them, or a line of it did.
    var actor: Handle?
    /// The scripts that run inside each other, the outermost first.
    var running: [String] = []
  }

  /// Who `login` and `logout` made the current user, where that is not to be remembered, or who was
  /// remembered when that was asked for first.
  enum PassingLogin: Equatable {
    case none
    case nobody
    case user(Login)
  }

  let surroundings: ProcessEnvironment
  let streams: Streams
  private lazy var speaksUTF8 = (try? surroundings.speaksUTF8()) == true
  /// How the last answer looked that went to no terminal.
  private var lastLook: Look?
  var setting = Setting()
  /// It lasts longer than a setting: a login in the browser holds at the prompt behind it.
  var passingLogin = PassingLogin.none
  /// Lines of scripts that are on disk.
  var applied = ScriptTally.Applied()
  /// Whether a line about the progress of a script stands on the terminal.
  var hasProgressLine = false {
    didSet { if hasProgressLine != oldValue { armForScript() } }
  }
  /// What to call, from any thread, with how far a line has come where the screen is somebody's who
  /// draws it.
  var onProgress: (@Sendable (SafeText) -> Void)?
  /// Whether the line under way is a write.
  private(set) var expectsWrite = false
  /// Where a line asked the browser to go.
  var wanted: Destination?
  /// What the browser has to ask before it can carry out a line.
  var question: SafeText?
  /// Whether that was asked, and answered with yes.
  var isAgreed = false
  /// What the line of a script was refused while the rest of it went on, whatever becomes of that.
  private(set) var complaints: [LineFailure] = []
  /// What was told, since a script of all or none began, of what it was refused while it went on:
  /// that is undone with it.
  private var toldInVain: [LineFailure] = []
  /// What to do, the last first, if what was said can't be let out.
  private var remedies: [() -> Void] = []
  /// Whether such a script has done a line.
  private var hasUndoable = false
  private(set) var network: Network?
  /// Whether the network was made for a script, of which no line has saved anything since.
  var isMadeForLines = false
  /// The database as it was named when the network was opened.
  private(set) var databaseName: String?

  init(_ surroundings: ProcessEnvironment) {
    self.surroundings = surroundings
    streams = Streams(surroundings.console)
  }

  var surface: Surface { setting.surface }
  var inherited: [GivenOption] { setting.inherited }
  /// What is wrong with something that only a shell may ask for.
  var shellsOnly: UsageError.Complaint { surface == .browser ? .notInBrowser : .notHere }
  /// How many scripts run inside each other.
  var depth: Int { setting.running.count }

  /// How answers look here; whoever is read to gets what people get, wherever the lines go.
  func traits(for options: GlobalOptions, now: Moment) throws -> Traits {
    var traits = try look(for: options, now: now)
    if setting.tellsPages { traits.isTerminal = true }
    return traits
  }

  /// Where answers go to no terminal, whose size may change, what the last line found holds for all
  /// that ask for the same.
  private func look(for options: GlobalOptions, now: Moment) throws -> Traits {
    if let lastLook, lastLook.options.lookAlike(options) {
      var traits = lastLook.traits
      traits.now = now
      return traits
    }
    let traits = try surroundings.traits(for: options, now: now)
    if !traits.isTerminal { lastLook = Look(options, traits) }
    return traits
  }

  /// Runs `body` on lines that come from elsewhere.
  func within<Value>(_ inner: Setting, _ body: () throws -> Value) rethrows -> Value {
    let outer = (setting, expectsWrite)
    setting = inner
    defer { (setting, expectsWrite) = outer }
    return try body()
  }

  func keep(_ network: Network, named name: String) {
    self.network = network
    databaseName = name
  }

  /// Runs `body` in one transaction, and says whether it is on disk: then `letOut` has to tell of
  /// it.
  ///
  /// Within another gathering it is a part of that, which is on disk later. When `body` throws,
  /// nothing of it is saved or said.
  @discardableResult
  func gather(on network: Network, _ body: () throws -> Void) throws -> Bool {
    let mark = streams.hold()
    do {
      try network.together(body)
      return mark == nil
    } catch {
      streams.drop(behind: mark)
      if mark == nil { remedies = [] }
      throw error
    }
  }

  /// Notes what to do if what was said within the gathering under way can't be let out, whoever
  /// asks it to stop.
  func ifLost(_ remedy: @escaping () -> Void) {
    if streams.isHolding { remedies.append(remedy) }
  }

  /// Runs `body` as a script of all or none, and gives back what else it was refused that nobody
  /// was told of.
  func undoing(_ body: () throws -> Void) -> (trouble: (any Error)?, untold: [LineFailure]) {
    if !streams.isHolding { hasUndoable = false }
    toldInVain = []
    do {
      try body()
      return (nil, [])
    } catch {
      defer { toldInVain = [] }
      return (error, toldInVain)
    }
  }

  /// Notes that a line was done, which a later one may undo.
  func noteDone() {
    if setting.undoesAll { hasUndoable = true }
  }

  /// Lets out what a gathering said, now that it is true; then signals count again.
  ///
  /// Where nothing that was saved is confirmed in it, whoever doesn't read that misses nothing.
  func letOut(hasSaved: Bool) throws(LineFailure) {
    if depth > 0 { armForScript() }
    defer {
      remedies = []
      settleSignals()
    }
    do throws(Streams.LostAnswers) {
      try streams.release()
    } catch {
      for remedy in remedies.reversed() { remedy() }
      let isOfChange = hasSaved && error.areConfirmations
      var context = context(saved: isOfChange ? .all : .nothing)
      if !isOfChange { context.reach = .nothing }
      let failure = LineFailure(error: error.reason, context: context, format: nil)
      if !failure.isUnread { throw failure }
    }
  }

  /// Prepares what is said when a signal ends a script between two changes.
  func armForScript() {
    let start = hasProgressLine ? RedrawnLine.clear : ""
    Interruption.arm(saying: start + Wording.interrupted(after: applied))
  }

  /// Lets signals end the process again, after a change and all that is to be said of it; at a
  /// prompt they never do.
  func settleSignals() {
    Interruption.settle(holding: setting.isAtPrompt)
  }

  /// Forgets what the line before this one was, and prepares what is said when a signal ends this
  /// one before anything is saved.
  ///
  /// A script says it itself.
  func beginLine(_ reach: Reach) {
    let isWrite = reach.isSaved
    complaints = []
    streams.areConfirmations = reach.isConfirmed
    if surface != .script || isWrite { expectsWrite = isWrite }
    guard surface == .shell else { return }
    Interruption.arm(saying: Wording.interrupted(ofWrite: isWrite))
  }

  /// Runs `body`, which asks before a write; what a signal says then begins a line of its own.
  func asking<Value>(_ body: () throws -> Value) rethrows -> Value {
    guard surface == .shell else { return try body() }
    Interruption.arm(saying: "\n" + Wording.interruptedUnsaved)
    defer { Interruption.arm(saying: Wording.interruptedUnsaved) }
    return try body()
  }

  /// What is known of a failure before its command is.
  func context(at place: String? = nil, saved: SavedPart = .nothing) -> FailureContext {
    var context = FailureContext(place: place, database: databaseName, saved: saved)
    context.isFromShell = surface == .shell
    context.isUndone = setting.undoesAll && hasUndoable
    context.isAtPrompt = setting.isAtPrompt || surface == .browser
    context.isInBrowser = setting.isInBrowser
    let mustBeASCII = inherited.contains { $0.name == GlobalOptions.ascii.shape.name }
    context.isASCII = mustBeASCII || !speaksUTF8
    // A line that is typed at a prompt is on the same database as the next one.
    if surface == .script, !setting.isAtPrompt {
      context.namedDatabase = inherited.last { $0.name == GlobalOptions.database.shape.name }?.text
    }
    return context
  }

  /// What is known of a line that can't be split into words: what stands between its blanks.
  func context(ofUnsplit line: [UInt8], at place: String? = nil) -> FailureContext {
    var context = context(at: place)
    guard let text = TypedBytes.exactText(line) else { return context }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { Array($0.utf8) }
    let line = Interpreter.line(Token.list(words))
    context.words = line.map(\.text)
    context.namedUser = actor(named: nil)
    let command = Parser(commands: AllCommands.types).command(namedIn: line)
    context.declaration = command?.declaration
    return context
  }

  /// Whom a line has to name to act elsewhere as one does here, which may name them itself; nil if
  /// nobody has to be named, or there is no such user.
  func actor(named own: Handle?) -> Handle? {
    guard let actor = own ?? setting.actor, let network else { return own ?? setting.actor }
    return try? network.users.user(.named(actor))?.handle
  }

  /// What is said of a line that a signal stopped, or came too late to stop.
  func interruption(behind saved: SavedPart) -> String {
    switch saved {
    case .all: Wording.interruptedSaved
    case .items(let count): "Interrupted; \(Wording.saved(count))"
    case .nothing: Wording.interrupted(ofWrite: expectsWrite)
    }
  }

  /// Why a script stops at a line that saved a part of what it was asked for, and has told the
  /// rest.
  func partRefused(at place: String) -> LineFailure {
    LineFailure(error: PartRefused(), context: context(at: place), format: nil)
  }

  /// Tells of what a line was refused, or found to be wrong, while the rest of it went on.
  func complain(_ failure: LineFailure) {
    if surface == .script { complaints.append(failure) }
    _ = report(failure)
  }

  /// Tells of a failure and says what the process ends with because of it.
  ///
  /// A reader of what only reads who went away is no error.
  func report(_ failure: LineFailure) -> ExitStatus {
    let status = tell(failure)
    for summary in failure.summaries { try? streams.write(summary + "\n", to: .error) }
    return status
  }

  private func tell(_ failure: LineFailure) -> ExitStatus {
    let error = failure.error
    if error is PartRefused { return .no }
    let isOfChange =
      failure.context.saved != .nothing || expectsWrite && failure.context.reach == .network
    if failure.isOfReader, !isOfChange { return .done }
    let signalled = ExitStatus.asked ?? .interrupted
    if error is Interrupted { return signalled }
    var isStopped = error as? ServiceError == .interrupted
    if case .interrupted? = error as? ConsoleError { isStopped = true }
    if isStopped {
      // A script tells how far it came.
      if surface != .script {
        try? streams.write(interruption(behind: failure.context.saved) + "\n", to: .error)
      }
      return signalled
    }
    if error is Declined {
      try? streams.write(Wording.declined + "\n", to: .error)
      return .no
    }
    if setting.undoesAll, streams.isHolding { toldInVain.append(failure) }
    var told = Wording.failure(for: error, in: failure.context)
    // A refusal among others is told beside what was done.
    if case .items(let count) = failure.context.saved, !failure.context.isOneOfMany {
      told = told.adding(Wording.saved(count))
    }
    told.place = failure.context.place
    // Where standard error can't be written either, the status has to do.
    let isJSON = failure.format?.isJSON ?? setting.speaksJSON
    let text = told.text(isASCII: failure.context.isASCII, width: surroundings.messageWidth)
    try? streams.write(isJSON ? told.json : text, to: .error)
    return told.status
  }
}
