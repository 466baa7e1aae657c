package import Model

/// One social network: the services, on one file.
package struct Network {
  package let users: UserService
  package let posts: PostService
  package let follows: FollowService
  package let likes: LikeService
  package let edges: EdgeService
  package let timeline: TimelineService
  package let pictures: PictureService
  package let completion: CompletionService
  package let file: FileService
  package let seeds: SeedService
  private let store: Store

  init(store: Store) {
    self.store = store
    users = UserService(store: store)
    posts = PostService(store: store)
    follows = FollowService(store: store)
    likes = LikeService(store: store)
    edges = EdgeService(store: store)
    timeline = TimelineService(store: store)
    pictures = PictureService(store: store)
    completion = CompletionService(store: store)
    file = FileService(store: store)
    seeds = SeedService(store: store)
  }

  /// Another way into the same file, for another queue; what is asked there waits for nothing here.
  package func another() -> Network { Network(store: store.another()) }

  /// From now on writes wait that long for their turn.
  package func wait(_ patience: Patience) {
    store.writer.wait(patience)
  }

  /// Runs `body` while all that the services read and write shares one transaction: it is on disk
  /// when this returns, and undone when `body` throws.
  ///
  /// Each deed within is still all or nothing by itself. What `body` throws is thrown on unchanged.
  package func together<Value>(_ body: () throws -> Value) throws -> Value {
    try store.together(body)
  }

  /// Everything that the services read in `body` is of one moment.
  package func atOneMoment<Value>(
    _ body: () throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    try store.atOneMoment(body)
  }

  /// Runs `body` and tells how each different statement that the services read with is answered.
  package func explain(_ body: () throws -> Void) throws -> [Explanation] {
    try store.explain(body)
  }
}
