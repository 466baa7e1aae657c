import Dispatch
import Model
import Terminal

/// Asks the world one thing after the other beside the loop, so that the screen goes on while a
/// write waits for its turn or a picture is decoded.
///
/// It may be shared because only its lane touches the world, from the first thing that is asked
/// until `finish` returns, and what has come is touched only by its exchange.
final class BrowserWorker: @unchecked Sendable {
  /// What has come since it was taken last.
  struct Answers {
    fileprivate(set) var events: [BrowserEvent] = []
    /// What time it was for whoever looks when the latest one came.
    fileprivate(set) var now: Moment?
    /// Whether some process changed the network.
    fileprivate(set) var isChanged = false
    /// Lines that are done of a script under way.
    fileprivate(set) var progress: Int?
  }

  private let world: BrowserWorld
  private let wake: Wake
  private let lane = DispatchQueue(label: "profilectl.browser")
  private let exchange = DispatchQueue(label: "profilectl.browser.exchange")
  private let asked = DispatchGroup()
  private var answers = Answers()

  init(_ world: BrowserWorld, ringing wake: Wake) {
    self.world = world
    self.wake = wake
    world.onProgress = { [weak self] in self?.noticeProgress(lines: $0) }
  }

  func carryOut(_ effect: BrowserEffect) {
    ask { world in world.carryOut(effect).map { [$0] } ?? [] }
  }

  func decode(_ hash: String) {
    ask { world in world.thumbnail(of: hash) }
  }

  /// From any thread.
  func noticeChange() {
    exchange.sync { answers.isChanged = true }
    wake.ring()
  }

  private func noticeProgress(lines: Int) {
    exchange.sync { answers.progress = lines }
    wake.ring()
  }

  /// Returns once all that was asked is answered, or, with false, after so many microseconds.
  @discardableResult
  func wait(microseconds: Int64) -> Bool {
    asked.wait(timeout: .now() + .microseconds(Int(max(0, microseconds)))) == .success
  }

  func take() -> Answers {
    exchange.sync {
      defer { answers = Answers() }
      return answers
    }
  }

  /// Returns once nothing is under way any more: what waits for its turn gives up some time, and at
  /// once when a signal asks for it.
  func finish() {
    lane.sync {}
  }

  private func ask(_ question: @escaping @Sendable (BrowserWorld) -> [BrowserEvent]) {
    lane.async(group: asked) { [self] in
      let events = question(world)
      let now = try? world.session().now
      exchange.sync {
        answers.events += events
        answers.now = now ?? answers.now
      }
      wake.ring()
    }
  }
}
