internal import Model
internal import SQLite

/// What an observation sees with: a reader of its own, and a descriptor that becomes readable when
/// any process has committed.
///
/// Sendable by construction: after it is made, it is used on its observation's queue only.
final class ProfileOutlook: @unchecked Sendable {
  private var watch: ChangeWatch?
  private var connection: Connection?
  let descriptor: Int32
  private let id: User.ID
  private let handle: Handle
  private let viewer: Viewer
  private var version: Int64?

  init(store: Store, of user: User, as viewer: Viewer) throws(ServiceError) {
    // The watch begins before the first look, so that no change falls between the two.
    let watch = try store.watch()
    self.watch = watch
    descriptor = watch.descriptor
    connection = try store.separateReader()
    id = user.id
    handle = user.handle
    self.viewer = viewer
  }

  /// The profile, if anything was committed since the last look.
  ///
  /// The byte a writer leaves is a hint; the file's own version decides.
  func change() -> Result<Entry<Profile>, ServiceError>? {
    _ = watch?.drain()
    let before = version
    let profile = profile()
    return version == before ? nil : profile
  }

  func profile() -> Result<Entry<Profile>, ServiceError> {
    Result { () throws(ServiceError) in
      try translatingErrors {
        guard let connection else { throw ServiceError.internal("The outlook is closed.") }
        return try connection.snapshot {
          version = try connection.dataVersion
          let reading = Reading(connection: connection)
          let profile = try reading.profile(of: id, for: try reading.viewer(viewer))
          guard let profile else { throw ServiceError.noSuchUser(handle, near: nil) }
          return profile
        }
      }
    }
  }

  func close() {
    connection = nil
    watch = nil
  }
}
