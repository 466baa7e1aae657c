/// A text or picture that a user published.
package struct Post: Equatable, Sendable {
  /// The small number people type; it is never reused.
  package struct ID: Hashable, Comparable, Sendable {
    package let number: Int64
    package init(_ number: Int64) { self.number = number }
    package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  package var id: ID
  package var author: Handle
  package var text: String
  package var image: Image?
  package var alt: String?
  package var isPrivate: Bool
  package var likeCount: Int
  /// Whether the viewer likes it.
  package var isLiked: Bool
  /// Unique in the file: it orders posts.
  package var createdAt: Moment

  package init(
    id: ID, author: Handle, text: String, image: Image? = nil, alt: String? = nil,
    isPrivate: Bool = false, likeCount: Int = 0, isLiked: Bool = false, createdAt: Moment
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.image = image
    self.alt = alt
    self.isPrivate = isPrivate
    self.likeCount = likeCount
    self.isLiked = isLiked
    self.createdAt = createdAt
  }
}

/// The key of a stored post, and what decides who may see it.
package struct PostPlace: Sendable {
  package let id: Post.ID
  package let author: User.ID
  package let isPrivate: Bool
  package let at: Moment

  package init(id: Post.ID, author: User.ID, isPrivate: Bool, at: Moment) {
    self.id = id
    self.author = author
    self.isPrivate = isPrivate
    self.at = at
  }
}

/// The facts of a stored picture, without its bytes.
package struct Image: Equatable, Sendable {
  package var width: Int
  package var height: Int
  package var bytes: Int
  /// SHA-256 of the original bytes, in lower-case hexadecimal.
  package var hash: String

  package init(width: Int, height: Int, bytes: Int, hash: String) {
    self.width = width
    self.height = height
    self.bytes = bytes
    self.hash = hash
  }
}

/// A user's report of a post.
package struct Flag: Equatable, Sendable {
  package var post: Post.ID
  package var author: Handle
  package var reporter: Handle
  package var reason: String?
  package var createdAt: Moment

  package init(
    post: Post.ID, author: Handle, reporter: Handle, reason: String?, createdAt: Moment
  ) {
    self.post = post
    self.author = author
    self.reporter = reporter
    self.reason = reason
    self.createdAt = createdAt
  }
}

/// A post with the users who like it.
package struct ViewedPost: Equatable, Sendable {
  package var post: Entry<Post>
  package var likers: [Handle]

  package init(post: Entry<Post>, likers: [Handle]) {
    self.post = post
    self.likers = likers
  }
}

/// Posts of the timeline that are newer than the read mark of the viewer, newest first.
package struct UnseenPosts: Equatable, Sendable {
  package var entries: [Entry<Post>]
  /// Number of newer posts not in `entries`; counting stops at `mostCounted` + 1.
  package var remaining: Int

  /// Bounds the time that counting takes after a long absence.
  package static let mostCounted = 1_000

  package init(entries: [Entry<Post>], remaining: Int) {
    self.entries = entries
    self.remaining = remaining
  }
}
