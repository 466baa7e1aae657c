package import Model
internal import Storage

/// Replies, quotes and reposts, and their conversations.
///
/// A reply to a repost, or a like of it, concerns the repeated post.
package struct ConversationService {
  /// The most likers, posts above and replies in a view.
  package static let mostViewed = 1_000

  let store: any Store

  /// Replies to a post; a reply to a private post is private.
  package func reply(
    to id: Post.ID, _ draft: PostDraft, as viewer: Viewer, isDryRun: Bool = false,
    _ detail: Outcome.Detail = .whole
  ) throws(ServiceError) -> Outcome {
    try store.write(isDryRun: isDryRun) { writing in
      let me = try writing.reading.actor(viewer)
      let above = try writing.reading.subject(of: id, for: me)
      var draft = draft
      if above.isPrivate { draft.isPrivate = true }
      let reply = try writing.insert(draft, by: me, answering: above, quoting: nil)
      return try writing.outcome(.posted, of: reply, for: me, input: draft.text.string, detail)
    }
  }

  /// Quotes a post; a quote of a private post must be private.
  package func quote(
    _ id: Post.ID, _ draft: PostDraft, as viewer: Viewer, isDryRun: Bool = false,
    _ detail: Outcome.Detail = .whole
  ) throws(ServiceError) -> Outcome {
    try store.write(isDryRun: isDryRun) { writing in
      let me = try writing.reading.actor(viewer)
      let quoted = try writing.reading.subject(of: id, for: me)
      if quoted.isPrivate, !draft.isPrivate {
        throw ServiceError.privatePost(quoted.id, .publicQuote)
      }
      let quote = try writing.insert(draft, by: me, answering: nil, quoting: quoted)
      return try writing.outcome(.posted, of: quote, for: me, input: draft.text.string, detail)
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
        return try writing.outcome(
          isNew ? .reposted : .alreadyReposted, of: post.id, for: me, input: input, mode.detail)
      }
    }
  }

  /// Removes reposts; removing a missing repost changes nothing.
  package func unrepost(
    _ items: [BulkItem<Post.ID>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, id in
        let post = try writing.reading.subject(of: id, for: me)
        let isRemoved = try writing.deleteRepost(of: post, by: me)
        return try writing.outcome(
          isRemoved ? .unreposted : .notReposted, of: post.id, for: me, input: input, mode.detail)
      }
    }
  }

  /// One post with its likers, the posts above it and its replies.
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
        : try Conversation(of: place.conversation, in: reading, for: me)
          .above(place.id, in: reading, limit: limit)
      return ViewedPost(
        post: post, isOwn: place.author == me, likers: likers.items.map(\.user.handle),
        above: above,
        replies: try reading.replies(to: place.id, for: me, limit: limit))
    }
  }

  /// The oldest replies to each post; a post without replies has no entry.
  package func replies(
    to posts: [Post], as viewer: Viewer, limit: Int
  ) throws(ServiceError) -> [Post.ID: [Post]] {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      var replies: [Post.ID: [Post]] = [:]
      for post in posts where replies[post.target] == nil {
        // The stored counts exclude private replies, so every post is looked up.
        let found = try reading.replies(to: post.target, for: me, limit: limit)
        if !found.isEmpty { replies[post.target] = found }
      }
      return replies
    }
  }

  /// One page of the conversation of a post, which is laid out for this page alone.
  package func thread(
    of id: Post.ID, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<ConversationPost> {
    try store.read { _ throws(ServiceError) in
      try page(of: conversation(of: id, as: viewer), request)
    }
  }

  /// The conversation of a post, laid out once for all its pages.
  package func conversation(
    of id: Post.ID, as viewer: Viewer
  ) throws(ServiceError) -> Conversation {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      let place = try reading.subject(of: id, for: me)
      return try Conversation(of: place.conversation, in: reading, for: me)
    }
  }

  /// One page of a conversation; a post deleted since the layout is nil.
  package func page(
    of conversation: Conversation, _ request: PageRequest
  ) throws(ServiceError) -> Page<ConversationPost> {
    try store.read { try conversation.page(request, in: $0) }
  }
}
