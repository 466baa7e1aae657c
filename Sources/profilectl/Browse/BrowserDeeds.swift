import Model
import Services

/// What keys change in the network, for one viewer at one moment.
struct BrowserDeeds {
  let network: Network
  let viewer: Viewer
  let now: Moment

  private static let mode = BulkMode(keepsGoing: false, isRehearsal: false)

  func follow(_ handle: Handle) throws -> BulkReport {
    try network.follows.follow([item(handle)], as: viewer, BrowserDeeds.mode)
  }

  func unfollow(_ handle: Handle) throws -> BulkReport {
    try network.follows.unfollow([item(handle)], as: viewer, BrowserDeeds.mode)
  }

  func like(_ id: Post.ID) throws -> BulkReport {
    try network.likes.like([item(id)], as: viewer, at: now, BrowserDeeds.mode)
  }

  func unlike(_ id: Post.ID) throws -> BulkReport {
    try network.likes.unlike([item(id)], as: viewer, BrowserDeeds.mode)
  }

  private func item(_ handle: Handle) -> BulkItem<Handle> {
    BulkItem(input: handle.text, value: handle)
  }

  private func item(_ id: Post.ID) -> BulkItem<Post.ID> {
    BulkItem(input: String(id.number), value: id)
  }
}
