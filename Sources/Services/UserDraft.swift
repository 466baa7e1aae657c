package import Model

/// A user to be created; a blank name or bio is none.
package struct UserDraft: Sendable {
  package var handle: Handle
  package let name: DisplayName?
  package let bio: Bio?
  package var createdAt: Moment

  package init(handle: Handle, name: DisplayName? = nil, bio: Bio? = nil, createdAt: Moment) {
    self.handle = handle
    self.name = name?.readable
    self.bio = bio?.readable
    self.createdAt = createdAt
  }
}
