import Browser
import Keys
import Rendering
import Terminal

/// Turns keys, signals and answers into events, and draws the state after each of them.
///
/// It sleeps until something happens or an animation needs its next frame.
final class BrowserLoop {
  /// The shortest time between two updates for changes by other processes, in microseconds.
  private static let shortestRest: Int64 = 40_000

  private let worker: BrowserWorker
  private let screen: FullScreen
  private var state: BrowserState
  private var shown: Frame?
  private var pictures = PictureLayer()
  private let drawings = DrawingCache()
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastChange: Int64 = -1_000_000
  private var isChangeWaiting = false
  /// Recent answers, and the times when they were drawn; nil if not drawn yet.
  private var recent: [(event: BrowserEvent, drawn: Int64?)] = []
  /// Messages that arrived too late to be seen.
  private(set) var unseen: [BrowserEvent] = []
  /// The picture that is being decoded.
  private var awaited: PictureRequest?

  /// Opens a text in the viewer's editor, and returns the result.
  private let editor: (String) -> BrowserEvent

  /// The question to the terminal at the start of the loop.
  struct TerminalQuery {
    /// Whether the answer decides how pictures are drawn, and whether the background is light.
    let choosesProtocol: Bool
    let choosesBackground: Bool
  }

  /// Nil for a terminal that might print the question.
  private let query: TerminalQuery?
  /// Whether the terminal has kitty's protocol.
  private var hasGraphics = false

  init(
    _ state: BrowserState, worker: BrowserWorker, screen: FullScreen, asking query: TerminalQuery?,
    editor: @escaping (String) -> BrowserEvent
  ) {
    self.state = state
    self.query = query
    self.editor = editor
    self.worker = worker
    self.screen = screen
    start = clock.now
  }

  /// The oldest command without an answer.
  var pending: PendingCommands.Entry? { state.pending.entries.first }
  var unsentText: String? { state.unsentText }

  /// Microseconds since the loop began.
  private var time: Int64 {
    let (seconds, attoseconds) = (clock.now - start).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// Returns when the viewer leaves, after a signal, or when the terminal is gone.
  func run() -> ExitStatus {
    defer {
      forgetSeen()
      unseen = recent.map(\.event)
    }
    resize()
    do throws(ConsoleError) {
      if let query { try screen.ask(aboutGraphics: query.choosesProtocol) }
      while state.ending == nil {
        try draw()
        let reasons = screen.wait(milliseconds: pause)
        if let status = ExitStatus.asked { return status }
        guard let keys = screen.keys(after: reasons) else { return .hangUp }
        for reply in screen.replies() { apply(reply) }
        notice(reasons)
        takeAnswers()
        for key in keys where state.ending == nil {
          feed(.key(key))
          takeAnswers()
        }
        askForPicture()
        feed(.tick)
      }
    } catch {
      // The terminal is gone.
      return ExitStatus.asked ?? .hangUp
    }
    return ExitStatus(state.ending)
  }

  /// Changes the traits by a reply; the attributes are the last reply.
  private func apply(_ reply: TerminalReply) {
    guard let query else { return }
    switch reply {
    case .graphics(let isSupported): hasGraphics = isSupported
    case .background(let isLight): if query.choosesBackground { state.traits.isLight = isLight }
    case .attributes(let numbers):
      guard query.choosesProtocol, state.traits.pictures.used != .iterm else { return }
      state.traits.pictures.use(hasGraphics ? .kitty : numbers.contains(4) ? .sixel : nil)
    }
  }

  /// Milliseconds until the next frame; nil if nothing moves.
  private var pause: Int? {
    if awaited == nil, state.wantedPicture != nil { return 0 }
    var pause = state.pause
    if isChangeWaiting {
      pause = min(pause ?? .max, max(0, lastChange + BrowserLoop.shortestRest - time))
    }
    return pause.map { Int(($0 + 999) / 1_000) }
  }

  private func draw() throws(ConsoleError) {
    state.time = time
    let frame = BrowserView(state, drawings).frame
    let used = state.traits.pictures.used
    if screen.placesPictures != (used == .kitty) { screen.placesPictures = used == .kitty }
    let (output, drawn) = pictures.bytes(
      from: shown, to: frame, on: state.traits.pictures,
      isMoving: state.isMoving)
    try screen.write(output.bytes)
    shown = drawn
    state.noteShown(frame.canvas)
    for answer in recent.indices where recent[answer].drawn == nil { recent[answer].drawn = time }
  }

  private func notice(_ reasons: FullScreen.WaitReasons) {
    if reasons.contains(.stopAsked) {
      stop()
    } else if reasons.contains(.continued) {
      screen.resume()
      shown = nil
      resize()
    } else if reasons.contains(.resized) {
      resize()
    }
  }

  private func stop() {
    screen.stop()
    shown = nil
    resize()
  }

  private func resize() {
    guard let size = screen.size else { return }
    if let cell = screen.cellSize {
      (state.traits.pictures.cellWidth, state.traits.pictures.cellHeight) = cell
    }
    // A terminal may have moved its contents.
    shown = nil
    feed(.resized(columns: size.columns, rows: size.rows))
  }

  /// Takes the events that have arrived; waits briefly for answers to the last key.
  private func takeAnswers() {
    let end = time + BrowserState.answerGrace
    forgetSeen()
    repeat {
      worker.waitForRecent(microseconds: end - time)
      let answers = worker.drain()
      if let now = answers.now { state.traits.now = now }
      if let (words, request) = answers.progress { feed(.progressed(words, request)) }
      for event in answers.events {
        switch event {
        case .thumbnail, .whole, .undrawn: awaited = nil
        case .answered: recent.append((event, nil))
        default: break
        }
        feed(event)
      }
      if answers.isChanged { isChangeWaiting = true }
      takeChange()
    } while worker.isRecent && time < end
  }

  private func forgetSeen() {
    recent.removeAll { time - ($0.drawn ?? .max) >= BrowserState.answerGrace }
  }

  private func takeChange() {
    guard isChangeWaiting, time - lastChange >= BrowserLoop.shortestRest else { return }
    isChangeWaiting = false
    lastChange = time
    feed(.changed)
  }

  /// Decodes one picture at a time, so that other requests can run between two.
  private func askForPicture() {
    guard awaited == nil, let picture = state.wantedPicture else { return }
    awaited = picture
    worker.decode(picture)
  }

  private func edit(_ text: String) {
    let event = screen.lend { editor(text) }
    resize()
    feed(event)
  }

  /// Updates the state, and carries out the effects.
  private func feed(_ event: BrowserEvent) {
    for effect in state.update(event, at: time) {
      switch effect {
      case .useMouse(let isOn): screen.usesMouse = isOn
      case .stop: stop()
      case .redraw: shown = nil
      case .edit(let text): edit(text)
      default: worker.carryOut(effect)
      }
    }
  }
}

extension ExitStatus {
  init(_ ending: BrowserState.Ending?) {
    self = ending == .interrupted ? .interrupted : .done
  }
}
