package import Model

/// Called regularly, from any thread, with the progress of a load.
package typealias LoadReport = @Sendable (WorkProgress) -> Void

/// A whole network to be loaded at once, in which users, posts and pictures are numbered from 0.
///
/// Values are computed on demand, so that a load needs little memory.
///
///     try store.perform { try $0.load(plan.network, report) }
package protocol PlannedNetwork: Sendable {
  var userCount: Int { get }
  var postCount: Int { get }
  var followCount: Int { get }
  var likeCount: Int { get }
  /// The number of different pictures; posts may share them.
  var pictureCount: Int { get }
  /// The time of the newest post, in microseconds.
  var lastTime: Int64? { get }

  /// Changes the handles and times that the network already has.
  ///
  /// `times` returns some times that are taken, from a moment on in ascending order, and none if no
  /// more follow.
  mutating func avoid(
    times: (_ from: Int64) throws -> [Int64], handles isTaken: (String) throws -> Bool
  ) throws

  func user(_ number: Int) -> PlannedUser
  func name(of user: Int) -> (handle: String, name: String)
  /// The number of the post at a place in the order of authors, then of time; posts are numbered by
  /// time.
  func postInOrderOfAuthors(_ place: Int) -> Int
  func post(_ number: Int) -> PlannedPost
  func author(of post: Int) -> Int
  func picture(_ number: Int) -> PlannedPicture
  /// In the order of followers.
  func forEachFollow(
    _ take: (_ follower: Int, _ followee: Int, _ at: Int64) throws -> Void
  ) throws
  /// In the order of posts, then of users.
  func forEachLike(_ take: (_ post: Int, _ user: Int, _ at: Int64) throws -> Void) throws
}

/// A user of a planned network, with the counts that result from its posts and edges.
package struct PlannedUser {
  package let handle: String
  package let name: String
  package let bio: String
  package let joined: Int64
  /// The time of their newest post; 0 without one.
  package let lastPost: Int64
  package let counts: Counts

  package init(
    handle: String, name: String, bio: String, joined: Int64, lastPost: Int64, counts: Counts
  ) {
    self.handle = handle
    self.name = name
    self.bio = bio
    self.joined = joined
    self.lastPost = lastPost
    self.counts = counts
  }
}

/// A public post of a planned network; mentions and hashtags are found in its text.
package struct PlannedPost {
  package let author: Int
  package let at: Int64
  package let text: String
  package let picture: Int?
  package let likeCount: Int
  /// Earlier posts: the one that this post answers, and the first of the conversation.
  package let reply: (to: Int, conversation: Int)?
  package let quotes: Int?
  /// The post that this one repeats; it has no text, picture or likes then.
  package let reposts: Int?
  package let replyCount: Int
  package let repostCount: Int

  package init(
    author: Int, at: Int64, text: String, picture: Int?, likeCount: Int,
    reply: (to: Int, conversation: Int)? = nil, quotes: Int? = nil, reposts: Int? = nil,
    replyCount: Int = 0, repostCount: Int = 0
  ) {
    self.author = author
    self.at = at
    self.text = text
    self.picture = picture
    self.likeCount = likeCount
    self.reply = reply
    self.quotes = quotes
    self.reposts = reposts
    self.replyCount = replyCount
    self.repostCount = repostCount
  }
}

/// A picture of a planned network, and its description.
package struct PlannedPicture {
  package let draft: PictureDraft
  package let alt: String

  package init(draft: PictureDraft, alt: String) {
    self.draft = draft
    self.alt = alt
  }
}
