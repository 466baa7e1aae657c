package import Model
internal import Storage

/// Notices: the deeds of others that concern the viewer.
package struct NoticeService {
  package static let allKinds = Set(Notice.Kind.allCases)

  let store: any Store

  /// Notices, newest first.
  package func page(
    for viewer: Viewer, _ kinds: Set<Notice.Kind> = allKinds, _ request: PageRequest
  ) throws(ServiceError) -> Page<Notice> {
    try store.read { try $0.notices(for: try $0.actor(viewer), kinds, request) }
  }

  package func count(
    for viewer: Viewer, _ kinds: Set<Notice.Kind> = allKinds
  ) throws(ServiceError) -> Int {
    try store.read {
      try $0.noticeCount(for: try $0.actor(viewer), kinds, after: nil, most: .max)
    }
  }

  /// The oldest notices after the mark of the viewer, oldest first.
  ///
  /// A mark is a time, so all notices of the last one's moment are among them, even beyond the
  /// limit.
  package func unseen(
    by viewer: Viewer, _ kinds: Set<Notice.Kind> = allKinds, limit: Int
  ) throws(ServiceError) -> NewNotices {
    try store.read { reading in
      let me = try reading.actor(viewer)
      var page = try reading.unseenNotices(of: me, kinds, PageRequest(limit: limit))
      while let next = page.next, let last = page.entries.last?.item.createdAt {
        let more = try reading.unseenNotices(of: me, kinds, PageRequest(limit: 100, after: next))
        let same = more.entries.prefix { $0.item.createdAt == last }
        page.entries += same
        page.next = same.count < more.entries.count ? same.last?.cursor ?? next : more.next
        if same.count < more.entries.count { break }
      }
      let mark = try reading.mark(.notices, of: me)
      let most = page.entries.count + UnseenPosts.mostCounted + 1
      let all =
        page.next == nil
        ? page.entries.count
        : try reading.noticeCount(for: me, kinds, after: mark, most: most)
      return NewNotices(entries: page.entries, remaining: max(0, all - page.entries.count))
    }
  }

  /// All notices after the mark of the viewer, oldest first, page by page.
  package func allUnseen(
    by viewer: Viewer, _ kinds: Set<Notice.Kind> = allKinds, _ request: PageRequest
  ) throws(ServiceError) -> Page<Notice> {
    try store.read { try $0.unseenNotices(of: try $0.actor(viewer), kinds, request) }
  }

  /// How many notices the viewer has not seen, counted up to `most`.
  package func unseenCount(
    by viewer: Viewer, _ kinds: Set<Notice.Kind> = allKinds, most: Int = .max
  ) throws(ServiceError) -> Int {
    try store.read { reading in
      let me = try reading.actor(viewer)
      let mark = try reading.mark(.notices, of: me)
      return try reading.noticeCount(for: me, kinds, after: mark, most: most)
    }
  }

  /// Remembers that the viewer has seen all notices up to `moment`, and returns their mark from
  /// before; nil if they never asked.
  @discardableResult
  package func markSeen(upTo moment: Moment, by viewer: Viewer) throws(ServiceError) -> Moment? {
    try store.write { try $0.moveMark(.notices, of: viewer, to: moment) }
  }

  /// Remembers that the viewer has seen all notices there are.
  package func markAllSeen(by viewer: Viewer, at now: Moment) throws(ServiceError) {
    try store.write { writing in
      let me = try writing.reading.actor(viewer)
      let newest = try writing.reading.notices(
        for: me, NoticeService.allKinds, PageRequest(limit: 1)
      ).items.first?.createdAt
      try writing.move(.notices, of: me, to: max(now, newest ?? now))
    }
  }

  /// Moves the mark back to `before`, unless the viewer has seen more since; not interruptible.
  package func takeBack(
    _ moment: Moment, to before: Moment?, by viewer: Viewer
  ) throws(ServiceError) {
    try store.unstoppable().write { writing in
      try writing.takeBack(
        .notices, of: try writing.reading.actor(viewer), from: moment, to: before)
    }
  }
}

extension Reading {
  fileprivate func unseenNotices(
    of user: User.ID, _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws -> Page<Notice> {
    var request = request
    request.isReversed = true
    if request.after == nil, let mark = try mark(.notices, of: user) {
      request.after = Cursor(.notice, mark.microseconds, .max, .max, .max)
    }
    return try notices(for: user, kinds, request)
  }
}

extension Writing {
  /// Moves a mark of the viewer forward and returns where it was.
  func moveMark(_ mark: ReadMark, of viewer: Viewer, to moment: Moment) throws -> Moment? {
    let me = try reading.actor(viewer)
    let before = try reading.mark(mark, of: me)
    try move(mark, of: me, to: moment)
    return before
  }
}
