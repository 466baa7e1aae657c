package import Model

/// The name that a source gives a user or a post: the same origin is the same thing, whatever its
/// handle is now.
package struct Origin: Hashable, Comparable, Sendable {
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

/// A user as a source describes them; nil where it is silent.
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
  /// The post that this one repeats, which is there already.
  package var reposts: Post.ID?

  package init(author: User.ID, at: Moment, text: PostText) {
    self.author = author
    self.at = at
    self.text = text
  }
}

/// What a post answers or quotes, which may be imported after it.
package enum ImportedTie: Sendable {
  /// A post of the source; left out if it never comes.
  case origin(Origin)
  /// A post of the network.
  case post(Post.ID)
  /// A number that is kept, whether its post is there or not.
  case number(Post.ID)
}

/// What a user keeps for themself, as a lossless export has it.
package enum ImportedMark: Sendable {
  case mute(muter: User.ID, muted: User.ID, at: Moment)
  case bookmark(user: User.ID, post: Post.ID, at: Moment)
  case flag(reporter: User.ID, post: Post.ID, at: Moment, reason: String?)
  case readMark(user: User.ID, timeline: Moment, notices: Moment)
}

/// The results of an import that are known at its end only.
package struct ImportedEdges: Equatable, Sendable {
  package var follows = 0
  package var likes = 0

  package init() {}
}

/// A network that takes over what others wrote, within a transaction.
///
/// Posts come in any order: answers, mentions, edges and words are settled by `finish`. An import
/// notifies no user.
package protocol NetworkImport: AnyObject {
  /// Whether the network had no user and no post before.
  var isNew: Bool { get }
  /// Whether `finish` marks the notices of new users as seen.
  var marksUsersSeen: Bool { get set }

  func user(_ origin: Origin) throws -> User.ID?
  func user(named handle: Handle) throws -> User.ID?
  func handle(of user: User.ID) throws -> Handle
  /// A user without an origin is of this network itself.
  func origins(of user: User.ID) throws -> [Origin]
  func bind(_ origin: Origin, to user: User.ID) throws
  /// The handle must be free.
  func add(_ user: ImportedUser) throws -> User.ID
  /// Fills an empty name, bio, avatar and banner; false if nothing changed.
  func fill(_ user: User.ID, with found: ImportedUser) throws -> Bool

  /// The post of an origin, and the digest of its words as they were imported last.
  func post(_ origin: Origin) throws -> (id: Post.ID, digest: Int64)?
  /// The post that a user has at a moment.
  func post(by author: User.ID, at moment: Moment) throws -> Post.ID?
  /// The words and picture of a post.
  func words(of post: Post.ID) throws -> (text: String, alt: String?)?
  func bind(_ origin: Origin, to post: Post.ID, digest: Int64) throws
  /// Returns the moment that the post got.
  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment)
  /// Replaces the words of a post.
  func replaceWords(of post: Post.ID, text: PostText, alt: AltText?, editedAt: Moment?) throws
  /// Lets a post answer or quote another at the end, unless it does already.
  func tie(_ post: Post.ID, replyTo: ImportedTie?, quotes: ImportedTie?) throws

  /// False if a picture with this content is there already.
  func keep(_ picture: PictureDraft) throws -> Bool

  /// Notes which post here a number of the file stands for.
  func note(number: Post.ID, of post: Post.ID) throws
  /// The post here that was noted for a number.
  func post(numbered number: Post.ID) throws -> Post.ID?

  /// Notes a follow; false if this import noted it already. Without a time it begins with the later
  /// of the two users.
  func follow(from follower: User.ID, to followee: User.ID, at moment: Moment?) throws -> Bool
  /// Notes a like; false if this import noted it already. Without a time it is that of the post.
  func like(_ post: Post.ID, by user: User.ID, at moment: Moment?) throws -> Bool
  /// Adds another edge, report or read mark exactly as it was exported; false if it is there.
  @discardableResult func restore(_ mark: ImportedMark) throws -> Bool
  /// Raises the last numbers given out.
  func raiseNumbers(users: Int64, posts: Int64) throws

  /// Settles what was noted so far; unless this is the end, the import may go on.
  func finish(isLast: Bool) throws -> ImportedEdges
}
