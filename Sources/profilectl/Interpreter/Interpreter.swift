import CommandLine
import Files
import Model
import Rendering
import Services
import Storage
import Terminal

/// Carries out lines, and owns their shared state: the network, the acting user and the streams.
///
/// A shell gives it one line; scripts, the prompt and the browser give it many.
final class Interpreter {
  let environment: ProcessEnvironment
  /// Includes the aliases and defaults of the user's configuration.
  var commands: CommandList
  let streams: Streams
  let network: NetworkAccess
  let identity: Identity
  let failures: FailureReporter
  let signals = SignalMessages()
  var paging: Paging { Paging(environment: environment, streams: streams) }
  /// The traits of the last answer that went to no terminal, with the options that led to them.
  private var lastTraits: (options: GlobalOptions, traits: Traits)?

  convenience init(_ environment: ProcessEnvironment, _ commands: CommandList) {
    let streams = Streams(environment.console)
    self.init(
      environment, commands.configured(in: environment), streams: streams,
      network: NetworkAccess(environment, streams: streams))
  }

  private init(
    _ environment: ProcessEnvironment, _ commands: CommandList, streams: Streams,
    network: NetworkAccess
  ) {
    self.environment = environment
    self.commands = commands
    self.streams = streams
    self.network = network
    identity = Identity(environment, network: network)
    failures = FailureReporter(
      environment, streams: streams, network: network, commands: commands.known)
  }

  /// An interpreter of the same network with its own connections, for another thread.
  func withOwnConnections() -> Interpreter {
    let streams = Streams(environment.console)
    let other = Interpreter(
      environment, commands, streams: streams, network: network.withOwnConnections(streams: streams)
    )
    other.identity.state = identity.state
    return other
  }

  /// Reads the configuration again; a running script keeps the one it began with.
  func configure() { commands = commands.configured(in: environment) }

  /// Runs `body` without aliases and with the program's own defaults.
  func withoutConfiguration<Value>(_ body: () throws -> Value) rethrows -> Value {
    let configured = commands
    commands = commands.configured(by: Configuration())
    defer { commands = configured }
    return try body()
  }

  /// The traits of answers; they are looked up again only for a terminal, whose size may change.
  func traits(for options: GlobalOptions, from origin: LineOrigin, now: Moment) throws -> Traits {
    var traits: Traits
    if let lastTraits, lastTraits.options.hasSameTraits(as: options) {
      traits = lastTraits.traits
      traits.now = now
    } else {
      traits = try environment.traits(for: options, now: now)
      if !traits.isTerminal { lastTraits = (options, traits) }
    }
    if origin.printsPages {
      (traits.isTerminal, traits.depth, traits.hasLinks) = (true, .none, false)
    }
    return traits
  }

  /// Carries out the words of a line, and returns the result and the requests of its command.
  ///
  /// `bytes` is the line as typed where `#` begins comments, else empty; `place` is its place in a
  /// script; `isConfirmed` means that the user agreed to a loss.
  func carryOut(
    _ words: [Token], of bytes: [UInt8] = [], at place: String? = nil, from origin: LineOrigin,
    isConfirmed: Bool = false
  ) throws(LineFailure) -> CommandResult {
    let words = commands.catalog.expanded(
      origin.surface == .shell ? words : Line.withoutProgram(words))
    var line = Line(words, of: bytes, at: place, from: origin)
    do {
      let parser = Parser(commands.catalog, inherited: origin.inherited, of: bytes)
      let size = words.reduce(0) { $0 + $1.bytes.count + 1 }
      if origin.surface == .shell, size > LineMemory.longLine {
        // Parsing a long line needs memory, too.
        let writeScope = parser.command(namedIn: words)?.writeScope ?? .nothing
        line = Line(words, of: bytes, at: place, from: origin, writeScope: writeScope)
        try LineMemory.require(forLineOf: size)
      }
      let request = try request(for: words, parser)
      line = self.line(line, asking: request)
      if origin.surface == .shell { try LineMemory.require(forLineOf: size) }
      defer { streams.endPage() }
      switch request {
      case .version: return try answer(line, Output(ours: Version.number + "\n"))
      case .help(let subject): return try answer(line, help(about: subject))
      case .command(let parsed): return try run(parsed, line, isConfirmed: isConfirmed)
      }
    } catch let failure as LineFailure {
      throw failure
    } catch {
      throw failures.failure(
        error, of: line, named: identity.nameElsewhere(own: nil),
        format: Parser.format(typedIn: words))
    }
  }

  /// An environment with a bad time is an error only for commands that need the time from it.
  private func request(for words: [Token], _ parser: Parser) throws -> Request {
    let clock = Result { try environment.now() }
    let mistake = environment.firstMistake(in: commands.catalog.configuration)
    let request: Request
    do throws(ParseError) {
      request = try parser.request(
        for: words, clock: .local((try? clock.get()) ?? environment.clock))
    } catch {
      // The word may be an alias whose setting is refused.
      if error.declaration == nil, let mistake { throw mistake }
      throw error
    }
    guard case .command(let parsed) = request, parsed.declaration.group != .program else {
      return request
    }
    if let mistake, !parsed.isGiven(Configuration.ignoreSwitch.shape) { throw mistake }
    if !parsed.isGiven(GlobalOptions.now.shape) { _ = try clock.get() }
    return request
  }

  /// The line with the command of its request.
  private func line(_ line: Line, asking request: Request) -> Line {
    guard case .command(let parsed) = request else {
      return Line(
        line.words, of: line.bytes, at: line.place, from: line.origin, writeScope: .nothing)
    }
    let isDryRun = parsed.isGiven(WriteOptions.dryRun.shape)
    return Line(
      line.words, of: line.bytes, at: line.place, from: line.origin,
      declaration: parsed.declaration,
      writeScope: isDryRun ? .nothing : commands.writeScope(of: parsed),
      namedDatabase: parsed.ownOptions.last { $0.name == GlobalOptions.database.shape.name }?.text)
  }

  private func begin(_ line: Line) {
    streams.areConfirmations = line.writeScope.isConfirmed
    signals.arm(for: line)
  }

  private func help(about subject: HelpSubject) throws -> Output {
    Output(ours: HelpPage(subject, commands.catalog).text(width: try environment.helpWidth()))
  }

  private func answer(_ line: Line, _ output: Output) throws -> CommandResult {
    begin(line)
    try paging.pageIfTall(output, from: line.origin, isQuiet: false)
    try streams.write(output.bytes)
    return CommandResult()
  }

  private func run(_ parsed: Parsed, _ line: Line, isConfirmed: Bool) throws -> CommandResult {
    if line.origin.surface != .shell { try refuseShellsOnly(parsed, from: line.origin) }
    begin(line)
    var context = try CommandContext(
      try GlobalOptions(parsed), now: parsed.now, own: parsed.ownOptions, line: line, in: self)
    if isConfirmed { context = context.confirmed }
    network.acting = { [context] in (try? context.viewer()) ?? .nobody }
    defer { network.acting = nil }
    do {
      let command = try commands[parsed.declaration].command(parsed)
      var result = try command.run(in: context)
      if let question = result.question, try isAgreed(question, in: context) {
        result = try command.run(in: context.confirmed)
      }
      if result.saved != .nothing { network.isMadeForLines = false }
      let isNamed = parsed.declaration.group != .session && parsed.declaration.writeScope != .lines
      if context.options.isVerbose, isNamed {
        try context.sayWhere()
      }
      result.isWrite = line.writeScope.isSaved
      return result
    } catch {
      if CommandError(error).saved != .nothing { network.isMadeForLines = false }
      throw context.failure(error)
    }
  }

  /// Asks before a loss; the browser asks itself.
  private func isAgreed(
    _ question: CommandResult.Question, in context: CommandContext
  ) throws -> Bool {
    let console = environment.console
    let isBrowser = context.surface == .browser
    guard context.surface != .script, context.options.mayAsk, context.inputIsTerminal,
      isBrowser || console.isTerminal(.error)
    else {
      throw UsageError(.needsConfirmation(question.loss))
    }
    if isBrowser { return false }
    let text = context.traits.words(question.text).string
    let isAgreed = try signals.asking(context.line) { try console.confirm(text) }
    if !isAgreed { throw Declined() }
    return true
  }

  /// A script has one database, and its standard input may be the script itself.
  private func refuseShellsOnly(_ parsed: Parsed, from origin: LineOrigin) throws {
    let database = GlobalOptions.database.shape.name
    if let given = parsed.ownOptions.first(where: { $0.name == database }) {
      throw UsageError(origin.shellsOnly, at: given.token)
    }
    if parsed.readsStandardInput, let dash = parsed.operands.first(where: \.isStandardInput) {
      throw UsageError(origin.shellsOnly, at: dash)
    }
  }
}

/// The memory that lines need; it is requested first, because Swift ends a process without memory.
enum LineMemory {
  /// More than a line without long words needs: the stack of a thread, 8 MB, SQLite's pages and the
  /// answer were 12 MB (2026-11-22).
  static let base = 32 << 20

  /// Longer lines need more: 470 bytes for each byte of many short operands.
  static let longLine = 4_096

  static func require(forLineOf bytes: Int) throws(ServiceError) {
    try require(base + (bytes > longLine ? 512 * bytes : 0))
  }

  static func require(_ bytes: Int) throws(ServiceError) {
    if !Memory.hasRoom(for: bytes) { throw .storage(.failed(.memoryShort, saved: .nothing)) }
  }
}
