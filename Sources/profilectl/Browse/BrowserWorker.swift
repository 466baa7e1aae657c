import Browser
import Dispatch
import Model
import Rendering
import Terminal

/// Carries out effects on four threads, so that the screen never waits.
///
/// One thread loads pages, one runs commands that only read, one runs commands that may write, and
/// one decodes pictures.
///
/// Sendable because only `exchange` touches `answers` and `schedule`.
final class BrowserWorker: @unchecked Sendable {
  /// A handler and its thread.
  ///
  /// Sendable because only the thread touches the handler until `finish` returns.
  private final class HandlerThread: @unchecked Sendable {
    let handler: EffectHandler
    let thread: SerialThread

    init(_ handler: EffectHandler) throws(Failure) {
      self.handler = handler
      thread = try SerialThread()
    }

    deinit { thread.end() }
  }

  /// The events since the last call.
  struct Answers {
    fileprivate(set) var events: [BrowserEvent] = []
    /// The viewer's time at the latest event.
    fileprivate(set) var now: Moment?
    /// Whether a process changed the network.
    fileprivate(set) var isChanged = false
    /// The progress of the command under way.
    fileprivate(set) var progress: (words: SafeText, request: CommandRequest)?
  }

  private let pages: HandlerThread
  private let reading: HandlerThread
  /// Runs commands that may wait for other processes.
  private let writing: HandlerThread
  private let pictures: HandlerThread
  private let wake: WakeSignal
  private let exchange = DispatchQueue(label: "profilectl.browser.exchange")
  private var answers = Answers()
  private var isLeaving = false
  private var schedule: CommandSchedule
  /// The threads that got work since the last `waitForRecent`.
  private var recent: [SerialThread] = []

  /// Throws if the system can't start the threads.
  init(_ handler: EffectHandler, ringing wake: WakeSignal) throws {
    pages = try HandlerThread(handler)
    reading = try HandlerThread(handler.withOwnConnections())
    writing = try HandlerThread(handler.withOwnConnections())
    pictures = try HandlerThread(handler.withOwnConnections())
    self.wake = wake
    schedule = CommandSchedule(handler.commands)
  }

  func carryOut(_ effect: BrowserEffect) {
    guard case .carryOut(let request) = effect else {
      return run(on: pages, isRecent: true) { $0.carryOut(effect) }
    }
    switch exchange.sync(execute: { schedule.turn(for: request) }) {
    case .reading:
      run(on: reading, isRecent: true) { handler in
        handler.carryOut(effect).map { event in
          guard case .answered(var answer) = event else { return event }
          answer.isReading = true
          return .answered(answer)
        }
      }
    case .writing: write(effect, request)
    }
  }

  private func write(_ effect: BrowserEffect, _ request: CommandRequest) {
    run(on: writing, isRecent: true) { [self] handler in
      handler.onProgress = { [weak self] words in
        self?.exchange.sync { self?.answers.progress = (words, request) }
        self?.wake.send()
      }
      let events = handler.carryOut(effect)
      // Later pages and commands use the new acting user and their aliases.
      let (login, commands) = (handler.sessionLogin, handler.commands)
      for worker in [pages, reading] {
        worker.thread.run {
          (worker.handler.sessionLogin, worker.handler.commands) = (login, commands)
        }
      }
      exchange.sync {
        schedule.finish(request)
        schedule.commands = commands
      }
      return events
    }
  }

  func decode(_ picture: PictureRequest) {
    run(on: pictures) { [self] handler in
      handler.decode(picture) { !exchange.sync { isLeaving } && Interruption.pending == nil }
    }
  }

  /// May be called from any thread.
  func noticeChange() {
    exchange.sync { answers.isChanged = true }
    wake.send()
  }

  /// Whether `waitForRecent` has anything to wait for.
  var isRecent: Bool { !recent.isEmpty }

  /// Returns when the threads with recent work are idle, or after the given microseconds.
  func waitForRecent(microseconds: Int64) {
    _ = BrowserWorker.wait(for: recent, microseconds)
    recent = []
  }

  /// Returns true when all threads but that for pictures are idle, or false after the given
  /// microseconds.
  func wait(microseconds: Int64) -> Bool {
    BrowserWorker.wait(for: [pages, reading, writing].map(\.thread), microseconds)
  }

  private static func wait(for threads: [SerialThread], _ microseconds: Int64) -> Bool {
    let end = DispatchTime.now() + .microseconds(Int(max(0, microseconds)))
    return threads.allSatisfy { $0.wait(until: end) }
  }

  func drain() -> Answers {
    exchange.sync {
      defer { answers = Answers() }
      return answers
    }
  }

  /// Returns when all threads are idle.
  ///
  /// A command that waits for other processes gives up after some time, or at once after a signal;
  /// a picture is given up.
  func finish() {
    exchange.sync { isLeaving = true }
    for worker in [writing, reading, pages, pictures] { worker.thread.wait() }
  }

  private func run(
    on worker: HandlerThread, isRecent: Bool = false,
    _ work: @escaping @Sendable (EffectHandler) -> [BrowserEvent]
  ) {
    if isRecent { recent.append(worker.thread) }
    worker.thread.run { [self] in
      let events = work(worker.handler)
      let now = try? worker.handler.context().now
      exchange.sync {
        answers.events += events
        answers.now = now ?? answers.now
      }
      wake.send()
    }
  }
}
