package import Model
internal import Storage

/// The items of a list that a viewer has not seen: those after the read mark, oldest first.
package struct NewItems<Item: Sendable> {
  /// Limits the time of counting after a long absence.
  package static var mostCounted: Int { 1_000 }

  let store: any Store
  let mark: ReadMark
  let viewer: Viewer
  /// The time of an item, to which the read mark moves.
  package let time: (Item) -> Moment
  /// A page of the items after a mark, oldest first.
  let page: (any Reading, User.ID, _ mark: Moment?, PageRequest) throws -> Page<Item>
  /// Counts the items after a mark, up to `most`.
  let count: (any Reading, User.ID, _ mark: Moment?, _ most: Int) throws -> Int
  /// The time of the newest item, which may be later than the clock.
  var newest: @Sendable (any Reading, User.ID) throws -> Moment? = { _, _ in nil }

  /// The oldest new items, and the number of the others, counted up to `mostCounted` + 1.
  ///
  /// A mark is a time, so all items with the time of the last one are included, even beyond the
  /// limit.
  package func first(
    _ limit: Int
  ) throws(ServiceError) -> (entries: [Entry<Item>], remaining: Int) {
    try store.read { reading in
      let me = try reading.actor(viewer)
      let mark = try reading.mark(mark, of: me)
      let first = try page(reading, me, mark, PageRequest(limit: limit))
      var (entries, next) = (first.entries, first.next)
      while let start = next, let last = entries.last {
        let more = try page(reading, me, mark, PageRequest(limit: 20, after: start))
        let same = more.entries.prefix { time($0.item) == time(last.item) }
        entries += same
        if same.count < more.entries.count { break }
        next = more.next
      }
      let most = entries.count + NewItems.mostCounted + 1
      let all = next == nil ? entries.count : try count(reading, me, mark, most)
      return (entries, max(0, all - entries.count))
    }
  }

  /// All new items, page by page.
  package func page(_ request: PageRequest) throws(ServiceError) -> Page<Item> {
    try store.read { reading in
      let me = try reading.actor(viewer)
      return try page(reading, me, try reading.mark(mark, of: me), request)
    }
  }

  /// The number of new items, counted up to `most`.
  package func count(most: Int = .max) throws(ServiceError) -> Int {
    try store.read { reading in
      let me = try reading.actor(viewer)
      return try count(reading, me, try reading.mark(mark, of: me), most)
    }
  }

  /// Marks everything up to `moment` as seen, and returns the earlier mark, if any.
  @discardableResult
  package func markSeen(upTo moment: Moment) throws(ServiceError) -> Moment? {
    try store.write { [mark, viewer] writing in
      let me = try writing.reading.actor(viewer)
      let before = try writing.reading.mark(mark, of: me)
      try writing.move(mark, of: me, to: moment)
      return before
    }
  }

  /// Marks all items as seen, including those dated later than the clock.
  package func markAllSeen(at now: Moment) throws(ServiceError) {
    try store.write { [mark, viewer, newest] writing in
      let me = try writing.reading.actor(viewer)
      try writing.move(mark, of: me, to: max(now, try newest(writing.reading, me) ?? now))
    }
  }

  /// Moves the mark from `moment` back to `before`, unless it has moved since.
  ///
  /// Not interruptible.
  package func takeBack(_ moment: Moment, to before: Moment?) throws(ServiceError) {
    try store.unstoppable().write { [mark, viewer] writing in
      try writing.takeBack(
        mark, of: try writing.reading.actor(viewer), from: moment, to: before)
    }
  }
}
