package import Model

/// A user to be created.
package struct UserDraft: Sendable {
  package var handle: Handle
  package var name: DisplayName?
  package var bio: Bio?
  package var createdAt: Moment

  package init(handle: Handle, name: DisplayName? = nil, bio: Bio? = nil, createdAt: Moment) {
    self.handle = handle
    self.name = name
    self.bio = bio
    self.createdAt = createdAt
  }
}

/// What a user changes about themself; nil leaves a thing as it is.
package struct ProfileChanges: Sendable {
  package var handle: Handle?
  package var name: DisplayName?
  package var bio: Bio?

  package init(handle: Handle? = nil, name: DisplayName? = nil, bio: Bio? = nil) {
    self.handle = handle
    self.name = name
    self.bio = bio
  }
}
