package import Model
internal import Storage

/// Posts: publishing, lists, search and reports.
package struct PostService {
  let store: any Store

  package func publish(
    _ draft: PostDraft, as viewer: Viewer, isRehearsal: Bool = false
  ) throws(ServiceError) -> Outcome {
    try store.write(isRehearsal: isRehearsal) { writing in
      let me = try writing.reading.actor(viewer)
      let id = try writing.insert(draft, by: me)
      return Outcome(
        input: draft.text.string, result: .posted,
        post: try writing.reading.existingPost(id, for: me))
    }
  }

  /// Deletes posts of the viewer's own, with their likes and flags.
  package func delete(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, id in
        let place = try writing.reading.place(of: id, for: me)
        guard place.author == me else {
          let author = try writing.reading.existingProfile(of: place.author, for: nil)
          throw ServiceError.notYours(.post(id, author: author.item.user.handle))
        }
        try writing.delete(place)
        return Outcome(input: input, result: .deleted)
      }
    }
  }

  /// One post with everyone who likes it, up to `likerLimit`.
  package func view(
    _ id: Post.ID, as viewer: Viewer, likerLimit: Int
  ) throws(ServiceError) -> ViewedPost {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      guard let post = try reading.post(id, for: me) else { throw ServiceError.noSuchPost(id) }
      let likers = try reading.sources(
        of: .like, to: id, for: me, PageRequest(limit: likerLimit))
      return ViewedPost(post: post, likers: likers.items.map(\.user.handle))
    }
  }

  /// Everyone's public posts, newest first.
  package func explore(
    as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Post> {
    try store.read { try $0.publicPosts(for: try $0.viewer(viewer), request) }
  }

  /// How many posts `explore` would list in all.
  package func exploreCount() throws(ServiceError) -> Int {
    try store.read { try $0.publicPostCount() }
  }

  /// Posts that hold every word, newest first; none, when the words hold nothing to look for.
  package func search(
    _ words: String, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Post> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      guard let words = SearchWords(ofPosts: words) else {
        return Page(entries: [], next: nil)
      }
      return try reading.posts(matching: words, for: me, request)
    }
  }

  /// How many posts `search` would list in all.
  package func searchCount(_ words: String, as viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      guard let words = SearchWords(ofPosts: words) else { return 0 }
      return try reading.postCount(matching: words, for: me)
    }
  }

  /// Reports a post of another user.
  ///
  /// A second report changes nothing; a blank reason is none.
  package func flag(
    _ id: Post.ID, reason: Reason?, as viewer: Viewer, at now: Moment
  ) throws(ServiceError) -> Outcome {
    try store.write { writing in
      let me = try writing.reading.actor(viewer)
      let place = try writing.reading.place(of: id, for: me)
      return try writing.draw(
        Edge(.flag, from: me, to: .post(place)), reason: reason, at: now, input: String(id.number))
    }
  }

  /// Every report, newest first.
  package func flags(_ request: PageRequest) throws(ServiceError) -> Page<Flag> {
    try store.read { try $0.flags(request) }
  }

  /// How many reports there are.
  package func flagCount() throws(ServiceError) -> Int {
    try store.read { try $0.edgeCount(.flag) }
  }
}
