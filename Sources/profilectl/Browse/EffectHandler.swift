import Browser
import CommandLine
import Model
import Rendering
import Services
import Storage
import Terminal

/// Carries out effects of the browser: reads pages and pictures, and runs commands.
///
/// Every result is an event, and so is every failure. A handler belongs to one thread.
final class EffectHandler {
  private let interpreter: Interpreter
  /// The origin of the lines that are typed in the browser.
  private var origin: LineOrigin
  private let network: Network
  /// The last known acting user.
  private var lastViewer: UserReference?

  /// Called with the progress of a command, from any thread.
  var onProgress: (@Sendable (SafeText) -> Void)? {
    get { origin.onProgress }
    set { origin.onProgress = newValue }
  }

  /// Includes the configuration, which a line may change.
  var commands: CommandList {
    get { interpreter.commands }
    set { interpreter.commands = newValue }
  }

  /// The user who logged in by a line of this browser.
  var sessionLogin: Identity.SessionLogin {
    get { interpreter.identity.state.login }
    set { interpreter.identity.state.login = newValue }
  }

  /// The session login in the form that the browser compares.
  var login: LoginState {
    switch sessionLogin {
    case .none: .unchanged
    case .nobody: .nobody
    case .user(let login): .user(login.user)
    }
  }

  convenience init(_ context: CommandContext, from origin: LineOrigin) throws {
    self.init(try context.network(), in: context.interpreter, from: origin)
  }

  private init(_ network: Network, in interpreter: Interpreter, from origin: LineOrigin) {
    self.network = network
    self.interpreter = interpreter
    self.origin = origin
  }

  /// A handler with its own connections, for another thread.
  func withOwnConnections() -> EffectHandler {
    let other = interpreter.withOwnConnections()
    let handler = EffectHandler(other.network.current ?? network, in: other, from: origin)
    handler.lastViewer = lastViewer
    return handler
  }

  /// A new context, since the acting user and the time may have changed.
  func context(writeScope: WriteScope = .nothing) throws -> CommandContext {
    try CommandContext(writeScope: writeScope, from: origin, in: interpreter)
  }

  /// The acting user, if any.
  func viewer() throws -> UserReference? { try reference(to: context().viewer()) }

  /// The acting user; `.nobody` if they were deleted after the start.
  private func survivingViewer() throws -> Viewer {
    let viewer = try context().viewer()
    if case .named(let handle) = viewer { return .preset(handle) }
    return viewer
  }

  private func reference(to viewer: Viewer) throws -> UserReference? {
    lastViewer = try network.users.user(viewer).map { UserReference($0) }
    return lastViewer
  }

  /// Reports each change of the network by any process, until the result is dropped.
  func observe(onChange: @escaping @Sendable () -> Void) throws -> Observation<Void> {
    try network.users.observeAll(onChange)
  }

  /// The events that answer an effect; empty for an effect without an answer.
  func carryOut(_ effect: BrowserEffect) -> [BrowserEvent] {
    switch effect {
    case .load(let page, let source, let count, let cursor):
      let loaded = answering(for: page) {
        .loaded(page: page, try load(source, count: count, after: cursor))
      }
      do {
        let viewer = try reference(to: survivingViewer())
        let (news, unsent) = (try newNotices(for: viewer), try network.unsentCount)
        return [loaded, .looking(viewer, under: login, news: news, unsent: unsent)]
      } catch {
        return [loaded]
      }
    case .recall(let posts):
      do {
        return [.recalled(posts, try network.pictures.thumbnails(of: posts))]
      } catch {
        return [.notRecalled(words(for: error))]
      }
    case .carryOut(let request): return [.answered(carryOut(request))]
    case .complete(let text):
      return [.completed(text, LineOffer(completing: text, in: interpreter, from: origin))]
    case .measureCache: return [answering { .measured(try network.pictures.cache()) }]
    case .completeWord(let word): return [.completed(word, offer(completing: word))]
    case .useMouse, .stop, .redraw, .edit: return []
    }
  }

  /// The number of new notices, counted up to 1,000.
  private func newNotices(for viewer: UserReference?) throws -> Int {
    guard viewer != nil else { return 0 }
    return try network.notices.unseen(by: survivingViewer()).count(most: 1_000)
  }

  /// The handles or hashtags that begin with a word, found by the engine for lines.
  private func offer(completing word: String) -> LineOffer {
    let line = (word.hasPrefix("@") ? "show " : "tag ") + word.dropFirst()
    let found = LineOffer(completing: line, in: interpreter, from: origin)
    var offer = LineOffer(found.choices.map { String(word.prefix(1)) + $0.typed })
    offer.isCut = found.isCut
    return offer
  }

  func load(_ source: PageSource, count: Int, after cursor: Cursor? = nil) throws -> LoadedPage {
    try pages().load(source, count: count, after: cursor)
  }

  private func pages() throws -> PageLoader {
    PageLoader(network: network, viewer: try survivingViewer())
  }

  private func answering(
    for page: Int? = nil, _ body: () throws -> BrowserEvent
  ) -> BrowserEvent {
    do {
      return try body()
    } catch {
      let isGone = (error as? ServiceError)?.isGone ?? false
      return .failed(page: page, words(for: error), isGone: isGone)
    }
  }

  /// The words of a failure; if the network is gone, with the key that leaves.
  private func words(for error: any Error) -> SafeText {
    if error as? ServiceError == .storage(.interrupted) {
      return SafeText(Phrases.interruptedReading)
    }
    let failure = try? self.context().failure(error)
    var context =
      failure?.context ?? FailureContext(of: interpreter.commands.known, Line(from: origin))
    let wording = FailureWords.failure(for: error, in: context)
    guard wording.code == .databaseMoved else { return SafeText(wording.message) }
    // The alert has room for the key that leaves, but not for a long path.
    context.database = nil
    return SafeText(FailureWords.failure(for: error, in: context).message + " Ctrl-C leaves.")
  }

  /// Decodes one picture; the page shows the description of an undecodable one.
  ///
  /// `goesOn` is asked repeatedly whether to continue.
  func decode(_ picture: PictureRequest, while goesOn: () -> Bool) -> [BrowserEvent] {
    switch picture {
    case .tile(let hash): [tile(of: hash, while: goesOn)]
    case .whole(let hash): [.whole(hash, whole(hash, while: goesOn))]
    }
  }

  private func whole(_ hash: String, while goesOn: () -> Bool) -> Thumbnail? {
    guard let drawn = try? network.pictures.drawWhole(hash, while: goesOn) else { return nil }
    network.pictures.offer(drawn.made)
    return drawn.picture
  }

  private func tile(of hash: String, while goesOn: () -> Bool) -> BrowserEvent {
    let kept: [UInt8]?
    do {
      kept = try network.pictures.original(hash)
    } catch {
      return .undrawn(hash, isLasting: false)
    }
    guard let original = kept else { return .undrawn(hash, isLasting: true) }
    var made = MadeThumbnails()
    let tile = made.record(DrawingAttempt(copying: original, while: goesOn), of: hash)
    network.pictures.offer(made)
    return tile.map { .thumbnail(hash, $0) }
      ?? .undrawn(hash, isLasting: made.undecodable.contains(hash))
  }

  /// Runs a command, and adds a typed line to the history; a confirmed line is in it already.
  private func carryOut(_ request: CommandRequest) -> CommandAnswer {
    var answer = self.answer(to: request)
    (answer.viewer, answer.login) =
      ((try? reference(to: survivingViewer())) ?? lastViewer, login)
    if case .line(let line, isConfirmed: false) = request, LineHistory.keeps(Array(line.utf8)),
      let folder = try? interpreter.environment.stateFolder()
    {
      try? LineHistory(folder: folder).append(Array(line.utf8))
    }
    return answer
  }

  private func answer(to request: CommandRequest) -> CommandAnswer {
    let schedule = CommandSchedule(interpreter.commands)
    var answer = CommandAnswer(to: request, viewer: nil)
    let now = (try? interpreter.environment.now()) ?? interpreter.environment.clock
    if let line = request.line, let page = schedule.page(of: line, at: now) {
      answer.opens = Destination(page)
      return answer
    }
    if let answer = self.answer(toMark: request) { return answer }
    var run = Run()
    let caught = interpreter.streams.catching { run = self.run(request) }
    let failure = run.failure
    answer.isPostGone =
      if case .noSuchPost = (failure?.error as? ServiceError)?.reason { true } else { false }
    answer.output = String(decoding: caught.answers, as: UTF8.self)
    answer.messages = String(decoding: caught.remarks, as: UTF8.self)
    answer.isRefused = failure != nil || run.isGone
    if run.isGone, case .verb(_, .person(let person)?, _) = request {
      answer.messages = "Error: \(SafeText(person.handle)) is gone.\n"
    }
    // The answer "no" is not a failure.
    answer.isUndone =
      failure == nil && run.result.map { ![.done, .no].contains($0.status) } ?? false
    answer.isChange =
      failure == nil && run.result.map { $0.isWrite && $0.effect == .done } ?? false
    (answer.question, answer.opens) = (run.result?.question?.text, run.result?.opens)
    answer.received = run.result?.received
    if let line = request.line {
      answer.isMistyped = failure.map { EffectHandler.isMendable(line, refusedFor: $0) } ?? false
      answer.newHandle = schedule.newHandle(in: line)
      answer.isList = schedule.isList(line)
    }
    return answer
  }

  /// Moves a read mark; nil for any other request.
  private func answer(toMark request: CommandRequest) -> CommandAnswer? {
    var answer = CommandAnswer(to: request, viewer: nil)
    do {
      switch request {
      case .markNotices(let moment):
        try network.notices.unseen(by: survivingViewer())
          .markSeen(upTo: network.settled(moment, at: context().now))
      // No key asked for it, and without it the posts are only shown again.
      case .markTimeline(let times): try? markTimeline(times)
      case .line, .verb: return nil
      }
    } catch {
      answer.isRefused = true
      answer.messages = words(for: error).string
    }
    return answer
  }

  /// Writes only if a post is new, and none that is older than these times.
  private func markTimeline(_ times: ClosedRange<Moment>) throws {
    let clock = try context().now
    let now = try network.timeline.present(at: clock)
    let viewer = try survivingViewer()
    let new = network.timeline.unseen(by: viewer, now: now)
    let older = network.timeline.unseen(by: viewer, PostFilter(until: times.lowerBound), now: now)
    guard try new.count(most: 1) > 0, try older.count(most: 1) == 0 else { return }
    try new.markSeen(upTo: network.settled(min(times.upperBound, now), at: clock))
  }

  /// The outcome of a command.
  private struct Run {
    var result: CommandResult?
    var failure: LineFailure?
    /// Whether the request concerns a user who is gone.
    var isGone = false
  }

  /// Runs a command, and reports its failure.
  private func run(_ request: CommandRequest) -> Run {
    var run = Run()
    do throws(LineFailure) {
      guard let words = try self.words(of: request) else { return Run(isGone: true) }
      if words.isEmpty { return run }
      run.result = try interpreter.carryOut(words, from: origin, isConfirmed: request.isConfirmed)
      // The browser can't ask while something else is open; the line then needs `--yes`.
      if let question = run.result?.question {
        run.failure = interpreter.failures.failure(
          UsageError(.needsConfirmation(question.loss)), of: Line(words, from: origin))
      }
    } catch {
      run.failure = error
    }
    if let failure = run.failure { report(failure) }
    return run
  }

  /// The words of a line, or of a verb; nil if the verb applies to a user who is gone.
  private func words(of request: CommandRequest) throws(LineFailure) -> [Token]? {
    switch request {
    case .line(let line, _): return try interpreter.words(of: Array(line.utf8), from: origin)
    case .markNotices, .markTimeline: return []
    case .verb(let name, let thing, let text):
      var words = name.split(separator: " ").map(String.init)
      switch thing {
      case .post(let id), .notice(_, _, let id?): words.append(String(id.number))
      case .notice(_, let actor, nil): words.append(actor.text)
      case .person(let person):
        guard let handle = handle(of: .person(person)) else { return nil }
        words.append(handle.text)
      case nil: break
      }
      return Token.list((words + (text.map { ["--", $0] } ?? [])).map { Array($0.utf8) })
    }
  }

  /// The current handle of a user; the last known one after an error, and nil if the user is gone.
  func handle(of owner: PageOwner) -> Handle? {
    do {
      return try pages().current(owner)?.handle
    } catch ServiceError.noSuchUser {
      return nil
    } catch {
      return owner.handle
    }
  }

  /// Whether a changed line may succeed.
  private static func isMendable(_ line: String, refusedFor failure: LineFailure) -> Bool {
    switch (failure.error as? ServiceError)?.reason {
    // If the line does not name the missing user, the acting user is missing.
    case .noSuchUser(let handle, _): line.lowercased().contains(handle.text.lowercased())
    case .noSuchPost: true
    default:
      [
        .usage, .badValue, .badLine, .emptyPost, .userExists, .badPicture, .fileMissing,
        .cannotCreate,
      ].contains(FailureWords.failure(for: failure.error, in: failure.context).code)
    }
  }

  private func report(_ failure: LineFailure) {
    if FailureWords.failure(for: failure.error, in: failure.context).code == .databaseMoved {
      let words = words(for: failure.error).string
      try? interpreter.streams.write("Error: \(words)\n", to: .error)
    } else {
      interpreter.failures.report(failure, from: origin)
    }
  }
}

extension ServiceError {
  /// Whether the subject of a page does not exist.
  var isGone: Bool {
    switch self {
    case .noSuchUser, .noSuchPost, .noCurrentUser: true
    default: false
    }
  }
}
