package import Model

/// What a user changes about themself; nil leaves a thing as it is, and a blank text takes it away.
package struct ProfileChanges: Sendable {
  package var handle: Handle?
  package let name: DisplayName?
  package let bio: Bio?
  package var avatar: AvatarChange

  package init(
    handle: Handle? = nil, name: DisplayName? = nil, bio: Bio? = nil, avatar: AvatarChange = .keep
  ) {
    self.handle = handle
    self.name = name?.readable
    self.bio = bio?.readable
    self.avatar = avatar
  }

  /// What becomes of the picture on somebody's card.
  package enum AvatarChange: Sendable {
    case keep, remove
    case set(PictureDraft)
  }
}
