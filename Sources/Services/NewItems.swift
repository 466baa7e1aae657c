package import Model
internal import Storage

/// The items of a list that a viewer has not seen: those after the read mark, oldest first.
///
/// In a shared network, items that arrived with a date before the mark are new, too.
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
  /// A page of the late items, oldest first.
  let late: (any Reading, User.ID, PageRequest) throws -> Page<Item>
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
      let first = try page(reading, me, PageRequest(limit: limit))
      var (entries, next) = (first.entries, first.next)
      while let start = next, let last = entries.last {
        let more = try page(reading, me, PageRequest(limit: 20, after: start))
        let same = more.entries.prefix { time($0.item) == time(last.item) }
        entries += same
        if same.count < more.entries.count { break }
        next = more.next
      }
      let most = entries.count + NewItems.mostCounted + 1
      let all = next == nil ? entries.count : try count(reading, me, most)
      return (entries, max(0, all - entries.count))
    }
  }

  /// All new items, page by page.
  package func page(_ request: PageRequest) throws(ServiceError) -> Page<Item> {
    try store.read { try page($0, try $0.actor(viewer), request) }
  }

  /// Late items, which are older, come before those after the mark.
  private func page(
    _ reading: any Reading, _ me: User.ID, _ request: PageRequest
  ) throws -> Page<Item> {
    let mark = try reading.mark(mark, of: me)
    let isAfterMark = request.after.map { $0.keys[0] > mark?.microseconds ?? .min } ?? false
    if isAfterMark || mark == nil { return try page(reading, me, mark, request) }
    let times = try reading.lateTimes(self.mark, of: me)
    if times.isEmpty { return try page(reading, me, mark, request) }
    let found = try late(reading, me, request)
    var rest = request
    rest.limit -= found.entries.count
    if found.next != nil || rest.limit == 0 {
      return Page(entries: found.entries, next: found.next ?? found.entries.last?.cursor)
    }
    rest.after = nil
    let others = try page(reading, me, mark, rest)
    return Page(entries: found.entries + others.entries, next: others.next)
  }

  /// The number of new items, counted up to `most`.
  package func count(most: Int = .max) throws(ServiceError) -> Int {
    try store.read { reading in
      try count(reading, try reading.actor(viewer), most)
    }
  }

  private func count(_ reading: any Reading, _ me: User.ID, _ most: Int) throws -> Int {
    let late = try reading.lateTimes(mark, of: me).count
    let found =
      late == 0 ? 0 : try self.late(reading, me, PageRequest(limit: late)).entries.count
    let rest = max(0, most - found)
    return min(most, found) + (try count(reading, me, try reading.mark(mark, of: me), rest))
  }

  /// The state of a list before its mark moved.
  package struct Seen: Equatable, Sendable {
    package let mark: Moment?
    /// The times of the late items.
    package var late: [Moment] = []

    package init(mark: Moment?) { self.mark = mark }
  }

  /// Marks everything up to `moment` as seen, and returns the state before.
  @discardableResult
  package func markSeen(upTo moment: Moment) throws(ServiceError) -> Seen {
    try store.write { [mark, viewer] writing in
      let me = try writing.reading.actor(viewer)
      var before = Seen(mark: try writing.reading.mark(mark, of: me))
      before.late = try writing.reading.lateTimes(mark, of: me).filter { $0 <= moment }
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
  package func takeBack(_ moment: Moment, to before: Seen) throws(ServiceError) {
    try store.unstoppable().write { [mark, viewer] writing in
      let me = try writing.reading.actor(viewer)
      try writing.takeBack(mark, of: me, from: moment, to: before.mark)
      try writing.noteLate(mark, at: before.late, of: me)
    }
  }
}
