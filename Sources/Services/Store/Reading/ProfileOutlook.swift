internal import Dispatch
internal import Model
internal import SQLite

/// What an observation sees with: a queue of its own, a reader, and a watch that wakes it when any
/// process has committed.
///
/// Sendable by construction: what varies is touched on `lane` only.
final class ProfileOutlook: @unchecked Sendable {
  private let lane = DispatchQueue(label: "profilectl.observation")
  private let source: any DispatchSourceRead
  private let file: DatabaseFile
  private let reader: @Sendable () throws(ServiceError) -> Connection
  private var watch: ChangeWatch?
  /// Kept from look to look, unless it would be in the way of whoever writes.
  private var connection: Connection?
  private var version: Int64?
  private let id: User.ID
  private let handle: Handle
  private let viewer: Viewer

  /// Calls `onChange` on the lane: at once, and after each change until `end`.
  ///
  /// The source keeps the outlook alive until then.
  init(
    store: Store, of user: User, as viewer: Viewer,
    onChange: @escaping @Sendable (Result<Entry<Profile>, ServiceError>) -> Void
  ) throws(ServiceError) {
    // The watch begins before the first look, so that no change falls between the two.
    let watch = try store.watch()
    self.watch = watch
    file = store.file
    reader = store.separateReaders
    connection = try reader()
    try translatingErrors { try ChangeWatch.requireRoomToWait() }
    source = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: lane)
    id = user.id
    handle = user.handle
    self.viewer = viewer
    source.setEventHandler { [self] in if let profile = change() { onChange(profile) } }
    // The descriptor may be closed only after the source has let go of it.
    source.setCancelHandler { [self] in close() }
    lane.async { [self] in onChange(profile()) }
    source.activate()
  }

  /// May be called on any thread, the lane's too.
  func end() {
    source.cancel()
  }

  /// The profile, if anything was committed since the last look.
  ///
  /// The byte a writer leaves is a hint; the file's own version decides.
  private func change() -> Result<Entry<Profile>, ServiceError>? {
    _ = watch?.drain()
    let before = version
    let profile = profile()
    if case .success = profile, version != nil, version == before { return nil }
    return profile
  }

  private func profile() -> Result<Entry<Profile>, ServiceError> {
    Result { () throws(ServiceError) in
      try translatingErrors {
        guard watch != nil else { throw ServiceError.internal("The outlook is closed.") }
        let connection = try opened()
        return try connection.snapshot {
          version = connection.isPassing ? nil : try connection.dataVersion
          let reading = Reading(connection: connection)
          let profile = try reading.profile(of: id, for: try reading.viewer(viewer))
          guard let profile else { throw ServiceError.noSuchUser(handle, near: nil) }
          return profile
        }
      }
    }
  }

  private func opened() throws -> Connection {
    let kept = connection
    connection = nil
    try file.requireInPlace()
    let opened = try kept ?? reader()
    if file.canKeep(opened) { connection = opened }
    return opened
  }

  private func close() {
    connection = nil
    watch = nil
  }
}
