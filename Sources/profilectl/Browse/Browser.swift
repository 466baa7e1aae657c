import Model
import Rendering
import Services
import Terminal

/// The full-screen browser, from its first page to the terminal as it was.
struct Browser {
  /// How it is asked to behave.
  struct Manner {
    let header: HeaderStyle
    let hasMotion: Bool
    let usesMouse: Bool
  }

  private let session: Session
  private let host: Host
  private let inherited: [GivenOption]

  init(_ session: Session, inheriting inherited: [GivenOption]) {
    self.session = session
    host = session.host
    self.inherited = inherited
  }

  /// Shows somebody's profile first, or one's own, and ends with what the process or line ends
  /// with.
  func run(_ handle: Handle?, _ manner: Manner) throws -> ExitStatus {
    try host.onScreen(inheriting: inherited) { try runOnScreen(handle, manner) }
  }

  /// The same in lines, for those who are read to; any terminal or pipe will do.
  func runLinear(_ handle: Handle?) throws -> ExitStatus {
    var lines = host.setting
    (lines.surface, lines.inherited) = (.browser, inherited)
    return try host.within(lines) {
      let world = try BrowserWorld(session)
      let manner = Manner(header: .stretchy, hasMotion: false, usesMouse: false)
      var traits = session.traits
      (traits.depth, traits.height) = (.none, 24)
      let state = try firstState(handle, manner, traits, world)
      return try LinearBrowser(state, world: world, host: host).run()
    }
  }

  private func firstState(
    _ handle: Handle?, _ manner: Manner, _ traits: Traits, _ world: BrowserWorld
  ) throws -> BrowserState {
    let first = BrowserEffect.Wanted.profile(handle, .posts, count: BrowserState.stretch)
    let loaded = try world.load(first)
    var state = BrowserState(
      traits: traits, header: manner.header, hasMotion: manner.hasMotion,
      usesMouse: manner.usesMouse, me: try world.viewer(),
      first: .profile(ProfileContent(handle: handle)))
    _ = state.update(.loaded(page: 0, loaded), at: 0)
    return state
  }

  private func runOnScreen(_ handle: Handle?, _ manner: Manner) throws -> ExitStatus {
    var traits = session.traits
    traits.isBoldWithoutColor = true
    let deeds = try BrowserWorld(session)
    let world = try deeds.another()
    // What can't be shown is told before the screen is taken.
    var state = try firstState(handle, manner, traits, world)
    deeds.lastViewer = state.me
    let screen = try FullScreen(usesMouse: manner.usesMouse)
    defer { screen.leave() }
    if let size = screen.size {
      (state.traits.width, state.traits.height) = (size.columns, size.rows)
    }
    if let folder = try? session.surroundings.stateFolder() {
      let lines = (try? LineHistory(folder: folder).load()) ?? []
      state.history = lines.map { String(decoding: $0, as: UTF8.self) }
    }
    let worker = BrowserWorker(pages: world, deeds: deeds, ringing: screen.wake)
    let observation = try world.observe(handle) { worker.noticeChange() }
    let status = BrowserLoop(state, worker: worker, screen: screen).run()
    withExtendedLifetime(observation) {}
    screen.leave()
    finish(worker, giveUp: status == .interrupted)
    return status
  }

  /// Waits, on the terminal as it was, for what was asked last, and tells if nothing came of it.
  private func finish(_ worker: BrowserWorker, giveUp: Bool) {
    if giveUp, !worker.wait(microseconds: 0) { Interruption.takeKey() }
    if !worker.wait(microseconds: 200_000), !giveUp {
      try? host.streams.write("Another process is writing; Ctrl-C gives up.\n", to: .error)
    }
    worker.finish()
    let told = worker.take().events.compactMap(Browser.lastWords)
    for words in told.prefix(1) { try? host.streams.write(words, to: .error) }
  }

  /// What is told, once the screen is gone, of something that was under way.
  private static func lastWords(_ event: BrowserEvent) -> String? {
    switch event {
    case .answered(let answer) where !answer.remarked.isEmpty: answer.remarked
    case .refused where Interruption.pending != nil: Wording.interruptedUnsaved + "\n"
    case .refused(let words): "Error: \(words.string)\n"
    default: nil
    }
  }
}
