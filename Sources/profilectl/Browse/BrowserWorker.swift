import Browser
import Dispatch
import Model
import Rendering
import Terminal

/// Asks the world beside the loop, so that the screen goes on: pages, lines that only read, and
/// deeds, and pictures, each one after the other in a world of their own, so that none waits for
/// another kind.
///
/// It may be shared because what has come is touched only by its exchange.
final class BrowserWorker: @unchecked Sendable {
  /// A world, and the lane on which it is asked.
  ///
  /// It may be shared because only its lane touches the world, from the first thing that is asked
  /// until `finish` returns.
  private final class Desk: @unchecked Sendable {
    let world: BrowserWorld
    let lane: Lane

    init(_ world: BrowserWorld) throws(Failure) {
      self.world = world
      lane = try Lane()
    }

    deinit { lane.end() }
  }

  /// The events since the last call.
  struct Answers {
    fileprivate(set) var events: [BrowserEvent] = []
    /// The viewer's time when the latest request came.
    fileprivate(set) var now: Moment?
    /// Whether some process changed the network.
    fileprivate(set) var isChanged = false
    /// How far the command under way has come.
    fileprivate(set) var progress: (words: SafeText, request: CommandRequest)?
  }

  private let pages: Desk
  private let lines: Desk
  private let deeds: Desk
  private let pictures: Desk
  private let wake: WakeSignal
  private let exchange = DispatchQueue(label: "profilectl.browser.exchange")
  private var answers = Answers()
  private var isLeaving = false
  /// The lanes that were asked since `waitForAsked` was called last.
  private var asked: Set<Queue> = []
  private var lanes: CommandLanes

  /// The desk at which a request waits for its turn.
  private enum Queue: CaseIterable {
    case pages, lines
    /// Of all that may write, and so may have to wait for other processes.
    case deeds
  }

  /// Pages are asked of `world`; throws where the system has no threads for it.
  init(_ world: BrowserWorld, ringing wake: WakeSignal) throws {
    pages = try Desk(world)
    lines = try Desk(world.another())
    deeds = try Desk(world.another())
    pictures = try Desk(world.another())
    self.wake = wake
    lanes = CommandLanes(world.commands)
  }

  func carryOut(_ effect: BrowserEffect) {
    guard case .carryOut(let request) = effect else {
      asked.insert(.pages)
      return ask(pages) { $0.carryOut(effect) }
    }
    switch exchange.sync(execute: { lanes.lane(for: request) }) {
    case .reading: read(request)
    case .writing: write(request)
    }
  }

  private func read(_ request: CommandRequest) {
    asked.insert(.lines)
    ask(lines) { world in
      var answer = world.carryOut(request)
      answer.isReading = true
      return [.answered(answer)]
    }
  }

  private func write(_ request: CommandRequest) {
    asked.insert(.deeds)
    ask(deeds) { [self] world in
      world.onProgress = { [weak self] in self?.noticeProgress($0, of: request) }
      let answer = world.carryOut(request)
      // Pages and lines that are asked for from now on are for the user who acts from now on.
      let login = world.sessionLogin
      for desk in [pages, lines] { desk.lane.ask { desk.world.sessionLogin = login } }
      exchange.sync { lanes.finish(request) }
      return [.answered(answer)]
    }
  }

  private func desk(of queue: Queue) -> Desk {
    switch queue {
    case .pages: pages
    case .lines: lines
    case .deeds: deeds
    }
  }

  func decode(_ hash: String) {
    ask(pictures) { [self] world in
      world.thumbnail(of: hash) { !exchange.sync { isLeaving } && Interruption.pending == nil }
    }
  }

  /// From any thread.
  func noticeChange() {
    exchange.sync { answers.isChanged = true }
    wake.send()
  }

  private func noticeProgress(_ words: SafeText, of request: CommandRequest) {
    exchange.sync { answers.progress = (words, request) }
    wake.send()
  }

  /// Whether something was asked since `waitForAsked` was called last.
  var isAsked: Bool { !asked.isEmpty }

  /// Returns once the lanes that were asked lately have answered, or after so many microseconds.
  func waitForAsked(microseconds: Int64) {
    _ = wait(for: asked, microseconds: microseconds)
    asked = []
  }

  /// Returns once everything is answered, or, with false, after so many microseconds.
  @discardableResult
  func wait(microseconds: Int64) -> Bool {
    wait(for: Queue.allCases, microseconds: microseconds)
  }

  private func wait(for queues: some Sequence<Queue>, microseconds: Int64) -> Bool {
    let end = DispatchTime.now() + .microseconds(Int(max(0, microseconds)))
    return queues.allSatisfy { desk(of: $0).lane.wait(until: end) }
  }

  func take() -> Answers {
    exchange.sync {
      defer { answers = Answers() }
      return answers
    }
  }

  /// Returns once nothing is under way any more: what waits for its turn gives up some time, and at
  /// once when a signal asks for it; a picture is given up.
  func finish() {
    exchange.sync { isLeaving = true }
    deeds.lane.wait()
    lines.lane.wait()
    pages.lane.wait()
    pictures.lane.wait()
  }

  private func ask(
    _ desk: Desk, _ question: @escaping @Sendable (BrowserWorld) -> [BrowserEvent]
  ) {
    desk.lane.ask { [self] in
      let events = question(desk.world)
      let now = try? desk.world.context().now
      exchange.sync {
        answers.events += events
        answers.now = now ?? answers.now
      }
      wake.send()
    }
  }
}
