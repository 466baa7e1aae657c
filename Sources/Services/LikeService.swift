package import Model
internal import Storage

/// Who likes which post.
package struct LikeService {
  let store: any Store

  private var edges: EdgeService { EdgeService(store: store) }

  /// Liking a post twice changes nothing.
  package func like(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, at now: Moment, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try edges.draw(.like, to: items, as: viewer, at: now, mode)
  }

  /// Unliking a post that is not liked changes nothing.
  package func unlike(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try edges.remove(.like, to: items, as: viewer, mode)
  }

  /// The users who like a post.
  package func likers(
    of id: Post.ID, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try edges.sources(.like, of: id, as: viewer, request)
  }
}
