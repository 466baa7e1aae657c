/// Somebody on the network, with the counts kept beside them.
package struct User: Equatable, Sendable {
  /// The number the file knows a user by; people never see it.
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

  package init(
    id: ID, handle: Handle, name: String, bio: String, counts: Counts, createdAt: Moment
  ) {
    self.id = id
    self.handle = handle
    self.name = name
    self.bio = bio
    self.counts = counts
    self.createdAt = createdAt
  }
}
