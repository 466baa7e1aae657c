package import Model
internal import Storage

/// The viewer's home timeline.
package struct TimelineService {
  let store: any Store

  /// The viewer's own posts and those of everyone they follow, newest first.
  package func home(
    of viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Post> {
    try store.read { try $0.timeline(of: try $0.actor(viewer), request) }
  }

  /// How many posts the timeline holds.
  package func count(of viewer: Viewer) throws(ServiceError) -> Int {
    try store.read {
      try $0.timelineCount(of: try $0.actor(viewer), after: nil, upTo: nil, most: .max)
    }
  }

  /// The next posts up to `now` that the viewer has not seen, newest first.
  ///
  /// Of more than `limit`, the oldest come first, so that asking again and again shows each once.
  package func unseen(
    by viewer: Viewer, limit: Int, now: Moment
  ) throws(ServiceError) -> UnseenPosts {
    try store.read { reading in
      let me = try reading.actor(viewer)
      let mark = try reading.readMark(of: me)
      let request = PageRequest(
        limit: limit, after: mark.map { Cursor(.post, $0.microseconds) }, isReversed: true)
      let page = try reading.timeline(of: me, request)
      let entries = page.entries.prefix { $0.item.createdAt <= now }
      let remaining =
        page.next == nil || entries.count < page.entries.count
        ? 0
        : try reading.timelineCount(
          of: me, after: mark, upTo: now, most: entries.count + UnseenPosts.mostCounted + 1)
          - entries.count
      return UnseenPosts(entries: entries.reversed(), remaining: remaining)
    }
  }

  /// All posts up to `now` that the viewer has not seen, newest first, page by page.
  package func allUnseen(
    by viewer: Viewer, _ request: PageRequest, now: Moment
  ) throws(ServiceError) -> Page<Post> {
    try store.read { reading in
      let me = try reading.actor(viewer)
      var request = request
      request.after = request.after ?? Cursor(.post, now.microseconds + 1)
      let page = try reading.timeline(of: me, request)
      guard let mark = try reading.readMark(of: me),
        let seen = page.entries.firstIndex(where: { $0.item.createdAt <= mark })
      else { return page }
      return Page(entries: Array(page.entries[..<seen]), next: nil)
    }
  }

  /// How many posts up to `now` the viewer has not seen.
  package func unseenCount(by viewer: Viewer, now: Moment) throws(ServiceError) -> Int {
    try store.read { reading in
      let me = try reading.actor(viewer)
      return try reading.timelineCount(
        of: me, after: try reading.readMark(of: me), upTo: now, most: .max)
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
    try store.write { writing in
      let me = try writing.reading.actor(viewer)
      let before = try writing.reading.readMark(of: me)
      try writing.moveReadMark(of: me, to: moment)
      return before
    }
  }

  /// Forgets that the viewer has seen what came after `before`, unless they have seen more since;
  /// whoever asks to stop.
  package func takeBack(
    _ moment: Moment, to before: Moment?, by viewer: Viewer
  ) throws(ServiceError) {
    try store.unstoppable().write { writing in
      try writing.takeReadMarkBack(
        of: try writing.reading.actor(viewer), from: moment, to: before)
    }
  }
}
