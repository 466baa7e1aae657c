/// A member of the network, with stored counts.
package struct User: Equatable, Sendable {
  /// The number that identifies a user in the file; it is never shown.
  package struct ID: Hashable, Comparable, Sendable {
    package let number: Int64
    package init(_ number: Int64) { self.number = number }
    package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  package var id: ID
  package var handle: Handle
  package var name: String
  package var bio: String
  package var counts: Counts
  package var createdAt: Moment
  package var avatar: Image?
  package var banner: Image?
  /// Nil in a network that is not shared.
  package var lastingName: LastingName?

  package init(
    id: ID, handle: Handle, name: String, bio: String, counts: Counts, createdAt: Moment,
    avatar: Image? = nil, banner: Image? = nil, lastingName: LastingName? = nil
  ) {
    self.id = id
    self.handle = handle
    self.name = name
    self.bio = bio
    self.counts = counts
    self.createdAt = createdAt
    self.avatar = avatar
    self.banner = banner
    self.lastingName = lastingName
  }
}

/// The counts of a user; private posts and their likes are not counted.
package struct Counts: Equatable, Sendable {
  package var posts: Int
  package var followers: Int
  package var following: Int
  package var likes: Int

  package init(posts: Int = 0, followers: Int = 0, following: Int = 0, likes: Int = 0) {
    (self.posts, self.followers, self.following, self.likes) = (posts, followers, following, likes)
  }
}

/// A user as one viewer sees them.
package struct Profile: Equatable, Sendable {
  package var user: User
  package var relation: Relation

  package init(user: User, relation: Relation) {
    (self.user, self.relation) = (user, relation)
  }
}

/// The edges between the viewer and a user; all false without a viewer.
package struct Relation: Equatable, Sendable {
  package var isMe: Bool
  package var isFollowed: Bool
  package var followsYou: Bool
  package var isMuted: Bool

  package init(
    isMe: Bool = false, isFollowed: Bool = false, followsYou: Bool = false, isMuted: Bool = false
  ) {
    self.isMe = isMe
    self.isFollowed = isFollowed
    self.followsYou = followsYou
    self.isMuted = isMuted
  }
}

/// A user the viewer may want to follow, and the reason.
package struct Suggestion: Equatable, Sendable {
  package var profile: Profile
  /// The number of the viewer's followees who follow this user.
  package var sharedCount: Int
  /// Up to three of these followees.
  package var via: [Handle]

  package init(profile: Profile, sharedCount: Int, via: [Handle]) {
    (self.profile, self.sharedCount, self.via) = (profile, sharedCount, via)
  }
}

/// The user who looks and acts, as the command line names them.
///
/// They may not exist.
package enum Viewer: Equatable, Sendable {
  case nobody
  case named(Handle)
  /// A user set in advance for all commands. Commands that need no user ignore a missing one.
  case preset(Handle)
  /// A user who logged in earlier. `createdAt` distinguishes a user with the same number in another
  /// file at the same path.
  case loggedIn(User.ID, createdAt: Moment)
}
