import Dispatch
import Model
import Rendering
import Terminal

/// Asks the world beside the loop, so that the screen goes on: pages one after the other, and deeds
/// one after the other in a world of their own, so that pages come while a deed waits for its turn.
///
/// It may be shared because what has come is touched only by its exchange.
final class BrowserWorker: @unchecked Sendable {
  /// One thing is asked after the other.
  ///
  /// It may be shared because only its queue touches the world, from the first thing that is asked
  /// until `finish` returns.
  private final class Lane: @unchecked Sendable {
    let world: BrowserWorld
    let queue: DispatchQueue
    let asked = DispatchGroup()

    init(_ world: BrowserWorld, _ label: String) {
      self.world = world
      queue = DispatchQueue(label: label)
    }
  }

  /// What has come since it was taken last.
  struct Answers {
    fileprivate(set) var events: [BrowserEvent] = []
    /// What time it was for whoever looks when the latest one came.
    fileprivate(set) var now: Moment?
    /// Whether some process changed the network.
    fileprivate(set) var isChanged = false
    /// How far the line under way has come.
    fileprivate(set) var progress: SafeText?
  }

  private let pages: Lane
  private let deeds: Lane
  private let wake: Wake
  private let exchange = DispatchQueue(label: "profilectl.browser.exchange")
  private var answers = Answers()

  init(pages: BrowserWorld, deeds: BrowserWorld, ringing wake: Wake) {
    self.pages = Lane(pages, "profilectl.browser.pages")
    self.deeds = Lane(deeds, "profilectl.browser.deeds")
    self.wake = wake
    deeds.onProgress = { [weak self] in self?.noticeProgress($0) }
  }

  func carryOut(_ effect: BrowserEffect) {
    ask(effect.isDeed ? deeds : pages) { [self] world in
      let event = world.carryOut(effect)
      if effect.isDeed {
        // Pages that are asked for from now on are for whoever acts from now on.
        let login = world.passingLogin
        pages.queue.async { [pages] in pages.world.passingLogin = login }
      }
      return event.map { [$0] } ?? []
    }
  }

  func decode(_ hash: String) {
    ask(pages) { world in world.thumbnail(of: hash) }
  }

  /// From any thread.
  func noticeChange() {
    exchange.sync { answers.isChanged = true }
    wake.ring()
  }

  private func noticeProgress(_ words: SafeText) {
    exchange.sync { answers.progress = words }
    wake.ring()
  }

  /// Returns once all pages that were asked for are here, and deeds done where they are waited for,
  /// or, with false, after so many microseconds.
  @discardableResult
  func wait(forDeeds: Bool = true, microseconds: Int64) -> Bool {
    let end = DispatchTime.now() + .microseconds(Int(max(0, microseconds)))
    return (!forDeeds || deeds.asked.wait(timeout: end) == .success)
      && pages.asked.wait(timeout: end) == .success
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
    deeds.queue.sync {}
    pages.queue.sync {}
  }

  private func ask(
    _ lane: Lane, _ question: @escaping @Sendable (BrowserWorld) -> [BrowserEvent]
  ) {
    lane.queue.async(group: lane.asked) { [self] in
      let events = question(lane.world)
      let now = try? lane.world.session().now
      exchange.sync {
        answers.events += events
        answers.now = now ?? answers.now
      }
      wake.ring()
    }
  }
}
