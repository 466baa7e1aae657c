package import Model

/// One consistent view of a network: the questions that an engine answers.
///
/// A value lives as long as the snapshot or transaction it was made for. `viewer` is the user for
/// whom relations, likes and private posts are read; nil for none. An `Entry` is an item with the
/// cursor after it.
///
///     let newest = try store.snapshot { reading in
///       try reading.posts(.timeline, for: alice, PageRequest(limit: 20)).items
///     }
package protocol Reading {
  associatedtype Pictures: PictureReading
  associatedtype Completion: CompletionReading

  // MARK: Users

  /// Nil if no user has that handle.
  func userID(ifAny handle: Handle) throws -> User.ID?
  /// Whether the number still belongs to the user who was created at that moment.
  ///
  /// A login may name a user of a file that was replaced.
  func isUser(_ id: User.ID, createdAt: Moment) throws -> Bool
  /// Nil if no user has that number any more.
  func profile(of id: User.ID, for viewer: User.ID?) throws -> Entry<Profile>?
  /// The most similar handle of a user, if any is similar enough.
  func nearestHandle(to handle: Handle) throws -> Handle?
  /// All users but the viewer, in the order they joined.
  func users(for viewer: User.ID?, _ request: PageRequest) throws -> Page<Profile>
  /// Users but the viewer, in the order they joined.
  ///
  /// The handle begins with the words, or each of them begins a word of the name: "al ma" finds
  /// Alice Marlowe.
  func users(
    matching words: SearchWords, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  func userCount(besides viewer: User.ID?) throws -> Int
  func userCount(matching words: SearchWords, besides viewer: User.ID?) throws -> Int

  // MARK: Edges

  func contains(_ edge: Edge) throws -> Bool
  func edgeCount(_ kind: EdgeKind) throws -> Int
  func targetCount(of kind: EdgeKind, from source: User.ID) throws -> Int
  /// The users whose edges lead to a user, newest edge first.
  func sources(
    of kind: EdgeKind, to target: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  /// The users whose edges lead to a post, newest edge first.
  func sources(
    of kind: EdgeKind, to target: Post.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  /// The users that the edges of a user lead to, newest edge first.
  func targets(
    of kind: EdgeKind, from source: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  /// Followers whom the user follows back, newest friendship first.
  func friends(of id: User.ID, for viewer: User.ID?, _ request: PageRequest) throws -> Page<Profile>
  func friendCount(of id: User.ID) throws -> Int
  /// Reports, newest first.
  func flags(_ request: PageRequest) throws -> Page<Flag>
  /// Users followed by the viewer's followees, but not by the viewer.
  ///
  /// Those with most such followers come first, then in the order they joined.
  func suggestions(for viewer: User.ID, _ request: PageRequest) throws -> Page<Suggestion>
  func suggestionCount(for viewer: User.ID) throws -> Int

  // MARK: Posts

  /// Nil if there is no such post, or it is private and another user's.
  func post(_ id: Post.ID, for viewer: User.ID?) throws -> Entry<Post>?
  /// Nil if there is no such post, or it is private and another user's.
  func place(ifAny id: Post.ID, for viewer: User.ID?) throws -> PostKey?
  /// The visible posts of a list that its filter keeps.
  ///
  /// The timeline, `explore`, hashtags and searches leave out posts and reposts of muted users.
  /// They and `posts` leave out posts that the viewer reported.
  func posts(
    _ list: PostList, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post>
  /// Counts up to `most` posts; `explore` without a filter is counted in full, which is as cheap.
  func postCount(
    _ list: PostList, for viewer: User.ID?, _ filter: PostFilter, most: Int
  ) throws -> Int
  /// The posts with these numbers that the viewer may see.
  func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [Post.ID: Post]

  // MARK: Conversations

  /// The posts of a conversation by time, without its first post.
  func conversation(_ first: Post.ID, for viewer: User.ID?) throws -> [ConversationNode]
  /// Direct replies that the viewer may see, oldest first.
  func replies(to post: Post.ID, for viewer: User.ID?, limit: Int) throws -> [Post]

  // MARK: Hashtags

  /// Hashtags of public posts in a period, most used first; of equals, the last used first.
  ///
  /// Without `prefix`, all of them.
  func hashtags(
    beginning prefix: String?, since: Moment?, until: Moment?, _ request: PageRequest
  ) throws -> Page<HashtagUse>
  func hashtagCount(beginning prefix: String?, since: Moment?, until: Moment?) throws -> Int

  // MARK: Notices

  /// Notices of some kinds, newest first.
  func notices(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws -> Page<Notice>
  /// The notices of a shared network that are in `lateTimes`, newest first.
  func lateNotices(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws -> Page<Notice>
  /// Counts up to `most` of those after a moment.
  func noticeCount(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, after mark: Moment?, most: Int
  ) throws -> Int

  // MARK: Marks

  /// The time of the newest item that a user has seen; nil without a mark.
  func mark(_ mark: ReadMark, of user: User.ID) throws -> Moment?
  /// The times of items of a shared network that arrived with a date before the mark, and that the
  /// user has not seen.
  func lateTimes(_ mark: ReadMark, of user: User.ID) throws -> [Moment]
  /// `now`, or the time of the newest post if that is less than a second ahead.
  ///
  /// Under a fixed clock each post is a microsecond later than the one before it.
  func present(at now: Moment) throws -> Moment

  // MARK: The whole

  var pictures: Pictures { get }
  var completion: Completion { get }
  /// The stored rows of the network.
  var rows: any RowSource { get }
  /// Whether the network is shared with other copies.
  var isShared: Bool { get throws }
  /// Facts about the file of the network.
  func facts() throws -> FileFacts
}

/// A network that is not shared has no late items.
extension Reading {
  package func lateNotices(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws -> Page<Notice> {
    Page(entries: [], next: nil)
  }

  package func lateTimes(_ mark: ReadMark, of user: User.ID) throws -> [Moment] { [] }
}

/// The pictures of a network, by the hashes that `Image.hash` writes, and the cache of thumbnails.
///
///     if let hash = try reading.pictures.avatarHash(of: alice),
///       case .kept(let thumbnail) = try reading.pictures.thumbnail(of: hash) { draw(thumbnail) }
package protocol PictureReading {
  /// Nil for a user without an avatar.
  func avatarHash(of user: User.ID) throws -> String?
  /// A thumbnail of an older size counts as missing.
  func thumbnail(of hash: String) throws -> CachedThumbnail
  /// The JPEG file of `PictureCopies.whole`; nil if none is kept.
  func wholeCopy(of hash: String) throws -> [UInt8]?
  /// The original bytes.
  func content(of hash: String) throws -> [UInt8]?
  func cache() throws -> ThumbnailCache
}

/// The users and posts that completion offers.
///
///     try reading.completion.offeredUsers(
///       beginning: "al", among: .followees, isListed: false, of: bob, fromEnd: false, limit: 8)
package protocol CompletionReading {
  /// Users in the order of their handles; with `fromEnd` in reverse order.
  ///
  /// `isListed` is the answer of `isListed(_:of:)`, which is asked once for both directions.
  func offeredUsers(
    beginning prefix: String, among scope: UserScope, isListed: Bool, of viewer: User.ID?,
    fromEnd: Bool, limit: Int
  ) throws -> [OfferedUser]
  /// Whether the scope has a list of users that is short enough to be searched whole.
  func isListed(_ scope: UserScope, of viewer: User.ID?) throws -> Bool
  /// Whether more handles begin with the prefix than a search from `ends` sides examines.
  func isCrowded(_ prefix: String, ends: Int) throws -> Bool
  /// Posts of a scope in a range, the highest number first; examines a few thousand at most.
  func offeredPosts(
    in range: ClosedRange<Int64>, among scope: PostScope, isListed: Bool, for viewer: User.ID?,
    limit: Int
  ) throws -> [OfferedPost]
  /// Whether the scope has a list of posts that is short enough to be searched whole.
  func isListed(_ scope: PostScope, for viewer: User.ID?) throws -> Bool
  /// Whether the range has more posts than a search examines.
  func isCrowded(_ range: ClosedRange<Int64>) throws -> Bool
}

/// How many handles, targets of edges and posts completion examines.
package enum CompletionBounds {
  package static let handles = 2_000
  package static let targets = 5_000
  package static let posts = 2_000
}

/// A list with a mark up to which a user has seen it.
package enum ReadMark: Sendable {
  case timeline, notices
}

/// The place of one post in a conversation.
package struct ConversationNode: Equatable, Sendable {
  package let id: Post.ID
  package let replyTo: Post.ID
  package let at: Moment
  /// False for a post that is gone and for one the viewer may not see.
  package let isVisible: Bool

  package init(id: Post.ID, replyTo: Post.ID, at: Moment, isVisible: Bool) {
    self.id = id
    self.replyTo = replyTo
    self.at = at
    self.isVisible = isVisible
  }
}
