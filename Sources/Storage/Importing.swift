package import Model

/// A new user.
package struct ImportedUser {
  package var handle: Handle
  package var createdAt: Moment
  package var name: DisplayName?
  package var bio: Bio?
  package var avatar: PictureHash?
  package var banner: PictureHash?
  /// The number to keep; nil for the next one.
  package var number: User.ID?

  package init(handle: Handle, createdAt: Moment) {
    self.handle = handle
    self.createdAt = createdAt
  }
}

/// A user of the network.
package struct KnownUser {
  package let id: User.ID
  package let handle: Handle
  package let name: String
  package let bio: String
  package let hasAvatar: Bool
  package let hasBanner: Bool
  package let hasPublicPosts: Bool
  package let createdAt: Moment
  /// Empty for a user of this network itself.
  package let origins: [Origin]

  package init(
    id: User.ID, handle: Handle, name: String, bio: String, hasAvatar: Bool, hasBanner: Bool,
    hasPublicPosts: Bool, createdAt: Moment, origins: [Origin]
  ) {
    self.id = id
    self.handle = handle
    self.name = name
    self.bio = bio
    self.hasAvatar = hasAvatar
    self.hasBanner = hasBanner
    self.hasPublicPosts = hasPublicPosts
    self.createdAt = createdAt
    self.origins = origins
  }
}

/// New values of a user; nil for those that stay.
package struct UserChanges {
  package var name: DisplayName?
  package var bio: Bio?
  package var createdAt: Moment?
  package var avatar: PictureHash?
  package var banner: PictureHash?

  package init() {}
}

/// A new post.
package struct ImportedPost {
  package var author: User.ID
  /// Moves to a free moment shortly after it.
  package var at: Moment
  package var text: PostText
  package var picture: PictureHash?
  package var alt: AltText?
  package var isPrivate = false
  package var editedAt: Moment?
  /// The number to keep; nil for the next one.
  package var number: Post.ID?
  /// The post that this one repeats, which must exist.
  package var reposts: Post.ID?
  /// The users whom the words name, each once; nil if the words themselves decide.
  package var mentions: [User.ID]?

  package init(author: User.ID, at: Moment, text: PostText) {
    self.author = author
    self.at = at
    self.text = text
  }
}

/// A post of the network.
package struct KnownPost {
  package let key: PostKey
  package let text: String
  package let alt: String?
  package let editedAt: Moment?

  package init(key: PostKey, text: String, alt: String?, editedAt: Moment?) {
    self.key = key
    self.text = text
    self.alt = alt
    self.editedAt = editedAt
  }
}

/// A key by which an import looks up a user.
package enum UserLookup {
  case origin(Origin)
  case handle(Handle)
}

/// A key by which an import looks up a post.
package enum PostLookup {
  case origin(Origin)
  /// The post of a user at a moment; ignores posts whose time an import moved.
  case author(User.ID, at: Moment)
  case id(Post.ID)
  /// The number that a file has for the post, if `StagedRow.number` has stored it.
  case number(Post.ID)
}

/// The post that a post answers or quotes.
package struct PostReference: Sendable {
  /// The origin of a post that may be imported later; if it never is, the reference is dropped.
  package var origin: Origin?
  package var id: Post.ID?
  /// Whether the number is kept even if its post does not exist.
  package var isKept = false

  package init(_ origin: Origin) { self.origin = origin }

  package init(_ id: Post.ID, isKept: Bool) { (self.id, self.isKept) = (id, isKept) }
}

/// A row besides users and posts.
package enum StagedRow {
  /// Without a time, a follow gets the time when the later of both users joined.
  case follow(from: User.ID, to: User.ID, at: Moment?)
  /// Without a time, a like gets that of the post.
  case like(Post.ID, by: User.ID, at: Moment?)
  /// A reference that the post has already stays; `isUnchanged` if the import counts it so.
  case references(
    of: Post.ID, replyTo: PostReference?, quotes: PostReference?, isUnchanged: Bool)
  case mark(PrivateRecord<User.ID>)
  case picture(StreamedPicture)
  /// With `insteadOf` the origin moves from that user; otherwise it stays with another one.
  case userOrigin(Origin, of: User.ID, insteadOf: User.ID?)
  /// An origin of another post or of a user stays there; the digest is that of the present words.
  case postOrigin(PostOrigin, of: Post.ID)
  /// The number of the file for a post here.
  case number(Post.ID, of: Post.ID)
  /// A post here for which the import has a record; false if an earlier record matched or added it.
  case met(Post.ID)
  /// The last numbers of a file; only an empty network takes them.
  case lastNumbers(users: Int64, posts: Int64)
}

/// The results of an import that are known only when it settles.
package struct SettledRows: Equatable, Sendable {
  package var follows = 0
  package var likes = 0
  /// The posts that were counted as unchanged, and got a reference.
  package var references = 0

  package init() {}
}

/// A network that adds foreign records, within a transaction.
///
/// The caller decides what is added and changed. Posts come in any order: `settle` adds edges,
/// references, mentions and words. An import notifies no user.
///
///     let user = ImportedUser(handle: handle, createdAt: now)
///     let bob = try work.user(.origin(origin)) ?? work.add(user)
///     try work.stage(.userOrigin(origin, of: bob, insteadOf: nil))
///     try work.stage(.follow(from: bob, to: alice, at: nil))
///     let added = try work.settle(isLast: true, marksSeen: true)
package protocol NetworkImport: AnyObject {
  func user(_ key: UserLookup) throws -> User.ID?
  func details(of user: User.ID) throws -> KnownUser?
  /// The handle must be free, and pictures that are not stored are left out.
  func add(_ user: ImportedUser) throws -> User.ID
  /// False if nothing is to be changed; pictures that are not stored are left out.
  func change(_ user: User.ID, _ changes: UserChanges) throws -> Bool

  /// With an origin, the result has the digest of the words at the last import.
  func post(_ key: PostLookup) throws -> (id: Post.ID, digest: Int64?)?
  func details(of post: Post.ID) throws -> KnownPost?
  /// Returns the moment that the post got.
  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment)
  /// Replaces the words of a post; `mentions` as in `ImportedPost`.
  func change(
    _ post: KnownPost, text: PostText, alt: AltText?, mentions: [User.ID]?, at moment: Moment
  ) throws

  /// Adds a row, now or when the import settles; false if it is there already.
  @discardableResult func stage(_ row: StagedRow) throws -> Bool
  /// Adds the staged rows; the import may continue unless `isLast`.
  ///
  /// With `marksSeen` the notices of new users, and new notices of others, count as seen.
  func settle(isLast: Bool, marksSeen: Bool) throws -> SettledRows
}
