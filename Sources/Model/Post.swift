/// A published text or picture, or a repost of one.
package struct Post: Equatable, Sendable {
  /// The small number that users type; it is never reused.
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
  /// The post to which this one replies; its number stays after it is deleted.
  package var replyTo: ID?
  /// The first post of the conversation; the post itself if it is no reply.
  package var conversation: ID
  /// The post that this one quotes; its number stays after it is deleted.
  package var quotes: ID?
  /// The post that this one repeats.
  ///
  /// A repost has no text or picture; its counts and the facts about the viewer are those of the
  /// repeated post.
  package var reposts: ID?
  /// The mentioned users in the order of their first mention, with their current handles.
  package var mentions: [Handle]
  package var likeCount: Int
  /// The number of direct public replies.
  package var replyCount: Int
  package var repostCount: Int
  package var viewed: ViewerFacts
  /// Unique in a file, where it orders posts.
  package var createdAt: Moment
  package var editedAt: Moment?
  /// The author of the post to which this one replies; nil if it is no reply or that post is
  /// deleted.
  package var answered: Handle?
  /// Nil in a network that is not shared.
  package var lasting: LastingFacts?
  private var references: [Post]

  /// What all copies of a shared network know of a post.
  package struct LastingFacts: Equatable, Sendable {
    /// Nil for a private post and a repost.
    package let name: LastingName?
    /// Whether a keeper signed for the author.
    package let isVouched: Bool
    /// The signed facts of a picture that has not arrived.
    package let awaitedImage: Image?

    package init(name: LastingName?, isVouched: Bool, awaitedImage: Image? = nil) {
      (self.name, self.isVouched, self.awaitedImage) = (name, isVouched, awaitedImage)
    }
  }

  /// The picture, even if it has not arrived.
  package var signedImage: Image? { image ?? lasting?.awaitedImage }

  /// What the viewer did with a post.
  package struct ViewerFacts: Equatable, Sendable {
    package var isLiked: Bool
    package var isReposted: Bool
    package var isBookmarked: Bool
    package var isReported: Bool

    package init(
      isLiked: Bool = false, isReposted: Bool = false, isBookmarked: Bool = false,
      isReported: Bool = false
    ) {
      self.isLiked = isLiked
      self.isReposted = isReposted
      self.isBookmarked = isBookmarked
      self.isReported = isReported
    }
  }

  package var isLiked: Bool { viewed.isLiked }

  /// The repeated or quoted post; nil if there is none or the viewer may not see it.
  package var referenced: Post? {
    get { references.first }
    set { references = newValue.map { [$0] } ?? [] }
  }

  /// The post to show; for a repost, the repeated post.
  package var repeated: Post { reposts == nil ? self : referenced ?? self }

  /// The post that gets a like of this one or a reply to it.
  package var target: ID { reposts ?? id }

  /// The hashtags of the text, in order, each once and in its first spelling.
  package var hashtags: [Hashtag] { Hashtag.all(in: text) }

  package init(
    id: ID, author: Handle, text: String, image: Image? = nil, alt: String? = nil,
    isPrivate: Bool = false, replyTo: ID? = nil, conversation: ID? = nil, quotes: ID? = nil,
    reposts: ID? = nil, mentions: [Handle] = [], likeCount: Int = 0, replyCount: Int = 0,
    repostCount: Int = 0, viewed: ViewerFacts = ViewerFacts(), createdAt: Moment,
    editedAt: Moment? = nil, answered: Handle? = nil, referenced: Post? = nil,
    lasting: LastingFacts? = nil
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.image = image
    self.alt = alt
    self.isPrivate = isPrivate
    self.replyTo = replyTo
    self.conversation = conversation ?? id
    self.quotes = quotes
    self.reposts = reposts
    self.mentions = mentions
    self.likeCount = likeCount
    self.replyCount = replyCount
    self.repostCount = repostCount
    self.viewed = viewed
    self.createdAt = createdAt
    self.editedAt = editedAt
    self.answered = answered
    self.lasting = lasting
    references = referenced.map { [$0] } ?? []
  }
}

/// A post as a line names it.
package enum TypedPost: Hashable, Sendable {
  case number(Post.ID)
  /// The first digits of the lasting name, in lower case.
  case lastingName(String)
}

/// The key and the references of a stored post.
package struct PostKey: Sendable {
  package let id: Post.ID
  package let author: User.ID
  package let isPrivate: Bool
  package let at: Moment
  package let conversation: Post.ID
  package let replyTo: Post.ID?
  package let quotes: Post.ID?
  package let reposts: Post.ID?

  package init(
    id: Post.ID, author: User.ID, isPrivate: Bool, at: Moment, conversation: Post.ID? = nil,
    replyTo: Post.ID? = nil, quotes: Post.ID? = nil, reposts: Post.ID? = nil
  ) {
    (self.id, self.author, self.isPrivate, self.at) = (id, author, isPrivate, at)
    self.conversation = conversation ?? id
    (self.replyTo, self.quotes, self.reposts) = (replyTo, quotes, reposts)
  }
}

/// A stored picture without its bytes.
package struct Image: Equatable, Sendable {
  package var width: Int
  package var height: Int
  package var bytes: Int
  /// SHA-256 of the original bytes, in lower-case hexadecimal.
  package var hash: String

  package init(width: Int, height: Int, bytes: Int, hash: String) {
    (self.width, self.height, self.bytes, self.hash) = (width, height, bytes, hash)
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

/// A post with the users who like it, the posts above it, and its replies.
package struct ViewedPost: Equatable, Sendable {
  package var post: Entry<Post>
  package var isOwn: Bool
  package var likers: [Handle]
  /// The posts above it, the first post of the conversation first; a deleted post has no `post`.
  package var above: [ConversationPost]
  /// The direct replies, oldest first.
  package var replies: [Post]

  package init(
    post: Entry<Post>, isOwn: Bool = false, likers: [Handle], above: [ConversationPost] = [],
    replies: [Post] = []
  ) {
    self.post = post
    self.isOwn = isOwn
    self.likers = likers
    self.above = above
    self.replies = replies
  }
}

/// A post of a conversation, which is listed in pre-order, oldest replies first.
package struct ConversationPost: Equatable, Sendable {
  package var id: Post.ID
  /// 0 for the first post, 1 for a reply to it, and so on.
  package var depth: Int
  /// Nil if the post is deleted or the viewer may not see it.
  package var post: Post?

  package init(id: Post.ID, depth: Int, post: Post?) {
    (self.id, self.depth, self.post) = (id, depth, post)
  }
}
