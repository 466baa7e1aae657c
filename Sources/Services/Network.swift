package import Model
package import Storage

/// One social network: the services, on one file.
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
  private let store: any Store

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

  /// A time by the clock, less what the engine needs until everything dated then can be read.
  package func settled(at now: Moment) -> Moment {
    Moment(microseconds: now.microseconds - store.settling)
  }

  /// Another way into the same file, for another queue; what is asked there waits for nothing here.
  package func another() -> Network { Network(store: store.another()) }

  /// Brings a network of an older version to the current one; commands that write do it first.
  package func migrate() throws(ServiceError) {
    try asServiceErrors { try store.migrate() }
  }

  /// From now on writes wait that long for their turn.
  package func wait(_ patience: Patience) {
    store.queue.wait(patience)
  }

  /// Adds a planned network to what is there, all of it or nothing.
  ///
  /// A handle that is taken gets a number, and a post whose moment is taken moves to a later one.
  package func load(
    _ planned: any PlannedNetwork, _ report: @escaping LoadReport
  ) throws(ServiceError) {
    try store.write { try $0.load(planned, report) }
  }

  /// Runs an import in one transaction, which a rehearsal rolls back.
  ///
  /// Errors other than those of storage are thrown on unchanged.
  package func take<Value>(
    isRehearsal: Bool = false, _ body: (any Writing) throws -> Value
  ) throws -> Value {
    try throwingServiceErrors {
      if let shared = store.shared { return try shared.attempt(isRehearsal: isRehearsal, body) }
      try store.requireInPlace()
      if isRehearsal { try store.snapshot { _ in } } else { try store.migrate() }
      return try store.queue.together { writing in
        isRehearsal ? try writing.attempt(isRehearsal: true, body) : try body(writing)
      }
    }
  }

  /// Runs `body` on the rows of one moment.
  package func export<Value>(_ body: (any NetworkExport) throws -> Value) throws -> Value {
    try throwingServiceErrors { try store.snapshot { try body($0.export) } }
  }

  /// Runs `body` while all that the services read and write shares one transaction: it is on disk
  /// when this returns, and undone when `body` throws.
  ///
  /// Each deed within is still all or nothing by itself. What `body` throws is thrown on unchanged.
  package func together<Value>(_ body: () throws -> Value) throws -> Value {
    try throwingServiceErrors { try store.together(body) }
  }

  /// Everything that the services read in `body` is of one moment.
  package func atOneMoment<Value>(
    _ body: () throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    try store.read { _ in try body() }
  }

  /// Runs `body` and tells how each different statement that the services read with is answered.
  package func explain(_ body: () throws -> Void) throws -> [Explanation] {
    try throwingServiceErrors { try store.explain(body) }
  }
}

/// Runs `body` and turns storage errors into service errors; all others pass unchanged.
package func throwingServiceErrors<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw StorageError(error).map { ServiceError.storage($0) } ?? error
  }
}
