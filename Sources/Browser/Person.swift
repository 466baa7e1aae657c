package import Model

/// Somebody as they were shown: the number says who it is, whatever they are called by now.
package struct Person: Hashable {
  package let id: User.ID
  package let handle: Handle

  package init(_ user: User) {
    id = user.id
    handle = user.handle
  }

  package static func == (one: Person, other: Person) -> Bool { one.id == other.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
