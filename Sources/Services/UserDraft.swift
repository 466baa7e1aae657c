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
