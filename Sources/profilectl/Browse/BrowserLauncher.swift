import Browser
import CommandLine
import Model
import Rendering
import Services
import Terminal

/// The full-screen browser, from its first page to the terminal as it was.
struct BrowserLauncher {
  /// How it is asked to behave.
  struct Manner {
    let header: HeaderStyle
    let hasMotion: Bool
    let usesMouse: Bool
  }

  private let context: CommandContext
  private var interpreter: Interpreter { context.interpreter }
  private let inherited: [GivenOption]

  init(_ context: CommandContext, inheriting inherited: [GivenOption]) {
    self.context = context
    self.inherited = inherited
  }

  /// Shows somebody's profile first, or one's own, and ends with what the process or line ends
  /// with.
  func run(_ handle: Handle?, _ manner: Manner) throws -> ExitStatus {
    let origin = context.line.origin
    let screen = origin.onScreen(inheriting: inherited)
    // From here on signals are only noticed: the screen is given back first.
    SignalMessages.settle(at: screen)
    defer { SignalMessages.settle(at: origin) }
    return try runOnScreen(handle, manner, from: screen)
  }

  /// The same in lines, for those who are read to; any terminal or pipe will do.
  func runLinear(_ handle: Handle?) throws -> ExitStatus {
    var lines = context.line.origin
    (lines.surface, lines.inherited) = (.browser, inherited)
    (lines.isInBrowser, lines.printsPages, lines.speaksJSON) = (true, true, false)
    let world = try BrowserWorld(context, from: lines)
    let manner = Manner(header: .stretchy, hasMotion: false, usesMouse: false)
    var traits = context.traits
    (traits.depth, traits.height) = (.none, 24)
    let state = try firstState(handle, manner, traits, world)
    return try LinearBrowser(state, world: world, in: interpreter, from: lines).run()
  }

  private func firstState(
    _ handle: Handle?, _ manner: Manner, _ traits: Traits, _ world: BrowserWorld
  ) throws -> BrowserState {
    // An error at the start names the source of the acting user.
    _ = try context.viewer()
    let source = PageSource.profile(handle.map(PageOwner.named) ?? .viewer, .posts)
    let loaded = try world.load(source, count: BrowserState.stretch)
    var state = BrowserState(
      traits: traits, header: manner.header, hasMotion: manner.hasMotion,
      usesMouse: manner.usesMouse, me: try world.viewer(), first: source)
    state.login = world.login
    _ = state.update(.loaded(page: 0, loaded), at: 0)
    return state
  }

  private func runOnScreen(
    _ handle: Handle?, _ manner: Manner, from origin: LineOrigin
  ) throws -> ExitStatus {
    var traits = context.traits
    traits.isBoldWithoutColor = true
    let world = try BrowserWorld(context, from: origin)
    // Errors are reported before the screen is taken.
    var state = try firstState(handle, manner, traits, world)
    let wake = try WakeSignal()
    let worker = try BrowserWorker(world, ringing: wake)
    try Lane.requireThreads(ProfileWatch.observers)
    let observation = try world.observe(handle) { worker.noticeChange() }
    let screen = try FullScreen(usesMouse: manner.usesMouse, wokenBy: wake)
    defer { screen.leave() }
    state.widest = context.options.width
    if let size = screen.size { state.fit(columns: size.columns, rows: size.rows) }
    if let folder = try? context.environment.stateFolder() {
      let lines = (try? LineHistory(folder: folder).load()) ?? []
      state.history = lines.map { String(decoding: $0, as: UTF8.self) }
    }
    let loop = BrowserLoop(state, worker: worker, screen: screen)
    let status = loop.run()
    withExtendedLifetime(observation) {}
    screen.leave()
    let isDone = finish(worker, loop, giveUp: status == .interrupted)
    // Commands that were given up are reported.
    return isDone ? status : ExitStatus.asked ?? status
  }

  /// Waits, on the terminal as it was, for what was asked last; tells, with false, if
  /// nothing came of some of it, or of what was answered too late to be seen.
  private func finish(_ worker: BrowserWorker, _ loop: BrowserLoop, giveUp: Bool) -> Bool {
    if giveUp, !worker.wait(microseconds: 0) { Interruption.takeKey() }
    if !worker.wait(microseconds: 200_000), !giveUp, let undertaking = loop.underWay {
      // What a line that is under way says is caught: this is said beside it.
      let notice = BrowserLauncher.notice(of: undertaking) + "\n"
      try? context.environment.console.write(Array(notice.utf8), to: .error)
    }
    worker.finish()
    var told: [String] = []
    let late = loop.unseen + worker.take().events
    for words in late.compactMap(BrowserLauncher.lastWords) where !told.contains(words) {
      try? context.streams.write(words, to: .error)
      told.append(words)
    }
    return told.isEmpty
  }

  /// The request of a page that was left.
  private static func notice(of undertaking: PendingCommands.Entry) -> String {
    guard let line = undertaking.request.line else {
      return "Another process is writing; Ctrl-C gives up."
    }
    return "Still under way: :\(SafeText(line).string); Ctrl-C gives up."
  }

  /// The report, after the screen is gone, of work that was not done.
  private static func lastWords(_ event: BrowserEvent) -> String? {
    switch event {
    case .answered(let answer) where answer.isRefused || answer.isUndone: answer.remarked
    default: nil
    }
  }
}
