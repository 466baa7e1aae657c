package import Model
package import Storage

/// Creates, changes, deletes and finds users.
package struct UserService {
  let store: any Store

  /// Creates users without posts and edges.
  package func create(
    _ items: [BulkItem<Handle>], draft: @escaping @Sendable (Handle) -> UserDraft, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      { input, handle in
        let draft = draft(handle)
        try writing.requireFree(draft.handle)
        let id = try writing.insert(draft)
        let profile = try writing.reading.existingProfile(of: id, for: nil)
        return Outcome(input: input, result: .created, user: profile)
      }
    }
  }

  package func edit(_ changes: ProfileChanges, as viewer: Viewer) throws(ServiceError) -> Outcome {
    try store.write { writing in
      let me = try writing.reading.actor(viewer)
      if let handle = changes.handle { try writing.requireFree(handle, unlessOf: me) }
      try writing.update(me, with: changes)
      let profile = try writing.reading.existingProfile(of: me, for: me)
      return Outcome(input: profile.item.user.handle.text, result: .edited, user: profile)
    }
  }

  /// Deletes a user with their posts, likes, follows and flags.
  package func delete(
    _ handle: Handle, isDryRun: Bool = false
  ) throws(ServiceError) -> Outcome {
    try store.write(isDryRun: isDryRun) { writing in
      try writing.delete(try writing.reading.userID(of: handle))
      return Outcome(input: handle.text, result: .deleted)
    }
  }

  /// All users but the viewer.
  ///
  /// With `text`, users whose handle begins with it, or whose name has words that begin with its
  /// words. Empty if `text` has no letter or digit.
  package func find(
    _ text: String?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      guard let text else { return try reading.users(for: me, request) }
      guard let words = SearchWords(ofUsers: text) else {
        return Page(entries: [], next: nil)
      }
      return try reading.users(matching: words, for: me, request)
    }
  }

  /// The number of all users that `find` lists.
  package func count(_ text: String?, as viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      guard let text else { return try reading.userCount(besides: me) }
      guard let words = SearchWords(ofUsers: text) else { return 0 }
      return try reading.userCount(matching: words, besides: me)
    }
  }

  /// The acting user, if any.
  package func user(_ viewer: Viewer) throws(ServiceError) -> User? {
    try store.read { reading in
      try reading.viewer(viewer).map { try reading.existingProfile(of: $0, for: nil).item.user }
    }
  }

  /// The current state of a user; nil if they are deleted.
  package func user(_ id: User.ID) throws(ServiceError) -> User? {
    try store.read { try $0.profile(of: id, for: nil)?.item.user }
  }

  /// Throws unless the viewer is an existing user.
  package func expectActor(_ viewer: Viewer) throws(ServiceError) {
    try store.read { _ = try $0.actor(viewer) }
  }

  /// One user as the viewer sees them; nil means the viewer.
  package func profile(of handle: Handle?, as viewer: Viewer) throws(ServiceError) -> Entry<Profile>
  {
    try store.read { try $0.profile(of: handle, as: viewer) }
  }

  /// A profile with a page of one of its tabs, read in one snapshot.
  package func show(
    _ handle: Handle?, tab: ProfileTab, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> ShownProfile {
    try store.read { try $0.show(handle, tab: tab, as: viewer, request) }
  }

  /// A profile with its public tabs and the chosen one, read in one snapshot.
  ///
  /// The chosen tab has the requested page, each other tab its first page.
  package func showAllTabs(
    _ handle: Handle?, chosen: ProfileTab, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> [ShownProfile] {
    try store.read { reading in
      let tabs = ProfileTab.allCases.filter { $0 != .private || $0 == chosen }
      return try tabs.map { tab in
        try reading.show(
          handle, tab: tab, as: viewer,
          tab == chosen ? request : PageRequest(limit: request.limit))
      }
    }
  }

  /// Calls `onChange` with the profile now, and again after each commit of any process.
  ///
  /// The calls end when the result is dropped; a running call finishes.
  package func observeProfile(
    of handle: Handle?, as viewer: Viewer,
    onChange: @escaping @Sendable (Result<Entry<Profile>, ServiceError>) -> Void
  ) throws(ServiceError) -> ProfileObservation {
    let user = try store.read { try $0.profile(of: handle, as: viewer).item.user }
    let changes = try asServiceErrors { try store.watch() }
    return Observation(changes) { reading in
      let profile = try reading.profile(of: user.id, for: try reading.viewer(viewer))
      guard let profile else { throw ServiceError.noSuchUser(user.handle, near: nil) }
      return profile
    } onChange: { result in
      onChange(result.mapError { ServiceError($0) })
    }
  }
}

extension UserService {
  /// Calls `onChange` now and after each commit of any process, until the result is dropped.
  package func observeAll(
    _ onChange: @escaping @Sendable () -> Void
  ) throws(ServiceError) -> Observation<Void> {
    Observation(try asServiceErrors { try store.watch() }, { _ in }, onChange: { _ in onChange() })
  }
}

package typealias ProfileObservation = Observation<Entry<Profile>>

extension Writing {
  /// Throws if another user than `owner` has the handle.
  fileprivate func requireFree(_ handle: Handle, unlessOf owner: User.ID? = nil) throws {
    if let user = try reading.userID(ifAny: handle), user != owner {
      throw ServiceError.userExists(handle)
    }
  }
}
