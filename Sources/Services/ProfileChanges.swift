package import Model

/// What a user changes about themself; nil leaves a thing as it is.
package struct ProfileChanges: Sendable {
  package var handle: Handle?
  package var name: DisplayName?
  package var bio: Bio?
  package var avatar: AvatarChange

  package init(
    handle: Handle? = nil, name: DisplayName? = nil, bio: Bio? = nil, avatar: AvatarChange = .keep
  ) {
    self.handle = handle
    self.name = name
    self.bio = bio
    self.avatar = avatar
  }

  /// What becomes of the picture on somebody's card.
  package enum AvatarChange: Sendable {
    case keep, remove
    case set(PictureDraft)
  }
}
