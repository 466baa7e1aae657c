import Browser
import Model
import Services

/// What keys change in the network, for one viewer at one moment.
struct BrowserDeeds {
  let network: Network
  let viewer: Viewer
  let now: Moment

  private static let mode = BulkMode(keepsGoing: false, isRehearsal: false)

  /// Nil if the shown user is gone.
  func follow(_ person: UserReference) throws -> Outcome? {
    try network.follows.follow(person.id, as: viewer)
  }

  /// Nil if the shown user is gone.
  func unfollow(_ person: UserReference) throws -> Outcome? {
    try network.follows.unfollow(person.id, as: viewer)
  }

  func like(_ id: Post.ID) throws -> Outcome? {
    try network.likes.like([item(id)], as: viewer, at: now, BrowserDeeds.mode).first?.get()
  }

  func unlike(_ id: Post.ID) throws -> Outcome? {
    try network.likes.unlike([item(id)], as: viewer, BrowserDeeds.mode).first?.get()
  }

  private func item(_ id: Post.ID) -> BulkItem<Post.ID> {
    BulkItem(input: String(id.number), value: id)
  }
}
