internal import Dispatch

/// The part of an engine that an observation needs: a descriptor that becomes readable after
/// commits, and a reader of its own.
///
/// Used and closed on one queue.
///
///     let (users, version) = try changes.look { try $0.userCount(besides: alice) }
package protocol ChangeWatching: AnyObject {
  var descriptor: Int32 { get }
  /// Discards the events that made the descriptor readable.
  func drain()
  /// Reads the network in one snapshot, and returns its version; nil if the engine does not know
  /// it.
  func look<Value>(_ body: (any Reading) throws -> Value) throws -> (value: Value, version: Int64?)
  func close()
}

/// Watches a query: reports its result at once, and again after each change to the network by any
/// process.
///
/// Dropping it ends it; a report under way is finished.
package final class Observation<Value: Sendable> {
  private let watcher: Watcher<Value>

  /// Calls `onChange` on a queue of its own.
  package init(
    _ changes: any ChangeWatching, _ question: @escaping @Sendable (any Reading) throws -> Value,
    onChange: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    watcher = Watcher(changes, question, onChange)
  }

  deinit {
    watcher.end()
  }
}

/// The part of an observation that its dispatch source keeps alive until it is cancelled.
///
/// Sendable because only `lane` touches its variables.
private final class Watcher<Value: Sendable>: @unchecked Sendable {
  private let lane = DispatchQueue(label: "profilectl.observation")
  private let source: any DispatchSourceRead
  private let changes: any ChangeWatching
  private let question: @Sendable (any Reading) throws -> Value
  private var version: Int64?

  init(
    _ changes: any ChangeWatching, _ question: @escaping @Sendable (any Reading) throws -> Value,
    _ onChange: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.changes = changes
    self.question = question
    source = DispatchSource.makeReadSource(fileDescriptor: changes.descriptor, queue: lane)
    source.setEventHandler { [self] in if let result = change() { onChange(result) } }
    // The descriptor may be closed only after the source has released it.
    source.setCancelHandler { [self] in self.changes.close() }
    lane.async { [self] in onChange(look()) }
    source.activate()
  }

  /// May be called on any thread, including the lane's.
  func end() {
    source.cancel()
  }

  /// The result, if anything was committed since the last one.
  ///
  /// The descriptor is a hint; the version decides.
  private func change() -> Result<Value, any Error>? {
    changes.drain()
    let before = version
    let result = look()
    if case .success = result, version != nil, version == before { return nil }
    return result
  }

  private func look() -> Result<Value, any Error> {
    Result {
      version = nil
      let seen = try changes.look(question)
      version = seen.version
      return seen.value
    }
  }
}
