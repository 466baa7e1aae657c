package import Model
internal import Storage

/// Publishes, edits and deletes posts; lists, searches and moderates them.
package struct PostService {
  let store: any Store

  /// The number of a post that a line names.
  package func find(_ reference: TypedPost) throws(ServiceError) -> Post.ID {
    switch reference {
    case .number(let id): return id
    case .lastingName(let digits):
      let found = try store.read { reading in
        try reading.isShared ? SharedTables(reading.rows).posts(beginning: digits) : nil
      }
      guard let found, let id = found.first else {
        throw .noPostNamed(digits, isShared: found != nil)
      }
      if found.count > 1 { throw .severalPostsNamed(digits, found) }
      return id
    }
  }

  /// Runs a bulk write of posts by their numbers; an item that names no post is refused.
  package func finding(
    _ items: [BulkItem<TypedPost>], _ mode: BulkMode,
    _ work: ([BulkItem<Post.ID>]) throws -> BulkReport
  ) throws -> BulkReport {
    var found: [BulkItem<Post.ID>] = []
    var refusals: [Int: ServiceError] = [:]
    for (place, item) in items.enumerated() {
      do throws(ServiceError) {
        found.append(BulkItem(input: item.input, value: try find(item.value)))
      } catch .storage(let error) {
        throw ServiceError.storage(error)
      } catch {
        let refusal = ServiceError.refused(input: item.input, reason: error)
        if !mode.keepsGoing { throw refusal }
        refusals[place] = refusal
      }
    }
    var rest = try work(found)[...]
    return items.indices.map { refusals[$0].map { .failure($0) } ?? rest.removeFirst() }
  }

  package func publish(
    _ draft: PostDraft, as viewer: Viewer, isDryRun: Bool = false,
    _ detail: Outcome.Detail = .whole
  ) throws(ServiceError) -> Outcome {
    try store.write(isDryRun: isDryRun) { writing in
      let me = try writing.reading.actor(viewer)
      let id = try writing.insert(draft, by: me, answering: nil, quoting: nil)
      return try writing.outcome(.posted, of: id, for: me, input: draft.text.string, detail)
    }
  }

  /// Changes the words of the viewer's own post; equal words change nothing.
  package func edit(
    _ id: Post.ID, _ changes: PostChanges, as viewer: Viewer, at now: Moment,
    isDryRun: Bool = false
  ) throws(ServiceError) -> Outcome {
    try store.write(isDryRun: isDryRun) { writing in
      let me = try writing.reading.actor(viewer)
      let place = try writing.reading.ownPlace(of: id, by: me)
      let post = try writing.reading.existingPost(id, for: me).item
      if place.reposts != nil { throw ServiceError.unchangeable(id, .repost) }
      if changes.alt != nil, post.signedImage == nil {
        throw ServiceError.unchangeable(id, .noPicture)
      }
      if changes.text?.isEmpty == true, post.signedImage == nil { throw ServiceError.emptyPost }
      try writing.update(place, with: changes, at: now)
      return Outcome(
        input: String(id.number), result: .edited,
        post: try writing.reading.existingPost(id, for: me))
    }
  }

  /// The viewer's own post that `edit` would change; throws the errors of `edit`.
  package func editable(_ id: Post.ID, as viewer: Viewer) throws(ServiceError) -> Post {
    try store.read { reading in
      let me = try reading.actor(viewer)
      let place = try reading.ownPlace(of: id, by: me)
      if place.reposts != nil { throw ServiceError.unchangeable(id, .repost) }
      return try reading.existingPost(id, for: me).item
    }
  }

  /// Deletes the viewer's own posts, with their reposts, likes and other edges.
  package func delete(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, id in
        let place = try writing.reading.ownPlace(of: id, by: me)
        try writing.delete(place)
        guard let repeated = place.reposts else { return Outcome(input: input, result: .deleted) }
        return Outcome(
          input: input, result: .unreposted,
          post: try writing.reading.existingPost(repeated, for: me))
      }
    }
  }

  /// One post; for a repost, the repeated post.
  package func post(_ id: Post.ID, as viewer: Viewer) throws(ServiceError) -> Entry<Post> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      return try reading.existingPost(try reading.subject(of: id, for: me).id, for: me)
    }
  }

  // MARK: Lists

  /// A list of posts.
  package enum Source: Sendable {
    case explore, bookmarks
    case search(PostSearch)
    case hashtag(Hashtag)
    /// All posts of a user that others may see; nil means the viewer.
    case posts(of: Handle?)
  }

  package func page(
    of source: Source, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Post> {
    try store.read { reading in
      let (list, me) = try PostService.list(source, as: viewer, in: reading)
      return try reading.posts(list, for: me, request)
    }
  }

  /// The number of all posts in a list.
  package func count(
    of source: Source, as viewer: Viewer, _ filter: PostFilter = PostFilter()
  ) throws(ServiceError) -> Int {
    try store.read { reading in
      let (list, me) = try PostService.list(source, as: viewer, in: reading)
      return try reading.postCount(list, for: me, filter, most: .max)
    }
  }

  private static func list(
    _ source: Source, as viewer: Viewer, in reading: any Reading
  ) throws -> (PostList, User.ID?) {
    let me = try reading.viewer(viewer)
    switch source {
    case .explore: return (.explore, me)
    case .bookmarks: return (.bookmarks, try reading.actor(viewer))
    case .hashtag(let tag): return (.hashtag(tag), me)
    case .posts(let handle): return (.posts(of: try reading.subject(handle, as: viewer)), me)
    case .search(let search):
      for case .author(let handle) in search.terms.map(\.subject) {
        _ = try reading.userID(of: handle)
      }
      return (.search(search), me)
    }
  }

  /// All public posts, newest first.
  package func explore(
    as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Post> {
    try page(of: .explore, as: viewer, request)
  }

  /// Posts that match every term, newest first; empty for an invalid search.
  package func search(
    _ words: String, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Post> {
    guard let search = try? PostSearch(words) else { return Page(entries: [], next: nil) }
    return try page(of: .search(search), as: viewer, request)
  }

  // MARK: Hashtags

  /// Hashtags in use, most used first.
  package func hashtags(
    beginning prefix: String? = nil, since: Moment? = nil, until: Moment? = nil,
    _ request: PageRequest
  ) throws(ServiceError) -> Page<HashtagUse> {
    try store.read {
      try $0.hashtags(
        beginning: prefix.map(PostService.folded), since: since, until: until, request)
    }
  }

  package func hashtagCount(
    beginning prefix: String? = nil, since: Moment? = nil, until: Moment? = nil
  ) throws(ServiceError) -> Int {
    try store.read {
      try $0.hashtagCount(
        beginning: prefix.map(PostService.folded), since: since, until: until)
    }
  }

  private static func folded(_ prefix: String) -> String {
    Hashtag.fold(prefix.hasPrefix("#") ? String(prefix.dropFirst()) : prefix)
  }

  // MARK: Reports

  /// Settles the reports of posts: deletes the reports, and the posts unless `isKept`.
  ///
  /// A post without reports is unchanged. No acting user is needed.
  package func moderate(
    _ items: [BulkItem<Post.ID>], keeping isKept: Bool, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      { input, id in
        let place = try writing.reading.subject(of: id, for: nil)
        if isKept {
          let isSettled = try writing.deleteFlags(of: place.id)
          return Outcome(
            input: input, result: isSettled ? .kept : .notFlagged,
            post: try writing.reading.existingPost(place.id, for: nil))
        }
        let post = try writing.reading.existingPost(place.id, for: nil)
        guard try writing.deleteFlags(of: place.id) else {
          return Outcome(input: input, result: .notFlagged, post: post)
        }
        try writing.delete(place)
        return Outcome(input: input, result: .removed)
      }
    }
  }

  /// Every report, newest first.
  package func flags(_ request: PageRequest) throws(ServiceError) -> Page<Flag> {
    try store.read { try $0.flags(request) }
  }

  package func flagCount() throws(ServiceError) -> Int {
    try store.read { try $0.edgeCount(.flag) }
  }
}
