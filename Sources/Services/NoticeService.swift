package import Model
internal import Storage

/// Lists notices: what other users did that concerns the viewer.
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

  package func unseen(
    by viewer: Viewer, _ kinds: Set<Notice.Kind> = allKinds
  ) -> NewItems<Notice> {
    NewItems(
      store: store, mark: .notices, viewer: viewer, time: \.createdAt,
      page: { reading, me, mark, request in
        var request = request
        request.isReversed = true
        if request.after == nil, let mark {
          request.after = Cursor(.notice, mark.microseconds, .max, .max, .max)
        }
        return try reading.notices(for: me, kinds, request)
      },
      count: { try $0.noticeCount(for: $1, kinds, after: $2, most: $3) },
      late: { reading, me, request in
        var request = request
        request.isReversed = true
        return try reading.lateNotices(for: me, kinds, request)
      },
      newest: { reading, me in
        let newest = try reading.notices(for: me, NoticeService.allKinds, PageRequest(limit: 1))
        return newest.items.first?.createdAt
      })
  }
}
