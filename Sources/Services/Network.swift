package import Model
package import Storage

/// One social network: all services, on one store.
package struct Network {
  package let users: UserService
  package let posts: PostService
  package let follows: FollowService
  package let likes: LikeService
  package let edges: EdgeService
  package let timeline: TimelineService
  package let conversations: ConversationService
  package let notices: NoticeService
  package let pictures: PictureService
  package let completion: CompletionService
  package let file: FileService
  /// The storage below the services, for what no service does.
  package let store: any Store

  package init(store: any Store) {
    self.store = store
    users = UserService(store: store)
    posts = PostService(store: store)
    follows = FollowService(store: store)
    likes = LikeService(store: store)
    edges = EdgeService(store: store)
    timeline = TimelineService(store: store)
    conversations = ConversationService(store: store)
    notices = NoticeService(store: store)
    pictures = PictureService(store: store)
    completion = CompletionService(store: store)
    file = FileService(store: store)
  }

  /// Whether lines of a script are faster in one transaction.
  package var gathersLines: Bool { store.gathersLines }

  /// Whether the network is shared with other copies.
  package var isShared: Bool {
    get throws(ServiceError) { try store.read { try $0.isShared } }
  }

  /// The number of changes of a shared network that are not sent; 0 in any other.
  package var unsentCount: Int {
    get throws(ServiceError) { try store.read { try $0.shared?.unsentCount() ?? 0 } }
  }

  /// `moment`, or an earlier one if the engine may still add items dated before `moment`.
  package func settled(_ moment: Moment, at now: Moment) -> Moment {
    if store.settling == 0 { return moment }
    return min(moment, Moment(microseconds: now.microseconds - store.settling))
  }

  /// The same network with its own connections, for another queue; neither waits for the other.
  package func withOwnConnections() -> Network { Network(store: store.withOwnConnections()) }

  /// Migrates a network of an older version; commands that write call it first.
  package func migrate() throws(ServiceError) {
    try asServiceErrors { try store.migrate() }
  }

  /// Whether a read migrates a network of an older version, unless the read is refused.
  package var migratesToRead: Bool {
    get { store.migratesToRead }
    nonmutating set { store.migratesToRead = newValue }
  }

  /// Limits how long later writes wait for other writers.
  package func wait(_ patience: Patience) {
    store.queue.wait(patience)
  }

  /// Adds a whole planned network, or nothing.
  ///
  /// A handle that is taken gets a number, and a post whose time is taken moves to a later one.
  package func load(
    _ planned: any PlannedNetwork, _ report: @escaping LoadReport
  ) throws(ServiceError) {
    try migrate()
    try store.write { try $0.load(planned, report) }
  }

  /// Runs an import in one transaction, which a dry run rolls back.
  ///
  /// Errors other than those of storage pass unchanged.
  package func take<Value>(
    isDryRun: Bool = false, _ body: (any Writing) throws -> Value
  ) throws -> Value {
    try throwingServiceErrors {
      if let shared = store.shared { return try shared.attempt(isDryRun: isDryRun, body) }
      try store.requireInPlace()
      if isDryRun { try store.snapshot { _ in } } else { try store.migrate() }
      return try store.queue.together { writing in
        isDryRun ? try writing.attempt(isDryRun: true, body) : try body(writing)
      }
    }
  }

  /// Runs `body` in one snapshot of the network.
  package func export<Value>(_ body: (any Reading) throws -> Value) throws -> Value {
    try throwingServiceErrors { try store.snapshot(body) }
  }

  /// Runs `body` in one transaction that all reads and writes of the services share.
  ///
  /// The transaction is on the disk when this returns, and rolled back if `body` throws. Each
  /// change in it is still saved as a whole or not at all. Errors of `body` pass unchanged.
  package func together<Value>(_ body: () throws -> Value) throws -> Value {
    try throwingServiceErrors { try store.together(body) }
  }

  /// Runs `body` in one snapshot that all reads of the services share.
  package func atOneMoment<Value>(
    _ body: () throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    try store.read { _ in try body() }
  }

  /// Runs `body`, and returns each different statement with its query plan.
  package func explain(_ body: () throws -> Void) throws -> [Explanation] {
    try throwingServiceErrors { try store.explain(body) }
  }
}

/// Runs `body` and turns storage errors into service errors; other errors pass unchanged.
package func throwingServiceErrors<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw StorageError(error).map { ServiceError.storage($0) } ?? error
  }
}
