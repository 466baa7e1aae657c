package import Model

/// One consistent view of a network: the questions that an engine answers.
///
/// A value lives as long as the snapshot or transaction it was made for. `viewer` is the user for
/// whom relations, likes and private posts are read; nil reads what everybody may see.
package protocol Reading {
  // MARK: Users

  /// Nil if no user has that handle.
  func userID(ifAny handle: Handle) throws -> User.ID?
  /// Whether a user has this number and was created then.
  func isUser(_ id: User.ID, createdAt: Moment) throws -> Bool
  /// Nil if no user has that number any more.
  func profile(of id: User.ID, for viewer: User.ID?) throws -> Entry<Profile>?
  /// The most similar handle of a user, if any is similar enough.
  func nearestHandle(to handle: Handle) throws -> Handle?
  /// All users but the viewer, in the order they joined.
  func users(for viewer: User.ID?, _ request: PageRequest) throws -> Page<Profile>
  /// Users but the viewer whose handle begins with the word, or whose name has a word that begins
  /// with each of the words; in the order they joined.
  func users(
    matching words: SearchWords, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  func userCount(besides viewer: User.ID?) throws -> Int
  func userCount(matching words: SearchWords, besides viewer: User.ID?) throws -> Int

  // MARK: Edges

  func contains(_ edge: Edge) throws -> Bool
  func edgeCount(_ kind: EdgeKind) throws -> Int
  /// The users whose edges lead to a user, in the order they joined.
  func sources(
    of kind: EdgeKind, to target: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  /// The users whose edges lead to a post, in the order they joined.
  func sources(
    of kind: EdgeKind, to target: Post.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  /// The users that the edges of a user lead to, in the order they joined.
  func targets(
    of kind: EdgeKind, from source: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile>
  /// The visible posts that the edges of a user lead to, newest edge first.
  func posts(
    at kind: EdgeKind, of source: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post>
  /// Followers whom the user follows back, in the order they joined.
  func friends(of id: User.ID, for viewer: User.ID?, _ request: PageRequest) throws -> Page<Profile>
  func friendCount(of id: User.ID) throws -> Int
  /// Reports, newest first.
  func flags(_ request: PageRequest) throws -> Page<Flag>
  /// Users two steps away and not one: most shared first, then in the order they joined.
  func suggestions(for viewer: User.ID, _ request: PageRequest) throws -> Page<Suggestion>
  func suggestionCount(for viewer: User.ID) throws -> Int

  // MARK: Posts

  /// Nil if there is no such post, or it is private and another user's.
  func post(_ id: Post.ID, for viewer: User.ID?) throws -> Entry<Post>?
  /// Nil if there is no such post, or it is private and another user's.
  func place(ifAny id: Post.ID, for viewer: User.ID?) throws -> PostPlace?
  /// One author's public posts, or their private ones, newest first.
  func posts(
    by author: User.ID, isPrivate: Bool, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post>
  /// All public posts, newest first.
  func publicPosts(for viewer: User.ID?, _ request: PageRequest) throws -> Page<Post>
  func publicPostCount() throws -> Int
  /// Posts that hold all the words, newest first.
  func posts(
    matching words: SearchWords, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post>
  func postCount(matching words: SearchWords, for viewer: User.ID?) throws -> Int

  // MARK: Timeline

  /// The viewer's own posts and those of all their followees, newest first.
  func timeline(of viewer: User.ID, _ request: PageRequest) throws -> Page<Post>
  /// Counts no further than `most`.
  func timelineCount(
    of viewer: User.ID, after earliest: Moment?, upTo latest: Moment?, most: Int
  ) throws -> Int
  /// The newest post a user has seen; nil if they never asked.
  func readMark(of user: User.ID) throws -> Moment?
  /// `now`, or the time of the last post dated less than a second after it.
  ///
  /// Under a fixed clock each post moves past the one before it.
  func present(at now: Moment) throws -> Moment

  // MARK: Pictures

  /// As `Image.hash` writes it; nil for a user without an avatar.
  func avatarHash(of user: User.ID) throws -> String?
  func thumbnail(of hash: String) throws -> CachedThumbnail
  /// The original bytes.
  func content(of hash: String) throws -> [UInt8]?
  func cache() throws -> ThumbnailCache

  // MARK: Completion

  /// Users in the order of their handles, or from the end of it.
  func offeredUsers(
    beginning prefix: String, among scope: UserScope, isListed: Bool, of viewer: User.ID?,
    fromEnd: Bool, limit: Int
  ) throws -> [OfferedUser]
  /// Whether a list of all users in the scope exists and is short enough to be searched.
  func isListed(_ scope: UserScope, of viewer: User.ID?) throws -> Bool
  /// Whether more handles begin so than one search from so many ends looks at.
  func isCrowded(_ prefix: String, ends: Int) throws -> Bool
  /// Posts of a range, the latest number first.
  func offeredPosts(
    in range: ClosedRange<Int64>, among scope: PostScope, isListed: Bool, for viewer: User.ID?,
    limit: Int
  ) throws -> [OfferedPost]
  /// Whether a list of all posts in the scope exists and is short enough to be searched.
  func isListed(_ scope: PostScope, for viewer: User.ID?) throws -> Bool
  /// Whether the range has more posts than one search looks at.
  func isCrowded(_ range: ClosedRange<Int64>) throws -> Bool

  // MARK: The whole

  /// Facts about the place of the network.
  func facts() throws -> FileFacts
}
