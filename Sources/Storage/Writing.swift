package import Model

/// A network inside a transaction: the changes that an engine can make.
///
/// Each change updates all counts by the number of rows it changed, so a repeated change has no
/// effect.
///
///     let isNew = try store.perform { writing in
///       try writing.insert(Edge(.follow, from: alice, to: .user(bob)), reason: nil, at: now)
///     }
package protocol Writing {
  /// The state that the transaction sees.
  var reading: any Reading { get }
  /// The changes that the engine itself makes, if this is a wrapper that adds to them.
  var engine: any Writing { get }
  /// False after an error that rolled back the whole transaction.
  var isOpen: Bool { get }
  /// Runs `body` in a savepoint, which is rolled back if it throws.
  func savepoint<Value>(_ body: () throws -> Value) throws -> Value

  // MARK: Users

  /// The handle must be free.
  func insert(_ draft: UserDraft) throws -> User.ID
  /// A new handle must be free, or the user's own.
  func update(_ id: User.ID, with changes: ProfileChanges) throws
  /// Deletes a user with all they posted, liked, followed and flagged.
  func delete(_ id: User.ID) throws

  // MARK: Posts

  /// Publishes a post, which may answer one and quote one.
  func insert(
    _ draft: PostDraft, by author: User.ID, answering: PostKey?, quoting: PostKey?
  ) throws -> Post.ID
  /// Reposts a post; nil if the user has reposted it already.
  func insertRepost(of post: PostKey, by author: User.ID, at now: Moment) throws -> Post.ID?
  /// Removes a user's repost of a post; false if there is none.
  func deleteRepost(of post: PostKey, by author: User.ID) throws -> Bool
  /// Replaces the words of a post, and its mentions and hashtags; the same words change nothing.
  func update(_ post: PostKey, with changes: PostChanges, at now: Moment) throws
  /// Deletes a post with its reposts, and with their likes and other edges.
  func delete(_ post: PostKey) throws
  /// Removes all reports of a post; false if there is none.
  func deleteFlags(of post: Post.ID) throws -> Bool

  // MARK: Edges

  /// Adds an edge; false if it exists already.
  func insert(_ edge: Edge, reason: Reason?, at now: Moment) throws -> Bool
  /// Removes an edge; false if there is none.
  func delete(_ edge: Edge) throws -> Bool

  // MARK: Read marks

  /// Stores the newest item that a user has seen; a mark never moves back.
  ///
  /// Late items up to this moment are no longer new.
  func move(_ mark: ReadMark, of user: User.ID, to moment: Moment) throws
  /// Moves a mark from `moment` back to `before`; does nothing if the mark is elsewhere.
  func takeBack(_ mark: ReadMark, of user: User.ID, from moment: Moment, to before: Moment?) throws
  /// Makes late items new again, which `move` has settled.
  func noteLate(_ mark: ReadMark, at times: [Moment], of user: User.ID) throws

  // MARK: Thumbnails

  /// Does nothing if the picture is gone.
  func keep(_ copies: PictureCopies, of hash: String) throws
  /// Stores that a picture without a thumbnail can't be decoded.
  func markUndecodable(_ hash: String) throws
  /// Deletes all thumbnails and shrinks the file.
  func clearThumbnails() throws -> ClearedCache

  // MARK: Whole networks

  /// Adds a whole network to the rows already stored.
  func load(_ network: any PlannedNetwork, _ report: @escaping LoadReport) throws
  /// Begins an import; a continued one keeps the staged rows of its last transaction.
  func importing(continuing: Bool) throws -> any NetworkImport
}

extension Writing {
  package var engine: any Writing { self }

  /// Runs `work` in a savepoint, which is rolled back if it throws or is a dry run.
  package func attempt<Value>(
    isDryRun: Bool, _ work: (any Writing) throws -> Value
  ) throws -> Value {
    var value: Value?
    do {
      return try savepoint {
        let done = try work(self)
        value = done
        if isDryRun { throw DryRunEnded() }
        return done
      }
    } catch is DryRunEnded {
      guard let value else { throw StorageError.internal("A dry run came to nothing.") }
      return value
    }
  }
}

/// Thrown by a job that was only tried, to roll it back.
struct DryRunEnded: Error {}

extension Writing {
  /// A network that is not shared has no late items.
  package func noteLate(_ mark: ReadMark, at times: [Moment], of user: User.ID) throws {}
}
