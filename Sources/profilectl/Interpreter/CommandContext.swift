import CommandLine
import Model
import Rendering
import Services
import Terminal

/// What a command may use while it runs: what was asked of the program as a whole, the network, who
/// is acting, and the streams an answer leaves by.
///
/// What a command doesn't ask for is never opened.
final class CommandContext {
  let options: GlobalOptions
  let host: Host
  let traits: Traits
  /// What the line ends with when nothing fails.
  var status = ExitStatus.done
  /// What the line did, as far as it is a write.
  var effect = LineEffect.done
  /// What was saved, or waits for a commit.
  private(set) var saved = SavedPart.nothing
  /// Who this very line says is acting.
  let ownUser: Handle?
  private(set) var failureContext: FailureContext
  /// Why it is not known who logged in.
  private var loginTrouble: (any Error)?

  init(_ parsed: Parsed, on host: Host, context: FailureContext) throws {
    options = try GlobalOptions(parsed)
    let isSet =
      try parsed.isGiven(GlobalOptions.now.shape)
      || host.surroundings.environment.value("PROFILECTL_NOW") != nil
    isClockSet = isSet
    let fixed = isSet ? parsed.now : nil
    clock = { fixed ?? Moment(microseconds: Clock.now()) }
    let namesUser = parsed.ownOptions.contains { $0.name == GlobalOptions.user.shape.name }
    ownUser = namesUser ? options.user : nil
    self.host = host
    var context = context
    context.namedUser = ownUser ?? host.setting.actor
    failureContext = context
    var traits = try host.traits(for: options, now: parsed.now)
    // A page of the browser has a blank column on either side.
    if host.surface == .browser {
      traits.width = max(1, traits.width - 2)
      traits.program = { ":" }
    } else if context.namedUser != nil || context.namedDatabase != nil {
      traits.program = { [context] in
        SafeText(CommandContext.line(.command([]), in: context).line) + " "
      }
    }
    self.traits = traits
    failureContext.isASCII = traits.isASCII
  }

  /// A line of this program that acts on the same database, and as the same user, where this line
  /// named them.
  func leading(_ line: Hint) -> Hint {
    CommandContext.line(line, in: failureContext)
  }

  private static func line(_ line: Hint, in context: FailureContext) -> Hint {
    var context = context
    // What is said of a line that was done comes true with it, or is not said.
    context.isUndone = false
    return line.within(context) ?? line
  }

  var surroundings: ProcessEnvironment { host.surroundings }
  var now: Moment { traits.now }
  /// Whether the line or the environment says what time it is.
  let isClockSet: Bool
  /// The present moment whenever it is asked for, unless the line or the environment has set it.
  let clock: @Sendable () -> Moment
  /// How a drawing looks that is kept: its colours don't depend on what it is written to.
  var drawingTraits: Traits {
    var traits = traits
    traits.depth = options.color == .never ? .none : .trueColor
    return traits
  }
  var inputIsTerminal: Bool { surroundings.console.isTerminal(.input) }

  /// The network in the database, which must exist.
  func network() throws -> Network {
    if let network = networkAtHand() { return network }
    let place = try surroundings.databasePlace(for: options)
    (failureContext.database, failureContext.isInOwnFolder) = (place.path, place.ownFolder != nil)
    let network = try Network.open(
      at: place.path, patience: patience, interrupts: CommandContext.interrupts)
    host.keep(network, named: place.path)
    return network
  }

  /// The network that an earlier line opened, which from now on waits as long as this line says.
  ///
  /// Lines that share a transaction share its patience.
  @discardableResult func networkAtHand() -> Network? {
    guard let network = host.network else { return nil }
    failureContext.database = host.databaseName
    if !host.streams.isHolding { network.wait(patience) }
    return network
  }

  /// The network in the database, which is made if there is none; and whether there was none.
  func networkMadeIfMissing() throws -> (network: Network, isNew: Bool) {
    if let network = networkAtHand() { return (network, host.isMadeForLines) }
    let place = try surroundings.databasePlace(for: options)
    failureContext.database = place.path
    if let folder = place.ownFolder { try PrivateFolder(path: folder).make() }
    // What is made is made whole, or not at all.
    Interruption.hold()
    defer { Interruption.release() }
    let made = try Network.create(
      at: place.path, patience: patience, interrupts: CommandContext.interrupts)
    host.keep(made.network, named: place.path)
    return made
  }

  /// Copies what can be read of the database, which may be damaged, into a new file; it is not
  /// opened as a network.
  func salvage(to target: String, isRehearsal: Bool) throws -> [Finding] {
    let path = try host.network?.file.path ?? surroundings.databasePlace(for: options).path
    failureContext.database = path
    return try FileService.salvage(
      path, to: target, isRehearsal: isRehearsal, patience: patience,
      interrupts: CommandContext.interrupts)
  }

  /// Plans a synthetic network, until somebody asks to stop.
  func plan(_ order: SeedOrder, _ report: SeedService.Report) throws -> SeedService.Plan {
    try SeedService.plan(order, interrupts: CommandContext.interrupts, report)
  }

  /// Adds a planned network to the database; one that is missing is made with all of it, or not at
  /// all.
  func seed(_ plan: SeedService.Plan, _ report: @escaping SeedService.Report) throws {
    try undoingIfStopped {
      if let network = try networkIfThere() { return try network.seeds.make(plan, report) }
      let place = try surroundings.databasePlace(for: options)
      if let folder = place.ownFolder { try PrivateFolder(path: folder).make() }
      do {
        try SeedService.make(
          plan, at: place.path, patience: patience, interrupts: CommandContext.interrupts, report)
      } catch let error as ServiceError {
        // Somebody may have made it meanwhile.
        guard case .target(_, .exists) = error, let network = try networkIfThere() else {
          throw error
        }
        try network.seeds.make(plan, report)
      }
    }
  }

  /// The network in the database, if there is a database.
  func networkIfThere() throws -> Network? {
    do {
      return try network()
    } catch ServiceError.file(.missing) {
      return nil
    }
  }

  /// The network to rehearse on: the one there is, else an empty one that vanishes when it is
  /// dropped.
  func networkOrScratch() throws -> Network {
    do {
      return try network()
    } catch ServiceError.file(.missing) {
      let place = try surroundings.databasePlace(for: options)
      // The program's own folder would be made by the real thing; this needs one that is there.
      let path =
        place.ownFolder == nil
        ? place.path : "\(try surroundings.temporaryFolder())/profilectl.db"
      return try Network.scratch(
        beside: path, patience: patience, interrupts: CommandContext.interrupts)
    }
  }

  /// Who acts: `--as`, else `PROFILECTL_USER`, else who logged in on this database.
  func viewer() throws -> Viewer {
    try acting().viewer
  }

  /// Who acts, and what says so.
  ///
  /// Where it can't be read who logged in, it is nobody: only who has to be somebody must know why.
  func acting() throws -> ActingUser {
    if let ownUser { return .option(ownUser) }
    return try resolveActing()
  }

  /// Who acts on the lines of a shell or script that this line began: whom it names itself is a
  /// beginning, which a login ends.
  ///
  /// Who was logged in when that was asked first acts on all of them, and nobody where nobody was:
  /// who logs in elsewhere meanwhile does not. The same holds in the browser.
  func resolveActing() throws -> ActingUser {
    switch host.passingLogin {
    case .user(let login): return .login(login)
    case .nobody: return .nobody
    case .none: break
    }
    if let handle = options.user { return .option(handle) }
    if let chosen = try userByVariable() {
      failureContext.userByVariable = chosen
      return .variable(chosen)
    }
    let isKept = host.surface != .shell
    do {
      _ = try network()
    } catch {
      // Where there is no database there is nobody.
      if isKept, error as? ServiceError == .file(.missing) { host.passingLogin = .nobody }
      throw error
    }
    do {
      let login = try logins().current()
      if isKept { host.passingLogin = login.map { .user($0) } ?? .nobody }
      return login.map { .login($0) } ?? .nobody
    } catch {
      loginTrouble = error
      return .nobody
    }
  }

  private func userByVariable() throws -> Handle? {
    try ValueKind.handle.value(of: "PROFILECTL_USER", in: surroundings.environment, now: now)
  }

  /// Whom the variable names that goes before whatever `login` and `logout` remember.
  ///
  /// Asked for first: where it can't be read, nothing is remembered.
  func namedFirst() throws -> Handle? {
    host.surface == .shell ? try userByVariable() : nil
  }

  /// Says, to programs too, that what was just remembered doesn't count as long as the variable is
  /// set.
  func remark(namedFirst handle: Handle?) throws {
    guard let handle, !options.isQuiet else { return }
    try say("Note: PROFILECTL_USER goes first, and names \(SafeText(handle)).")
  }

  /// Makes somebody the acting user: from now on on this database, or for the rest of a script.
  func logIn(_ user: User) throws {
    if host.surface != .script {
      Interruption.hold()
      try logins().remember(user)
    }
    guard host.surface != .shell else { return }
    host.passingLogin = .user(Login(user: user.id, createdAt: user.createdAt))
    if host.surface == .script { host.setting.actor = user.handle }
  }

  /// From now on whoever logged in for this script is named as they are called now.
  func noteName(of user: User) {
    guard host.setting.actor != nil, case .user(let login) = host.passingLogin,
      login.user == user.id
    else { return }
    host.setting.actor = user.handle
  }

  /// Makes nobody the acting user, and says who it was; in a shell who is remembered.
  func logOut() throws -> ActingUser {
    let former = try host.surface == .shell ? remembered() : resolveActing()
    // Whoever logged in elsewhere meanwhile stays so.
    if host.surface != .script, former == (try remembered()) {
      Interruption.hold()
      try logins().forget()
    }
    if host.surface != .shell { host.passingLogin = .nobody }
    host.setting.actor = nil
    return former
  }

  private func remembered() throws -> ActingUser {
    try logins().current().map(ActingUser.login) ?? .nobody
  }

  /// Who is remembered to be logged in on this database.
  private func logins() throws -> Logins {
    Logins(folder: try surroundings.stateFolder(), database: try network().file.path)
  }

  /// A refusal of one of several things that are done all or none tells of all.
  func expectAllOrNone<Value>(of items: Items<Value>, _ options: WriteOptions) {
    let areSeveral = items.readsStandardInput || items.typed.count > 1
    failureContext.isAllOrNone = areSeveral && !options.keepsGoing && !options.isDryRun
  }

  /// Trouble that ends a write of several things tells that none is saved, where that is so.
  func expectTrouble(_ options: WriteOptions) {
    failureContext.isAllOrNone = saved == .nothing && !options.isDryRun
  }

  /// So much is on the disk, or waits for a commit; what is left is to say so.
  func expectSaved(_ part: SavedPart = .all) {
    saved = part
    if part != .nothing { host.isMadeForLines = false }
    failureContext.saved = host.streams.isHolding ? .nothing : part
  }

  /// Runs `body` on something that stands on that line of standard input; nil where it was typed.
  ///
  /// Where it throws, that stays the place of the trouble.
  func onLine<Value>(_ line: Int?, _ body: () throws -> Value) rethrows -> Value {
    guard let line else { return try body() }
    let outer = failureContext.place
    failureContext.place = "-:\(line)"
    let value = try body()
    failureContext.place = outer
    return value
  }

  /// The failure of this line by `error`, with what has to be known to tell of it.
  func failure(_ error: any Error) -> LineFailure {
    var context = failureContext
    // What is held back belongs to changes, whatever this line asked for.
    if host.streams.isHolding { context.reach = .network }
    if ownUser == nil { context.userAtPrompt = options.user }
    let isMissing = error as? ServiceError == .file(.missing)
    if isMissing { context.somebody = ownUser ?? host.setting.actor }
    context.namedUser = isMissing ? nil : host.actor(named: ownUser)
    let reason = (error as? ServiceError)?.reason
    if reason == .noCurrentUser(.notChosen), let loginTrouble {
      return LineFailure(error: loginTrouble, context: context, format: options.format)
    }
    if reason?.lacksSomebody(inList: context.isOneOfMany) == true {
      let anybody = try? host.network?.users.find(nil, as: .nobody, PageRequest(limit: 1))
      context.somebody = anybody?.items.first?.user.handle
      context.isNetworkEmpty = anybody?.items.isEmpty == true
    }
    if [ShowCommand.name, WatchCommand.name, BrowseCommand.name].contains(context.declaration?.name)
    {
      context.postNamed = post(namedIn: error)
    }
    return LineFailure(error: error, context: context, format: options.format)
  }

  /// The post whose number was taken for the name of a user, if there is one.
  private func post(namedIn error: any Error) -> Post.ID? {
    let typed: String
    switch error {
    case ServiceError.noSuchUser(let handle, _): typed = handle.text
    case let error as RefusedValue where error.isOfHandle && error.input.hasPrefix("#"):
      typed = error.input
    default: return nil
    }
    guard let id = try? ValueKind.postID.read(Array(typed.utf8), now),
      let posts = try? network().posts, let viewer = try? viewer(),
      (try? posts.view(id, as: viewer, likerLimit: 1)) != nil
    else { return nil }
    return id
  }

  /// Tells of what was refused, or found to be wrong, while the rest went on.
  func complain(of refusal: any Error) {
    failureContext.isOneOfMany = true
    defer { failureContext.isOneOfMany = false }
    host.complain(failure(refusal))
    status = .no
    effect = .refused
  }

  private static let interrupts = Interrupts(
    beforeCommit: Interruption.hold, isAsked: { Interruption.pending != nil })

  private var patience: Patience { Patience(seconds: options.wait) }

  /// Sends an answer to standard output.
  func answer(_ output: Output) throws(ConsoleError) {
    try host.streams.write(output.bytes)
  }
}

extension ServiceError {
  /// What is wrong, whichever item it is wrong with.
  var reason: ServiceError {
    if case .refused(_, let reason) = self { return reason }
    return self
  }

  /// Whether it matters to the next step who there is; in a list it is not asked for each name.
  fileprivate func lacksSomebody(inList isInList: Bool) -> Bool {
    switch self {
    case .noCurrentUser: true
    case .noSuchUser(_, near: nil): !isInList
    default: false
    }
  }
}
