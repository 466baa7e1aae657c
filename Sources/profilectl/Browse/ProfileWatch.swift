import Browser
import CommandLine
import Keys
import Model
import Rendering
import Services
import Terminal

/// Shows a profile again whenever it changes: in place on a terminal, otherwise one below the
/// other.
struct ProfileWatch {
  /// The threads of an observation: one waits for changes, and one reads them.
  static let observers = 2

  let context: CommandContext
  let user: Handle?
  let tab: ProfileTab
  let page: PageRequest
  let columns: Int?
  let pictures: PictureOptions

  /// Returns after a signal or a key, or when the reader of the output is gone.
  func run() throws -> ExitStatus {
    let console = context.environment.console
    let isDrawn = try context.drawsPictures && context.environment.cursorTerminal() != nil
    guard isDrawn, context.inputIsTerminal, console.isTerminal(.output) else { return try runOn() }
    let screen = context.line.origin.onScreen(inheriting: [])
    SignalMessages.settle(at: screen)
    defer { SignalMessages.settle(at: context.line.origin) }
    return try ProfileWatch(
      context: context.from(screen), user: user, tab: tab, page: page, columns: columns,
      pictures: pictures
    ).runInPlace()
  }

  /// Reads the profile of the same user, even after a rename.
  private func drawn(for known: UserReference?, size: Console.Size?) throws -> DrawnProfile {
    guard let known else { return try drawn(user, size: size) }
    guard let now = try context.network().users.user(known.id) else {
      throw ServiceError.noSuchUser(known.handle, near: nil)
    }
    return try drawn(now.handle, size: size)
  }

  /// The profile at one moment, and a drawing of it.
  private struct DrawnProfile {
    let shown: ShownProfile
    let canvas: Canvas
    let traits: Traits
  }

  private func drawn(_ user: Handle?, size: Console.Size?) throws -> DrawnProfile {
    var (shown, thumbnails) = try context.profile(of: user, tab: tab, page)
    let pictures = try context.network().pictures
    let made = try context.pictures.makeMissing(in: &thumbnails, from: pictures)
    pictures.offer(made)
    var traits = self.pictures.applied(to: context.traits)
    traits.now = context.clock()
    if let size {
      traits.isBoldWithoutColor = true
      traits.width = min(size.columns, context.options.width ?? size.columns)
      traits.height = size.rows
    }
    var page = try ProfilePage(
      shown, columns: columns, thumbnails: thumbnails.kept, avatar: thumbnails.avatar,
      banner: context.pictures.banner(
        of: shown.profile.item.user, or: thumbnails, from: pictures))
    page.fitsWindow = false
    return DrawnProfile(shown: shown, canvas: page.canvas(in: traits), traits: traits)
  }

  /// The user to watch; nil for the viewer, who may be another user after a login.
  private func watched(_ shown: ShownProfile) -> UserReference? {
    user == nil ? nil : UserReference(shown.profile.item.user)
  }

  private func observe(_ wake: WakeSignal) throws -> ProfileObservation {
    try SerialThread.require(ProfileWatch.observers)
    return try context.network().users.observeProfile(of: user, as: try context.viewer()) { _ in
      wake.send()
    }
  }

  private func runOn() throws -> ExitStatus {
    let wake = try WakeSignal()
    let observation = try observe(wake)
    defer { withExtendedLifetime(observation) {} }
    var last: ShownProfile?
    while true {
      let profile = try drawn(for: last.flatMap(watched), size: nil)
      if profile.shown != last {
        try answer(profile, isFirst: last == nil)
        last = profile.shown
      }
      switch wake.wait() {
      case .rung, .timeout: continue
      case .readerGone: return .done
      case .signal: return ExitStatus.asked ?? .interrupted
      }
    }
  }

  private func answer(_ profile: DrawnProfile, isFirst: Bool) throws {
    if !isFirst, context.recordFormat == nil { try context.answer(Output("\n")) }
    try context.answer(
      Record(profile.shown), text: { _ in profile.canvas.output(in: profile.traits) })
  }

  private func runInPlace() throws -> ExitStatus {
    // Errors are reported before the screen is taken.
    var profile = try drawn(user, size: context.environment.console.size)
    let wake = try WakeSignal()
    let observation = try observe(wake)
    defer { withExtendedLifetime(observation) {} }
    let screen = try FullScreen(usesMouse: false, wokenBy: wake)
    defer { screen.leave() }
    var shown: Frame?
    var layer = PictureLayer()
    screen.placesPictures = profile.traits.pictures.used == .kitty
    var scroll = WatchScroll()
    while true {
      let frame = frame(of: profile, at: &scroll, size: screen.size)
      let (output, drawnFrame) = layer.bytes(from: shown, to: frame, on: profile.traits.pictures)
      try screen.write(output.bytes)
      shown = drawnFrame
      let reasons = screen.wait(milliseconds: nil)
      if let status = ExitStatus.asked { return status }
      guard let keys = screen.keys(after: reasons)?.flatMap(\.parts) else { return .hangUp }
      if let status = status(after: keys) { return status }
      for key in keys { scroll.scroll(by: key) }
      let isStopped = reasons.contains(.stopAsked) || keys.contains(.control("z"))
      if isStopped { screen.stop() }
      if reasons.contains(.continued) { screen.resume() }
      if isStopped || !reasons.isDisjoint(with: [.continued, .resized]) { shown = nil }
      if shown == nil || reasons.contains(.woken) {
        profile = try drawn(for: watched(profile.shown), size: screen.size)
      }
    }
  }

  private func status(after keys: [KeyPress]) -> ExitStatus? {
    if keys.contains(.control("c")) { return .interrupted }
    return keys.contains(.escape) || keys.contains(.character("q")) ? .done : nil
  }

  /// The part of the page that fits in the window, and the keys in the last row.
  private func frame(of profile: DrawnProfile, at scroll: inout WatchScroll, size: Console.Size?)
    -> Frame
  {
    var canvas = Canvas(
      width: size?.columns ?? profile.canvas.width, height: size?.rows ?? profile.canvas.height)
    if canvas.width < SmallWindow.fewestColumns || canvas.height < SmallWindow.fewestRows {
      canvas.draw(SmallWindow().canvas(in: profile.traits), x: 0, y: 0)
      return Frame(canvas)
    }
    let last = canvas.height - 1
    scroll.fit(rows: profile.canvas.height, in: last)
    canvas.draw(profile.canvas, x: 0, y: -scroll.offset)
    canvas.fill(x: 0, y: last, width: canvas.width)
    let hint: SafeText = scroll.isNeeded ? "q leaves   Up Down scroll" : "q leaves"
    canvas.draw(hint, x: 0, y: last, Style.faint.paint(in: profile.traits))
    return Frame(canvas)
  }
}

/// The rows of a page that a window shows, which may have fewer rows than the page.
struct WatchScroll: Equatable {
  /// The row of the page at the top of the window.
  private(set) var offset = 0
  /// The last row that may be at the top.
  private var end = 0
  private var window = 0

  var isNeeded: Bool { end > 0 }

  /// Takes the heights of the page and the window.
  mutating func fit(rows: Int, in window: Int) {
    end = max(0, rows - window)
    self.window = window
    move(to: offset)
  }

  /// Scrolls by a key; two rows stay visible, if the window has more.
  mutating func scroll(by key: KeyPress) {
    let page = max(1, window - 2)
    switch KeyTable.action(for: key) {
    case .up: move(to: offset - 1)
    case .down: move(to: offset + 1)
    case .pageUp: move(to: offset - page)
    case .pageDown: move(to: offset + page)
    case .first: move(to: 0)
    case .last: move(to: end)
    default: break
    }
  }

  private mutating func move(to row: Int) {
    offset = min(max(0, row), end)
  }
}
