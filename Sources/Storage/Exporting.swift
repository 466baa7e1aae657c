package import Model

/// A user with all columns, as an export writes it.
package struct ExportedUser {
  package let id: User.ID
  package let handle: Handle
  package let name: String
  package let bio: String
  package let avatar: String?
  package let banner: String?
  package let createdAt: Moment
  package let counts: Counts
  package var origins: [Origin]

  package init(
    id: User.ID, handle: Handle, name: String, bio: String, avatar: String?, banner: String?,
    createdAt: Moment, counts: Counts, origins: [Origin]
  ) {
    self.id = id
    self.handle = handle
    self.name = name
    self.bio = bio
    self.avatar = avatar
    self.banner = banner
    self.createdAt = createdAt
    self.counts = counts
    self.origins = origins
  }
}

/// A post with all columns, as an export writes it.
package struct ExportedPost {
  package var id: Post.ID
  package var author: Handle
  package var text: String
  package var image: String?
  package var alt: String?
  package var isPrivate: Bool
  package var createdAt: Moment
  package var replyTo: Post.ID?
  package var quotes: Post.ID?
  package var reposts: Post.ID?
  package var editedAt: Moment?
  /// The users whom the words name, in order, by their present handles.
  package var mentions: [Handle] = []
  package var origins: [PostOrigin]

  package init(id: Post.ID, author: Handle, text: String, isPrivate: Bool, createdAt: Moment) {
    self.id = id
    self.author = author
    self.text = text
    self.isPrivate = isPrivate
    self.createdAt = createdAt
    origins = []
  }
}

/// An origin of a post, and the digest of the words that its source had at the last import.
package struct PostOrigin: Comparable, Sendable {
  package let origin: Origin
  package let digest: Int64

  package init(_ origin: Origin, digest: Int64) {
    self.origin = origin
    self.digest = digest
  }

  package static func < (left: PostOrigin, right: PostOrigin) -> Bool {
    left.origin < right.origin
  }
}

/// The scope of an export: the public network, the whole network, or one user.
package struct ExportScope: Equatable, Sendable {
  /// Nil for all users.
  package var user: User.ID?
  package var includesPrivate: Bool

  package init(user: User.ID? = nil, includesPrivate: Bool = false) {
    self.user = user
    self.includesPrivate = includesPrivate
  }
}

/// The numbers of the rows in a scope.
package struct ExportCounts: Equatable, Sendable {
  package var users = 0
  package var posts = 0
  package var pictures = 0
  package var follows = 0
  package var likes = 0
  /// Posts that are private, in the scope or not.
  package var privatePosts = 0
  package var nextUser: Int64 = 0
  package var nextPost: Int64 = 0

  package init() {}
}

/// One snapshot of a network, row by row, in constant memory.
///
///     try store.snapshot { reading in
///       try reading.export.users(ExportScope()) { print($0.handle.shown) }
///     }
package protocol NetworkExport {
  func counts(_ scope: ExportScope) throws -> ExportCounts
  /// By number.
  func users(_ scope: ExportScope, _ take: (ExportedUser) throws -> Void) throws
  /// By number, or newest first.
  func posts(
    _ scope: ExportScope, newestFirst: Bool, _ take: (ExportedPost) throws -> Void
  ) throws
  /// The pictures that the scope shows, by hash.
  func pictures(_ scope: ExportScope, _ take: (StreamedPicture) throws -> Void) throws
  /// Nil for a picture that is gone.
  func picture(_ hash: String) throws -> StreamedPicture?
  /// By the numbers of follower and followee, or by their handles.
  func follows(
    _ scope: ExportScope, byHandle: Bool,
    _ take: (_ follower: Handle, _ followee: Handle, _ at: Moment) throws -> Void
  ) throws
  /// By the numbers of post and user.
  func likes(
    _ scope: ExportScope, _ take: (_ user: Handle, _ post: Post.ID, _ at: Moment) throws -> Void
  ) throws
  /// Mutes, bookmarks, reports and read marks of all users, by kind and number.
  func marks(_ take: (PrivateMark<Handle>) throws -> Void) throws
}
