package import Model

/// A signed change of a shared network: one line of a bundle.
package struct Deed: Equatable, Sendable {
  package let act: Act
  /// Microseconds since 1970, at most `latestClock`; decides among changes of the same thing.
  package let clock: Int64
  /// The user for whom a keeper vouches: the key `as`.
  package let vouchedFor: LastingName?

  package static let latestClock: Int64 = 1 << 52

  /// A clock after the latest one is taken as the latest.
  package init(_ act: Act, clock: Int64, vouchedFor: LastingName? = nil) {
    self.act = act
    self.clock = min(clock, Deed.latestClock)
    self.vouchedFor = vouchedFor
  }

  /// What a deed changes, with its values.
  package enum Act: Equatable, Sendable {
    /// The name of the network.
    case network(name: String)
    /// Gives a key to a user.
    case key(user: LastingName, key: FixedBytes<32>, role: Role, machine: String)
    /// Lets a new machine of the user claim a place with the invitation's key.
    case invitation(user: LastingName, key: FixedBytes<32>, role: Role)
    /// The key of a new machine, signed with the invitation's key.
    case claim(key: FixedBytes<32>, machine: String)
    /// The ids of the last bundles of this pair that count; nil lifts a revocation.
    case revoke(key: FixedBytes<32>, user: LastingName, last: [FixedBytes<32>]?)
    case user(NewUser)
    case profile(ProfileChange)
    case post(PublishedPost)
    case edit(PostEdit)
    case delete(post: LastingName)
    case edge(EdgeChange)
    /// Settles the reports of the post up to the clock.
    case settle(post: LastingName)
    case removeUser(LastingName)
  }

  /// What a key may do.
  package enum Role: String, CaseIterable, Sendable {
    case keeper, member
  }
}

/// A user as first written, with the first values of the profile.
package struct NewUser: Equatable, Sendable {
  package let user: LastingName
  package let handle: Handle
  package let createdAt: Moment
  package let name: String
  package let bio: String

  package init(
    user: LastingName, handle: Handle, createdAt: Moment, name: String, bio: String
  ) {
    (self.user, self.handle, self.createdAt) = (user, handle, createdAt)
    (self.name, self.bio) = (name, bio)
  }
}

/// New values of some fields of a profile; nil leaves a field as it is.
package struct ProfileChange: Equatable, Sendable {
  package var handle: Handle?
  package var name: String?
  package var bio: String?
  package var avatar: PictureChange?
  package var banner: PictureChange?

  package init(
    handle: Handle? = nil, name: String? = nil, bio: String? = nil, avatar: PictureChange? = nil,
    banner: PictureChange? = nil
  ) {
    (self.handle, self.name, self.bio) = (handle, name, bio)
    (self.avatar, self.banner) = (avatar, banner)
  }
}

package enum PictureChange: Equatable, Sendable {
  case picture(SignedPicture)
  case removed
}

/// A picture as a signed line names it; its file travels by itself.
///
/// One of an impossible size never arrives.
package struct SignedPicture: Hashable, Sendable {
  /// The SHA-256 of the original.
  package let hash: FixedBytes<32>
  package let bytes: Int
  package let width: Int
  package let height: Int

  package init(hash: FixedBytes<32>, bytes: Int, width: Int, height: Int) {
    (self.hash, self.bytes, self.width, self.height) = (hash, bytes, width, height)
  }
}

/// A new post, whose name is derived from its line.
package struct PublishedPost: Equatable, Sendable {
  package let words: SignedWords
  package let at: Moment
  package let replyTo: LastingName?
  package let quotes: LastingName?
  /// Set in posts that were edited before the network was shared.
  package let editedAt: Moment?

  package init(
    words: SignedWords, at: Moment, replyTo: LastingName? = nil, quotes: LastingName? = nil,
    editedAt: Moment? = nil
  ) {
    (self.words, self.at, self.editedAt) = (words, at, editedAt)
    (self.replyTo, self.quotes) = (replyTo, quotes)
  }
}

/// New words of a post.
package struct PostEdit: Equatable, Sendable {
  package let post: LastingName
  /// Without a picture: an edit changes none.
  package let words: SignedWords
  package let editedAt: Moment

  package init(post: LastingName, words: SignedWords, editedAt: Moment) {
    (self.post, self.words, self.editedAt) = (post, words, editedAt)
  }
}

/// An edge that a user draws or removes.
package struct EdgeChange: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case follow, like, repost, flag
  }

  package let kind: Kind
  /// The name of a user for `follow`, else of a post.
  package let to: LastingName
  package let isOn: Bool
  package let at: Moment
  /// Only of a `flag`.
  package let reason: String?

  package init(kind: Kind, to: LastingName, isOn: Bool, at: Moment, reason: String? = nil) {
    (self.kind, self.to, self.isOn, self.at, self.reason) = (kind, to, isOn, at, reason)
  }
}
