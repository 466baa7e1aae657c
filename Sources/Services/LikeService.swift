package import Model

/// Who likes which post.
package struct LikeService {
  let store: Store

  /// Liking twice changes nothing.
  package func like(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, at now: Moment, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, id in
        let place = try writing.reading.place(of: id, for: me)
        let isNew = try writing.insertLike(of: id, at: place, by: me, now: now)
        return Outcome(
          input: input, result: isNew ? .liked : .alreadyLiked,
          post: try writing.reading.existingPost(id, for: me))
      }
    }
  }

  /// Unliking what one doesn't like changes nothing.
  package func unlike(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, id in
        let place = try writing.reading.place(of: id, for: me)
        let wasLiked = try writing.deleteLike(of: id, at: place, by: me)
        return Outcome(
          input: input, result: wasLiked ? .unliked : .notLiked,
          post: try writing.reading.existingPost(id, for: me))
      }
    }
  }

  /// Those who like a post.
  package func likers(
    of id: Post.ID, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      _ = try reading.place(of: id, for: me)
      return try reading.likers(of: id, for: me, request)
    }
  }
}
