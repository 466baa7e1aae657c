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

/// A stored picture, whose bytes are passed in pieces.
package struct ExportedPicture {
  package let hash: String
  package let width: Int
  package let height: Int
  /// The first bytes, which tell the format.
  package let beginning: [UInt8]
  /// Passes all bytes in order.
  package let pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void

  package init(
    hash: String, width: Int, height: Int, beginning: [UInt8],
    pieces: @escaping (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) {
    self.hash = hash
    self.width = width
    self.height = height
    self.beginning = beginning
    self.pieces = pieces
  }
}

/// A private record of a user: rows of a lossless export besides users, posts and their edges.
package enum ExportedMark: Equatable, Sendable {
  case mute(muter: Handle, muted: Handle, at: Moment)
  case bookmark(user: Handle, post: Post.ID, at: Moment)
  case flag(reporter: Handle, post: Post.ID, at: Moment, reason: String?)
  case readMark(user: Handle, timeline: Moment, notices: Moment)
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
