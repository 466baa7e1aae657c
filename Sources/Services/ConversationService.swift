package import Model
internal import Storage

/// Answers, quotes and reposts, and their conversations.
///
/// A deed on a repost concerns the repeated post.
package struct ConversationService {
  /// The most likers, posts above and answers that a view holds.
  package static let mostViewed = 1_000

  let store: any Store

  /// Answers a post; an answer to a private post is private.
  package func reply(
    to id: Post.ID, _ draft: PostDraft, as viewer: Viewer, isRehearsal: Bool = false
  ) throws(ServiceError) -> Outcome {
    try store.write(isRehearsal: isRehearsal) { writing in
      let me = try writing.reading.actor(viewer)
      let above = try writing.reading.subject(of: id, for: me)
      var draft = draft
      if above.isPrivate { draft.isPrivate = true }
      let reply = try writing.insert(draft, by: me, answering: above, quoting: nil)
      return try writing.posted(reply, by: me, input: draft.text.string)
    }
  }

  /// Quotes a post; a quote of a private post must be private.
  package func quote(
    _ id: Post.ID, _ draft: PostDraft, as viewer: Viewer, isRehearsal: Bool = false
  ) throws(ServiceError) -> Outcome {
    try store.write(isRehearsal: isRehearsal) { writing in
      let me = try writing.reading.actor(viewer)
      let quoted = try writing.reading.subject(of: id, for: me)
      if quoted.isPrivate, !draft.isPrivate {
        throw ServiceError.privatePost(quoted.id, .publicQuote)
      }
      let quote = try writing.insert(draft, by: me, answering: nil, quoting: quoted)
      return try writing.posted(quote, by: me, input: draft.text.string)
    }
  }

  /// Throws what `reply` or `quote` would throw for a post, before its text is written.
  package func requireAnswerable(
    _ id: Post.ID, as viewer: Viewer, quotingPublicly: Bool = false
  ) throws(ServiceError) {
    try store.read { reading in
      let place = try reading.subject(of: id, for: try reading.actor(viewer))
      if place.isPrivate, quotingPublicly { throw ServiceError.privatePost(place.id, .publicQuote) }
    }
  }

  /// Repeats posts; repeating one twice changes nothing.
  package func repost(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, at now: Moment, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, id in
        let post = try writing.reading.subject(of: id, for: me)
        if post.isPrivate { throw ServiceError.privatePost(post.id, .repost) }
        let isNew = try writing.insertRepost(of: post, by: me, at: now) != nil
        return Outcome(
          input: input, result: isNew ? .reposted : .alreadyReposted,
          post: try writing.reading.existingPost(post.id, for: me))
      }
    }
  }

  /// Takes reposts back; a post that is not repeated changes nothing.
  package func unrepost(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, id in
        let post = try writing.reading.subject(of: id, for: me)
        let isRemoved = try writing.deleteRepost(of: post, by: me)
        return Outcome(
          input: input, result: isRemoved ? .unreposted : .notReposted,
          post: try writing.reading.existingPost(post.id, for: me))
      }
    }
  }

  /// One post with its likers, the posts above it and its answers.
  package func view(
    _ id: Post.ID, as viewer: Viewer, limit: Int = ConversationService.mostViewed
  ) throws(ServiceError) -> ViewedPost {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      let place = try reading.subject(of: id, for: me)
      let post = try reading.existingPost(place.id, for: me)
      let likers = try reading.sources(
        of: .like, to: place.id, for: me, PageRequest(limit: limit))
      let above =
        place.replyTo == nil
        ? []
        : try ConversationTree(of: place.conversation, in: reading, for: me)
          .above(place.id, in: reading, for: me, limit: limit)
      return ViewedPost(
        post: post, isOwn: place.author == me, likers: likers.items.map(\.user.handle),
        above: above,
        replies: try reading.replies(to: place.id, for: me, limit: limit))
    }
  }

  /// The oldest answers to each of some posts; posts without answers have no value.
  package func answers(
    to posts: [Post], as viewer: Viewer, limit: Int
  ) throws(ServiceError) -> [Post.ID: [Post]] {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      var answers: [Post.ID: [Post]] = [:]
      for post in posts where answers[post.target] == nil {
        // The stored counts exclude private answers, so every post is looked up.
        let found = try reading.replies(to: post.target, for: me, limit: limit)
        if !found.isEmpty { answers[post.target] = found }
      }
      return answers
    }
  }

  /// The conversation of a post in pre-order, with the oldest answers first.
  ///
  /// Places of posts that are gone have no post.
  package func thread(
    of id: Post.ID, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<ConversationPost> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      let place = try reading.subject(of: id, for: me)
      let tree = try ConversationTree(of: place.conversation, in: reading, for: me)
      return try tree.page(request, in: reading, for: me)
    }
  }

  /// How many posts of the conversation the viewer may see.
  package func threadCount(of id: Post.ID, as viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      let place = try reading.subject(of: id, for: me)
      return try ConversationTree(of: place.conversation, in: reading, for: me).visibleCount
    }
  }
}

extension Writing {
  func posted(_ id: Post.ID, by author: User.ID, input: String) throws -> Outcome {
    Outcome(
      input: input, result: .posted, post: try reading.existingPost(id, for: author))
  }
}

/// A conversation laid out as a tree: its places in pre-order.
struct ConversationTree {
  private struct Place {
    let id: Post.ID
    let depth: Int
    let isVisible: Bool
  }

  private let places: [Place]
  private let above: [Post.ID: Post.ID]

  /// Places that the viewer may not see are left out, unless visible answers stand below them.
  init(of first: Post.ID, in reading: any Reading, for viewer: User.ID?) throws {
    let nodes = try reading.conversation(first, for: viewer)
    let known = Set(nodes.map(\.id))
    // A damaged file may have lost the post above.
    let parents = nodes.map { known.contains($0.replyTo) ? $0.replyTo : first }
    let children = Dictionary(grouping: nodes.indices) { parents[$0] }
    above = Dictionary(zip(nodes.map(\.id), parents), uniquingKeysWith: { first, _ in first })
    var shown = Set(nodes.filter(\.isVisible).map(\.id))
    for (node, parent) in zip(nodes, parents).reversed() where shown.contains(node.id) {
      shown.insert(parent)
    }
    let isFirstVisible = try reading.place(ifAny: first, for: viewer) != nil
    var places = [Place(id: first, depth: 0, isVisible: isFirstVisible)]
    var waiting = (children[first] ?? []).reversed().map { (index: $0, depth: 1) }
    var seen: Set<Post.ID> = [first]
    while let (index, depth) = waiting.popLast() {
      let node = nodes[index]
      guard shown.contains(node.id), seen.insert(node.id).inserted else { continue }
      places.append(Place(id: node.id, depth: depth, isVisible: node.isVisible))
      waiting += (children[node.id] ?? []).reversed().map { (index: $0, depth: depth + 1) }
    }
    self.places = places
  }

  var visibleCount: Int { places.count(where: \.isVisible) }

  func page(
    _ request: PageRequest, in reading: any Reading, for viewer: User.ID?
  ) throws -> Page<ConversationPost> {
    var start = 0
    if let after = request.after {
      guard after.order == .conversation,
        let index = places.firstIndex(where: { $0.id.number == after.keys[0] })
      else { throw StorageError.foreignCursor(after) }
      start = index + 1
    }
    let end = start + min(request.limit, places.count - start)
    let page = places[start..<end]
    let posts = try reading.posts(page.filter(\.isVisible).map(\.id), for: viewer)
    let entries = page.map { place in
      Entry(
        ConversationPost(id: place.id, depth: place.depth, post: posts[place.id]),
        at: Cursor(.conversation, place.id.number))
    }
    return Page(entries: entries, next: end < places.count ? entries.last?.cursor : nil)
  }

  /// The posts above one, the first of the conversation first.
  func above(
    _ id: Post.ID, in reading: any Reading, for viewer: User.ID?, limit: Int
  ) throws -> [ConversationPost] {
    var ids: [Post.ID] = []
    var seen: Set<Post.ID> = [id]
    var current = id
    while let parent = above[current], seen.insert(parent).inserted {
      ids.append(parent)
      current = parent
    }
    let chain = ids.reversed().prefix(limit)
    let posts = try reading.posts(Array(chain), for: viewer)
    return chain.enumerated().map { depth, id in
      ConversationPost(id: id, depth: depth, post: posts[id])
    }
  }
}
