package import Model
package import SQLText

/// A network inside a transaction that takes rows from the bundles of other copies.
///
/// Unlike `Writing`, it stores times and texts exactly as they are given, and keeps the tables of a
/// shared network.
package protocol MergeTarget: Writing {
  /// Creates the tables of a shared network.
  func createSharedTables() throws
  /// Drops the tables of a shared network.
  func dropSharedTables() throws

  // MARK: Rows of those tables

  /// Inserts a row, or replaces the one with the same key.
  func put<Row: StoredRow>(_ row: Row) throws
  func remove<Row: StoredRow>(_ type: Row.Type, where condition: SQL) throws

  // MARK: Users

  func nextUser() throws -> User.ID
  func add(_ user: StoredUser) throws
  /// Replaces handles; each may be another user's until all are replaced.
  func rename(_ handles: [User.ID: Handle]) throws
  func change(_ user: User.ID, name: String, bio: String) throws
  /// Shows a picture, or none, also if the picture is not stored.
  func show(_ picture: PictureHash?, as use: StoredSignedPicture.Use, of number: Int64) throws

  // MARK: Posts

  /// The next number of a post, for one that arrives now or later.
  func nextPost() throws -> Post.ID
  func add(_ post: ArrivedPost) throws
  /// Replaces the words of a post.
  func change(
    _ post: Post.ID, text: String, alt: String?, mentions: [User.ID], editedAt: Moment?,
    arrivedAt: Moment
  ) throws

  // MARK: Edges and pictures

  /// Adds an edge with exactly this time; false if it exists already.
  func add(_ edge: Edge, reason: String?, at moment: Moment) throws -> Bool
  func add(_ picture: StreamedPicture) throws
}

extension Writing {
  /// The engine's own changes, which take rows of other copies; throws for an engine without.
  package var mergeTarget: any MergeTarget {
    get throws {
      guard let target = engine as? any MergeTarget else {
        throw StorageError.unsupported(.sharing)
      }
      return target
    }
  }
}

/// Wraps the changes of a transaction, so that those that travel are noted too.
package typealias SharedWritingMaker = (any MergeTarget) throws -> any Writing

/// A public post, or a repost, of another copy.
package struct ArrivedPost {
  package let id: Post.ID
  package let author: User.ID
  /// The signed time; the post gets a free time shortly after it, and none after its arrival.
  package let at: Moment
  package let arrivedAt: Moment
  package var text = ""
  package var alt: String?
  package var mentions: [User.ID] = []
  /// The post may be one that has not arrived.
  package var replyTo: Post.ID?
  package var quotes: Post.ID?
  package var reposts: Post.ID?
  package var editedAt: Moment?

  package init(id: Post.ID, author: User.ID, at: Moment, arrivedAt: Moment) {
    self.id = id
    self.author = author
    self.at = at
    self.arrivedAt = arrivedAt
  }
}
