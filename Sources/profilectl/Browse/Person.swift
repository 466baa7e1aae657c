import Model

/// Somebody as they were shown: the number says who it is, whatever they are called by now.
struct Person: Hashable {
  let id: User.ID
  let handle: Handle

  init(_ user: User) {
    id = user.id
    handle = user.handle
  }

  static func == (one: Person, other: Person) -> Bool { one.id == other.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
