package import Model

/// The name by which a source identifies a user or a post.
///
/// The same origin is the same user or post, even after a change of handle.
package struct Origin: Hashable, Comparable, Sendable {
  /// The source of posts that an import gave another time; the key has the former one.
  package static let movedTime = "profilectl"

  package let source: String
  package let key: String

  package init(_ source: String, _ key: String) {
    self.source = source
    self.key = key
  }

  package static func < (left: Origin, right: Origin) -> Bool {
    (left.source, left.key) < (right.source, right.key)
  }
}

/// A user as a source describes them; nil for unknown values.
package struct ImportedUser {
  package var handle: Handle
  package var name: DisplayName?
  package var bio: Bio?
  package var createdAt: Moment
  package var avatar: PictureHash?
  package var banner: PictureHash?
  /// The number to keep; nil for the next one.
  package var number: User.ID?

  package init(handle: Handle, createdAt: Moment) {
    self.handle = handle
    self.createdAt = createdAt
  }
}

/// A post as a source describes it.
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

/// A picture of a source, whose bytes are passed in pieces.
package struct ImportedPicture {
  package let hash: PictureHash
  package let width: Int
  package let height: Int
  package let byteCount: Int
  /// Passes all bytes in order; may be called again.
  package let pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void

  package init(
    hash: PictureHash, width: Int, height: Int, byteCount: Int,
    pieces: @escaping (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) {
    self.hash = hash
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.pieces = pieces
  }
}

/// The post that a post answers or quotes, which may be imported later.
package enum PendingReference: Sendable {
  /// A post of the source; ignored if it is not imported.
  case origin(Origin)
  /// A post of the network.
  case post(Post.ID)
  /// A number that is kept, even if its post does not exist.
  case number(Post.ID)
}

/// A private record of a user in a lossless export.
package enum ImportedMark: Sendable {
  case mute(muter: User.ID, muted: User.ID, at: Moment)
  case bookmark(user: User.ID, post: Post.ID, at: Moment)
  case flag(reporter: User.ID, post: Post.ID, at: Moment, reason: String?)
  case readMark(user: User.ID, timeline: Moment, notices: Moment)
}

/// The results of an import that are known only at its end.
package struct ImportedEdges: Equatable, Sendable {
  package var follows = 0
  package var likes = 0
  /// The posts that were known and unchanged, and got their place below another or a quote.
  package var ties = 0

  package init() {}
}

/// A network that takes over foreign records, within a transaction.
///
/// Posts come in any order: `finish` settles answers, mentions, edges and words. An import notifies
/// no user.
///
///     let bob = try work.user(origin) ?? work.add(ImportedUser(handle: handle, createdAt: now))
///     try work.bind(origin, to: bob)
///     _ = try work.follow(from: bob, to: alice, at: nil)
///     let added = try work.finish(isLast: true)
package protocol NetworkImport: AnyObject {
  /// Whether the network had no user and no post before.
  var isNew: Bool { get }
  /// Whether `finish` marks the notices of new users as seen.
  var marksUsersSeen: Bool { get set }

  func user(_ origin: Origin) throws -> User.ID?
  func user(named handle: Handle) throws -> User.ID?
  func handle(of user: User.ID) throws -> Handle
  /// The origins of a user; empty for a user of this network itself.
  func origins(of user: User.ID) throws -> [Origin]
  func bind(_ origin: Origin, to user: User.ID) throws
  /// The same, even if a user without a name and posts has the origin.
  func give(_ origin: Origin, to user: User.ID) throws
  /// The handle must be free.
  func add(_ user: ImportedUser) throws -> User.ID
  func pictures(of user: User.ID) throws -> (hasAvatar: Bool, hasBanner: Bool)
  /// Fills an empty name, bio, avatar and banner; false if nothing changed.
  func fill(_ user: User.ID, with found: ImportedUser) throws -> Bool

  /// The post of an origin, and the digest of its words at the last import.
  func post(_ origin: Origin) throws -> (id: Post.ID, digest: Int64)?
  /// The post that a user has at a moment; not one that an import moved there from another.
  func post(by author: User.ID, at moment: Moment) throws -> Post.ID?
  /// Whether the post repeats another; false if it does not exist.
  func isRepost(_ post: Post.ID) throws -> Bool
  /// The text of a post and the description of its picture.
  func words(of post: Post.ID) throws -> (text: String, alt: String?)?
  func bind(_ origin: Origin, to post: Post.ID, digest: Int64) throws
  /// Returns the moment that the post got.
  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment)
  /// Replaces the words of a post that an earlier import added; `mentions` as in `ImportedPost`.
  func replaceWords(
    of post: Post.ID, text: PostText, alt: AltText?, mentions: [User.ID]?, editedAt: Moment?
  ) throws
  /// Whether the import meets a post of the network for the first time; false for posts it added.
  func isFirst(of post: Post.ID) throws -> Bool
  /// Makes a post answer or quote another at the end, unless it already does.
  ///
  /// `finish` counts it if it is counted as unchanged so far.
  func tie(
    _ post: Post.ID, replyTo: PendingReference?, quotes: PendingReference?, isUnchanged: Bool)
    throws

  /// False if a picture with this content is there already.
  func keep(_ picture: ImportedPicture) throws -> Bool

  /// Stores that the number `number` of the file stands for the post `post` here.
  func note(number: Post.ID, of post: Post.ID) throws
  /// The post here for a number of the file.
  func post(numbered number: Post.ID) throws -> Post.ID?

  /// Stages a follow; false if this import has staged it already.
  ///
  /// Without a time, it gets the time when the later of both users joined.
  func follow(from follower: User.ID, to followee: User.ID, at moment: Moment?) throws -> Bool
  /// Stages a like; false if this import has staged it already.
  ///
  /// Without a time, it gets that of the post.
  func like(_ post: Post.ID, by user: User.ID, at moment: Moment?) throws -> Bool
  /// Adds another edge, report or read mark exactly as it was exported; false if it exists.
  @discardableResult func restore(_ mark: ImportedMark) throws -> Bool
  /// Raises the last numbers given out.
  func raiseNumbers(users: Int64, posts: Int64) throws

  /// Adds the staged rows; the import may continue unless `isLast`.
  func finish(isLast: Bool) throws -> ImportedEdges
}
