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

  package func count(
    of viewer: Viewer, _ filter: PostFilter = PostFilter()
  ) throws(ServiceError) -> Int {
    try store.read {
      try $0.postCount(.timeline, for: try $0.actor(viewer), filter, most: .max)
    }
  }

  /// The posts of others up to `now` that the viewer has not seen.
  package func unseen(
    by viewer: Viewer, _ filter: PostFilter = PostFilter(), now: Moment
  ) -> NewItems<Post> {
    NewItems(
      store: store, mark: .timeline, viewer: viewer, time: \.createdAt,
      page: { reading, me, mark, request in
        var request = request
        request.isReversed = true
        request.filter = filter.unseen(after: mark, upTo: now)
        return try reading.posts(.timeline, for: me, request)
      },
      count: { reading, me, mark, most in
        try reading.postCount(
          .timeline, for: me, filter.unseen(after: mark, upTo: now), most: most)
      },
      late: { reading, me, request in
        var request = request
        request.isReversed = true
        request.filter = filter.unseen(after: nil, upTo: now)
        return try reading.posts(.lateTimeline, for: me, request)
      })
  }

  /// `now`, or the time of the last post dated less than a minute later.
  package func present(at now: Moment) throws(ServiceError) -> Moment {
    try store.read { try $0.present(at: now) }
  }
}

extension PostFilter {
  /// Limits the filter to posts of others after a mark.
  fileprivate func unseen(after mark: Moment?, upTo now: Moment) -> PostFilter {
    var filter = self
    filter.hidesOwn = true
    let end = Moment(microseconds: now.microseconds + 1)
    filter.until = filter.until.map { min($0, end) } ?? end
    if let mark {
      // A damaged file may have any number.
      let start = Moment(
        microseconds: mark.microseconds.advanced(by: mark.microseconds < .max ? 1 : 0))
      filter.since = filter.since.map { max($0, start) } ?? start
    }
    return filter
  }
}
