internal import Model

/// A standing look at one profile.
///
/// It ends when it is dropped, and leaves nothing behind.
package final class ProfileObservation {
  private let outlook: ProfileOutlook

  /// `onChange` is called on a queue of the observation's own.
  init(
    store: Store, of user: User, as viewer: Viewer,
    onChange: @escaping @Sendable (Result<Entry<Profile>, ServiceError>) -> Void
  ) throws(ServiceError) {
    outlook = try ProfileOutlook(store: store, of: user, as: viewer, onChange: onChange)
  }

  deinit {
    outlook.end()
  }
}
