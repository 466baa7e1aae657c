internal import Dispatch
internal import Model

/// A standing look at one profile.
///
/// It ends when it is dropped, and leaves nothing behind.
package final class ProfileObservation {
  private let source: any DispatchSourceRead

  /// `onChange` is called on a queue of the observation's own.
  init(
    store: Store, of user: User, as viewer: Viewer,
    onChange: @escaping @Sendable (Result<Entry<Profile>, ServiceError>) -> Void
  ) throws(ServiceError) {
    let outlook = try ProfileOutlook(store: store, of: user, as: viewer)
    let lane = DispatchQueue(label: "profilectl.observation")
    source = DispatchSource.makeReadSource(fileDescriptor: outlook.descriptor, queue: lane)
    source.setEventHandler { if let profile = outlook.change() { onChange(profile) } }
    // The descriptor may be closed only after the source has let go of it.
    source.setCancelHandler { outlook.close() }
    lane.async { onChange(outlook.profile()) }
    source.activate()
  }

  deinit {
    source.cancel()
  }
}
