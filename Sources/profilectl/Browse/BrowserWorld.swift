import Browser
import CommandLine
import Model
import Pictures
import Rendering
import Services
import Storage
import Terminal

/// The network, the pictures and the commands, as the browser asks them.
///
/// Every answer is an event; what fails is one too. A world belongs to one queue.
final class BrowserWorld {
  private let interpreter: Interpreter
  /// The origin of the lines that are typed in the browser.
  private var origin: LineOrigin
  private let network: Network
  /// Whether it was said that no picture can be decoded here.
  private var lacksDecoder = false
  /// The last known acting user.
  private var lastViewer: UserReference?

  /// What to call while a line is carried out, from any thread.
  var onProgress: (@Sendable (SafeText) -> Void)? {
    get { origin.onProgress }
    set { origin.onProgress = newValue }
  }

  var commands: CommandList { interpreter.commands }

  /// Who logged in by lines that were carried out here.
  var sessionLogin: Identity.SessionLogin {
    get { interpreter.identity.state.login }
    set { interpreter.identity.state.login = newValue }
  }

  /// The same as the browser compares it.
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

  /// Another way into the same network, so that what is asked there waits for nothing here.
  func another() -> BrowserWorld {
    let other = interpreter.another()
    let world = BrowserWorld(other.network.current ?? network, in: other, from: origin)
    world.lastViewer = lastViewer
    return world
  }

  /// A context for what is asked now: who acts and what time it is may have changed.
  func context(reach: Reach = .nothing) throws -> CommandContext {
    try CommandContext(reach: reach, from: origin, in: interpreter)
  }

  /// The acting user, if any.
  func viewer() throws -> UserReference? {
    lastViewer = try network.users.user(try context().viewer()).map { UserReference($0) }
    return lastViewer
  }

  /// The user who sees the pages, if any.
  private func seer() throws -> UserReference? {
    lastViewer = try network.users.user(looker()).map { UserReference($0) }
    return lastViewer
  }

  /// Tells whenever any process has changed the network, until it is dropped.
  func observe(
    _ handle: Handle?, onChange: @escaping @Sendable () -> Void
  ) throws -> ProfileObservation {
    try network.users.observeProfile(of: handle, as: try context().viewer()) { _ in onChange() }
  }

  /// Empty where an effect has no answer.
  func carryOut(_ effect: BrowserEffect) -> [BrowserEvent] {
    switch effect {
    case .load(let page, let source, let count, let cursor):
      load(source, count: count, after: cursor, for: page)
    case .recall(let posts): [recall(posts)]
    case .carryOut(let request): [.answered(carryOut(request))]
    case .complete(let text):
      [.completed(text, LineOffer(completing: text, in: interpreter, from: origin))]
    case .measureCache: [answering { .measured(try network.pictures.cache()) }]
    case .useMouse, .stop, .redraw: []
    }
  }

  func carryOut(_ request: CommandRequest) -> CommandAnswer {
    switch request {
    case .follow(let person): doing(request, .user) { try $0.follow(person) }
    case .unfollow(let person): doing(request, .user) { try $0.unfollow(person) }
    case .like(let id): doing(request, .post) { try $0.like(id) }
    case .unlike(let id): doing(request, .post) { try $0.unlike(id) }
    case .line(let line, let isConfirmed): carryOut(line: line, isConfirmed: isConfirmed)
    }
  }

  private func recall(_ posts: [Post]) -> BrowserEvent {
    do {
      return .recalled(posts, try network.pictures.thumbnails(of: posts))
    } catch {
      return .notRecalled(words(for: error))
    }
  }

  private func answering(
    for page: Int? = nil, _ body: () throws -> BrowserEvent
  ) -> BrowserEvent {
    do {
      return try body()
    } catch {
      return .failed(page: page, words(for: error), isGone: BrowserWorld.isGone(error))
    }
  }

  /// The words of a failure; with the way out if the network is gone.
  private func words(for error: any Error, reach: Reach = .nothing) -> SafeText {
    if error as? ServiceError == .storage(.interrupted) {
      return SafeText(Phrases.interrupted(ofWrite: reach.isSaved))
    }
    let failure = try? self.context(reach: reach).failure(error)
    var context =
      failure?.context ?? FailureContext(of: interpreter.commands.known, Line(from: origin))
    let told = FailureWords.failure(for: error, in: context)
    guard told.code == .databaseMoved else { return SafeText(told.message) }
    // The alert has room for the way out, but not for a long path.
    context.database = nil
    return SafeText(FailureWords.failure(for: error, in: context).message + BrowserWorld.wayOut)
  }

  private static let wayOut = " Ctrl-C leaves."

  private static func isGone(_ error: any Error) -> Bool {
    switch error {
    case ServiceError.noSuchUser, ServiceError.noSuchPost, ServiceError.noCurrentUser: true
    default: false
    }
  }

  private func load(
    _ source: PageSource, count: Int, after cursor: Cursor?, for page: Int
  ) -> [BrowserEvent] {
    let loaded = answering(for: page) {
      .loaded(page: page, try load(source, count: count, after: cursor))
    }
    do {
      return [loaded, .looking(try seer(), under: login)]
    } catch {
      return [loaded]
    }
  }

  func load(_ source: PageSource, count: Int, after cursor: Cursor? = nil) throws -> LoadedPage {
    try PageLoader(network: network, viewer: try looker())
      .load(source, count: count, after: cursor)
  }

  /// The user who sees the pages: no user if the one of the start is gone.
  private func looker() throws -> Viewer {
    let viewer = try context().viewer()
    if case .named(let handle) = viewer { return .preset(handle) }
    return viewer
  }

  private func doing(
    _ request: CommandRequest, _ subject: OutcomeLines.ItemKind,
    _ deed: (BrowserDeeds) throws -> Outcome?
  ) -> CommandAnswer {
    var answer = CommandAnswer(to: request, viewer: nil)
    do {
      let context = try self.context()
      let deeds = BrowserDeeds(network: network, viewer: try context.viewer(), now: context.now)
      if let outcome = try deed(deeds) {
        answer.said = OutcomeLines([outcome], of: subject).sentence(for: outcome).string + "\n"
      } else {
        answer.isRefused = true
        answer.remarked = "Error: \(goneWords(request))\n"
      }
    } catch {
      answer.isRefused = true
      let words = words(for: error, reach: .network).string
      answer.remarked =
        (error as? ServiceError == .storage(.interrupted) ? words : "Error: " + words) + "\n"
    }
    answer.viewer = (try? seer()) ?? lastViewer
    answer.login = login
    return answer
  }

  private func goneWords(_ request: CommandRequest) -> String {
    switch request {
    case .follow(let person), .unfollow(let person): "@\(person.handle.text) is gone."
    case .like, .unlike, .line: "Nothing was done."
    }
  }

  /// Decodes one picture, and tells of its thumbnail; of none where it can't be had, and the first
  /// time why.
  ///
  /// `goesOn` may give it up.
  func thumbnail(of hash: String, while goesOn: () -> Bool) -> [BrowserEvent] {
    let kept: [UInt8]?
    do {
      kept = try network.pictures.original(hash)
    } catch {
      return [.undrawn(hash, isLasting: false)]
    }
    guard let original = kept else { return [.undrawn(hash, isLasting: true)] }
    switch DrawingAttempt(original, while: goesOn) {
    case .drawn(let thumbnail):
      network.pictures.offer([hash: thumbnail])
      return [.thumbnail(hash, thumbnail)]
    case .undecodable:
      network.pictures.offer([:], undecodable: [hash])
      return [.undrawn(hash, isLasting: true)]
    case .undecided(let hindrance):
      let undrawn = BrowserEvent.undrawn(hash, isLasting: false)
      guard !lacksDecoder else { return [undrawn] }
      lacksDecoder = true
      let words: SafeText =
        "Pictures can't be drawn yet: \(PictureErrorWords.reason(for: hindrance))."
      return [undrawn, .failed(page: nil, words)]
    }
  }

  /// Whether another line would not be refused for that.
  private static func isMendable(_ line: String, refusedFor failure: LineFailure) -> Bool {
    switch (failure.error as? ServiceError)?.reason {
    // Whoever is not named in the line was to act.
    case .noSuchUser(let handle, _): line.lowercased().contains(handle.text.lowercased())
    case .noSuchPost: true
    default:
      [
        .usage, .badValue, .badLine, .emptyPost, .userExists, .badPicture, .fileMissing,
        .cannotCreate,
      ].contains(
        FailureWords.failure(for: failure.error, in: failure.context).code)
    }
  }

  /// A confirmed line is in the history since it was asked about.
  private func carryOut(line: String, isConfirmed: Bool) -> CommandAnswer {
    let answer = answer(to: line, isConfirmed: isConfirmed)
    if !isConfirmed, LineHistory.keeps(Array(line.utf8)),
      let folder = try? interpreter.environment.stateFolder()
    {
      try? LineHistory(folder: folder).append(Array(line.utf8))
    }
    return answer
  }

  private func answer(to line: String, isConfirmed: Bool) -> CommandAnswer {
    var result: CommandResult?
    var failure: LineFailure?
    let caught = interpreter.streams.catching {
      do throws(LineFailure) {
        let words = try interpreter.words(of: Array(line.utf8), from: origin)
        if words.isEmpty { return }
        result = try interpreter.carryOut(words, from: origin, isConfirmed: isConfirmed)
        // A page on which something else is open can't ask: the line needs --yes.
        if let question = result?.question {
          failure = interpreter.failures.failure(
            UsageError(.needsConfirmation(question.loss)), of: Line(words, from: origin))
        }
      } catch {
        failure = error
      }
      if let failure { report(failure) }
    }
    var answer = CommandAnswer(
      to: .line(line, isConfirmed: isConfirmed),
      said: String(decoding: caught.answers, as: UTF8.self),
      remarked: String(decoding: caught.remarks, as: UTF8.self), isRefused: failure != nil,
      viewer: (try? seer()) ?? lastViewer)
    answer.isMistyped = failure.map { BrowserWorld.isMendable(line, refusedFor: $0) } ?? false
    answer.isUndone = failure == nil && result.map { $0.status != .done } ?? false
    (answer.question, answer.opens) = (result?.question?.text, result?.opens)
    answer.login = login
    answer.newHandle = CommandLanes(interpreter.commands).newHandle(in: line)
    return answer
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
