import CommandLine
import Model
import Rendering
import Services
import Terminal

/// Carries out lines on a host, whichever surface they come from.
struct Interpreter {
  let host: Host

  /// What came of a line that did not fail.
  struct Result {
    let status: ExitStatus
    let effect: LineEffect
    /// What is on the disk, or waits for a commit.
    let saved: SavedPart
  }

  /// `place` is where the line stands in a script, and `line` the line itself where `#` begins a
  /// comment.
  func carryOut(
    _ words: [Token], of line: [UInt8] = [], at place: String? = nil
  ) throws(LineFailure) -> Result {
    let words = host.surface == .shell ? words : Interpreter.line(words)
    var context = host.context(at: place)
    // A line with what is no text can't be offered again.
    let texts = words.compactMap { TypedBytes.exactText($0.bytes) }
    context.words = texts.count == words.count ? texts : []
    context.quotedPlaces = words.filter(\.isQuoted).map(\.position)
    context.line = line
    do {
      let parser = Parser(AllCommands.catalog, inherited: host.inherited)
      if host.surface == .shell, let bytes = bytes(ofLong: words) {
        // What is long is not even parsed where there is no room for it.
        context.reach = parser.command(namedIn: words)?.reach ?? .nothing
        try requireRoom(Interpreter.room(forLineOf: bytes))
      }
      let request = try self.request(for: words, parser)
      if case .command(let parsed) = request {
        context.declaration = parsed.declaration
        let isRehearsal = parsed.isGiven(WriteOptions.dryRun.shape)
        context.reach = isRehearsal ? .nothing : AllCommands.reach(of: parsed)
        let named = parsed.ownOptions.last { $0.name == GlobalOptions.database.shape.name }
        if let named { context.namedDatabase = named.text }
      } else {
        context.reach = .nothing
      }
      return try carryOut(request, context)
    } catch let failure as LineFailure {
      throw failure
    } catch {
      context.namedUser = host.actor(named: nil)
      if host.streams.isHolding { context.reach = .network }
      throw LineFailure(error: error, context: context, format: Parser.format(typedIn: words))
    }
  }

  /// What time the environment says it is matters neither to help nor to a line with a time of its
  /// own.
  private func request(for words: [Token], _ parser: Parser) throws -> Request {
    let clock = Swift.Result { try host.surroundings.now() }
    let request = try parser.request(
      for: words, clock: (try? clock.get()) ?? Moment(microseconds: Clock.now()))
    if case .command(let parsed) = request,
      parsed.declaration.group != .program, !parsed.isGiven(GlobalOptions.now.shape)
    {
      _ = try clock.get()
    }
    return request
  }

  /// Without the name of the program: hints can be typed as they are told, in a shell and here.
  static func line(_ words: [Token]) -> [Token] {
    words.first?.text == "profilectl" ? Token.moved(words.dropFirst()) : words
  }

  private func carryOut(_ request: Request, _ context: FailureContext) throws -> Result {
    defer { host.streams.endPage() }
    switch request {
    case .version:
      host.beginLine(.nothing)
      try host.streams.write(Version.number + "\n")
    case .help(let subject):
      host.beginLine(.nothing)
      let page = HelpPage(subject, AllCommands.catalog)
      let output = Output(ours: page.text(width: try host.surroundings.helpWidth()))
      try host.pageIfTall(output, isQuiet: false)
      try host.streams.write(output.bytes)
    case .command(let parsed):
      return try run(parsed, context)
    }
    return Result(status: .done, effect: .done, saved: .nothing)
  }

  private func run(_ parsed: Parsed, _ failureContext: FailureContext) throws -> Result {
    if host.surface == .shell { try requireRoom() } else { try refuseWhatBelongsToShells(parsed) }
    host.beginLine(failureContext.reach)
    let context = try CommandContext(parsed, on: host, context: failureContext)
    do {
      try AllCommands.type(of: parsed.declaration).init(parsed).run(in: context)
    } catch let failure as LineFailure {
      throw failure
    } catch {
      throw context.failure(error)
    }
    return Result(status: context.status, effect: context.effect, saved: context.saved)
  }

  /// What any line gets by with: the stack of a thread, 8 MB, SQLite's pages, and what is told;
  /// less than 12 MB more were in use by any (2026-11-22).
  static let room = 32 << 20

  /// Longer lines need more: 470 bytes for each byte of many short operands were in use.
  static let longLine = 4_096

  /// What a line of that many bytes gets by with.
  static func room(forLineOf bytes: Int) -> Int {
    room + (bytes > longLine ? 512 * bytes : 0)
  }

  /// Asks once for all lines that the one of a shell begins.
  private func requireRoom(_ bytes: Int = room) throws(ServiceError) {
    if !Memory.hasRoom(for: bytes) { throw .storage(.memoryShort, saved: .nothing) }
  }

  /// How many bytes a long line has.
  private func bytes(ofLong words: [Token]) -> Int? {
    let bytes = words.reduce(0) { $0 + $1.bytes.count + 1 }
    return bytes > Interpreter.longLine ? bytes : nil
  }

  /// A script is on one database, and its standard input may be the script itself.
  private func refuseWhatBelongsToShells(_ parsed: Parsed) throws {
    let database = GlobalOptions.database.shape.name
    if let given = parsed.ownOptions.first(where: { $0.name == database }) {
      throw UsageError(host.shellsOnly, at: given.token)
    }
    if parsed.readsStandardInput, let dash = parsed.operands.first(where: \.isStandardInput) {
      throw UsageError(host.shellsOnly, at: dash)
    }
  }
}
