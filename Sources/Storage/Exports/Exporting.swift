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
  /// Private posts of the users in the scope, even if it leaves them out.
  package var privatePosts = 0
  package var nextUser: Int64 = 0
  package var nextPost: Int64 = 0

  package init() {}
}
