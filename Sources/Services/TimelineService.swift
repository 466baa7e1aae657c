package import Model
internal import Storage

/// The viewer's home timeline.
package struct TimelineService {
  let store: any Store

  /// The viewer's own posts and those of everyone they follow, newest first.
  package func home(
    of viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Post> {
    try store.read { try $0.posts(.timeline, for: try $0.actor(viewer), request) }
  }

  /// How many posts the timeline holds.
  package func count(
    of viewer: Viewer, _ filter: PostFilter = PostFilter()
  ) throws(ServiceError) -> Int {
    try store.read {
      try $0.postCount(.timeline, for: try $0.actor(viewer), filter, most: .max)
    }
  }

  /// The next posts of others up to `now` that the viewer has not seen, oldest first.
  package func unseen(
    by viewer: Viewer, limit: Int, _ filter: PostFilter = PostFilter(), now: Moment
  ) throws(ServiceError) -> UnseenPosts {
    try store.read { reading in
      let me = try reading.actor(viewer)
      let page = try reading.unseenPosts(of: me, PageRequest(limit: limit, filter: filter), now)
      let most = page.entries.count + UnseenPosts.mostCounted + 1
      let all =
        page.next == nil
        ? page.entries.count
        : try reading.postCount(
          .timeline, for: me, try reading.unseenFilter(of: me, filter, now), most: most)
      return UnseenPosts(entries: page.entries, remaining: max(0, all - page.entries.count))
    }
  }

  /// All posts of others up to `now` that the viewer has not seen, oldest first, page by page.
  package func allUnseen(
    by viewer: Viewer, _ request: PageRequest, now: Moment
  ) throws(ServiceError) -> Page<Post> {
    try store.read { try $0.unseenPosts(of: try $0.actor(viewer), request, now) }
  }

  /// How many posts of others up to `now` the viewer has not seen.
  package func unseenCount(
    by viewer: Viewer, _ filter: PostFilter = PostFilter(), now: Moment
  ) throws(ServiceError) -> Int {
    try store.read { reading in
      let me = try reading.actor(viewer)
      return try reading.postCount(
        .timeline, for: me, try reading.unseenFilter(of: me, filter, now), most: .max)
    }
  }

  /// A clock that stands still, or the moment of the last post that was published at it.
  package func present(at now: Moment) throws(ServiceError) -> Moment {
    try store.read { try $0.present(at: now) }
  }

  /// Remembers that the viewer has seen everything up to `moment`, and says up to where they had
  /// before; nil if they never asked.
  @discardableResult
  package func markSeen(upTo moment: Moment, by viewer: Viewer) throws(ServiceError) -> Moment? {
    try store.write { try $0.moveMark(.timeline, of: viewer, to: moment) }
  }

  /// Remembers that the viewer has seen everything up to now.
  package func markAllSeen(by viewer: Viewer, at now: Moment) throws(ServiceError) {
    try store.write { try $0.move(.timeline, of: try $0.reading.actor(viewer), to: now) }
  }

  /// Moves the mark back to `before`, unless the viewer has seen more since; not interruptible.
  package func takeBack(
    _ moment: Moment, to before: Moment?, by viewer: Viewer
  ) throws(ServiceError) {
    try store.unstoppable().write { writing in
      try writing.takeBack(
        .timeline, of: try writing.reading.actor(viewer), from: moment, to: before)
    }
  }
}

extension Reading {
  /// Posts of others that are newer than the mark of a user.
  fileprivate func unseenPosts(
    of user: User.ID, _ request: PageRequest, _ now: Moment
  ) throws -> Page<Post> {
    var request = request
    request.isReversed = true
    request.filter = try unseenFilter(of: user, request.filter, now)
    return try posts(.timeline, for: user, request)
  }

  fileprivate func unseenFilter(
    of user: User.ID, _ filter: PostFilter, _ now: Moment
  ) throws -> PostFilter {
    var filter = filter
    filter.hidesOwn = true
    let end = Moment(microseconds: now.microseconds + 1)
    filter.until = filter.until.map { min($0, end) } ?? end
    if let mark = try mark(.timeline, of: user) {
      // A damaged file may hold any number.
      let start = Moment(
        microseconds: mark.microseconds.advanced(by: mark.microseconds < .max ? 1 : 0))
      filter.since = filter.since.map { max($0, start) } ?? start
    }
    return filter
  }
}
