package import Model

/// What may be typed where a user or a post is wanted; each answer is short and found by an index.
package struct CompletionService {
  let store: Store

  /// Somebody, as completion offers them.
  package struct OfferedUser: Equatable, Sendable {
    package let handle: Handle
    package let name: String
  }

  /// A post, as completion offers it.
  package struct OfferedPost: Equatable, Sendable {
    package let id: Post.ID
    package let author: Handle
    /// The first characters of what it says, or of what its picture shows.
    package let beginning: String
  }

  /// Some of what may be typed.
  ///
  /// Whatever the items begin with alike, all there are begin with: shells type those letters.
  package struct Offer<Item: Equatable & Sendable>: Equatable, Sendable {
    package var items: [Item] = []
    /// Whether there are others.
    package var isCut = false
  }

  /// Whom somebody may mean.
  package enum Circle: Equatable, Sendable {
    case everybody
    /// Whom the viewer could follow: neither themself nor those whom they follow.
    case strangers
    /// Whom the viewer follows.
    case followees

    /// From which ends of all users there are some to be offered, the last ones being true.
    fileprivate func ends(missingFirst: Bool, missingLast: Bool) -> [Bool] {
      switch self {
      case .everybody: []
      case .strangers: (missingFirst ? [false] : []) + (missingLast ? [true] : [])
      // What was looked at is in no order.
      case .followees: [false, true]
      }
    }
  }

  /// Which posts somebody may mean, of those the viewer may see.
  package enum Shelf: Equatable, Sendable {
    case all
    /// The viewer's own, and those of everybody else.
    case own, others
    /// What the viewer likes, and what they don't like yet.
    case liked, unliked
  }

  /// Users in the order of their handles, without those `taken`; capitals in `prefix` count as small
  /// letters.
  package func users(
    beginning prefix: String, among circle: Circle = .everybody, as viewer: Viewer = .nobody,
    besides taken: Set<String> = [], limit: Int
  ) throws(ServiceError) -> Offer<OfferedUser> {
    let prefix = prefix.lowercased()
    guard prefix.utf8.allSatisfy(Handle.mayContain) else { return Offer() }
    return try store.read { reading in
      let me = try circle == .everybody ? nil : reading.viewer(viewer)
      func users(_ limit: Int, fromEnd: Bool = false) throws -> ArraySlice<OfferedUser> {
        try reading.offeredUsers(
          beginning: prefix, among: circle, of: me, fromEnd: fromEnd, limit: limit + taken.count
        )
        .filter { !taken.contains($0.handle.text) }.prefix(limit)
      }
      let first = try users(limit)
      let last = try users(1, fromEnd: true).first
      let isWhole = last.map { first.contains($0) } ?? false
      let missing = circle.ends(missingFirst: first.isEmpty, missingLast: last == nil)
      if !isWhole || circle == .followees, !missing.isEmpty,
        try reading.mayMissUsers(beginning: prefix, among: circle, of: me)
      {
        let found = first + [last].compactMap(\.self)
        return try withEnds(missing, found, of: prefix, limit, reading)
      }
      guard let last, !isWhole else { return Offer(items: Array(first)) }
      return Offer(items: first.prefix(limit - 1) + [last], isCut: true)
    }
  }

  /// Users who were found where not all were looked at, and the first or the last of all who begin
  /// so: nobody lies beyond these.
  private func withEnds(
    _ areLast: [Bool], _ found: ArraySlice<OfferedUser>, of prefix: String, _ limit: Int,
    _ reading: Reading
  ) throws -> Offer<OfferedUser> {
    var users = try areLast.flatMap { isFromEnd in
      try reading.offeredUsers(
        beginning: prefix, among: .everybody, of: nil, fromEnd: isFromEnd, limit: 1)
    }
    for user in found where users.count < limit && !users.contains(user) { users.append(user) }
    return Offer(items: users.sorted { $0.handle.text < $1.handle.text }, isCut: true)
  }

  /// Posts the viewer may see whose number begins with these digits, without those `taken`; the
  /// latest number first.
  package func posts(
    beginning digits: String, among shelf: Shelf = .all, as viewer: Viewer,
    besides taken: Set<Int64> = [], limit: Int
  ) throws(ServiceError) -> Offer<OfferedPost> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      func posts(
        in ranges: [ClosedRange<Int64>], among shelf: Shelf, _ limit: Int
      ) throws -> [OfferedPost] {
        var posts: [OfferedPost] = []
        for range in ranges where posts.count < limit {
          posts += try reading.offeredPosts(
            in: range, among: shelf, for: me, limit: limit - posts.count + taken.count
          )
          .filter { !taken.contains($0.id.number) }
        }
        return Array(posts.prefix(limit))
      }
      func mayMiss(in ranges: [ClosedRange<Int64>]) throws -> Bool {
        try ranges.contains { try reading.mayMissPosts(in: $0, among: shelf, for: me) }
      }
      let ranges = CompletionService.ranges(beginning: digits)
      let latest = try posts(in: ranges, among: shelf, limit + 1)
      let isMore = latest.count > limit
      guard try isMore || !latest.isEmpty && mayMiss(in: ranges) else {
        return Offer(items: latest)
      }
      let shown = latest.prefix(limit)
      let others = CompletionService.ranges(
        beginning: digits, unlike: shown.map(\.id.number), goesUp: !isMore)
      var other = try posts(in: others, among: shelf, 1)
      // What was not looked at may go on as any post does.
      if other.isEmpty, try mayMiss(in: others) { other = try posts(in: others, among: .all, 1) }
      let items = shown.prefix(limit - other.count) + other
      return Offer(items: items.sorted { $0.id.number > $1.id.number }, isCut: true)
    }
  }

  /// Where numbers are to be looked for that begin with some digits and go on otherwise than all of
  /// these do, the highest first; nowhere where these differ, and above the first of them only if
  /// it `goesUp`.
  static func ranges(
    beginning digits: String, unlike numbers: [Int64], goesUp: Bool
  ) -> [ClosedRange<Int64>] {
    func stem(_ number: Int64) -> Substring { String(number).prefix(digits.count + 1) }
    guard let latest = numbers.first, numbers.allSatisfy({ stem($0) == stem(latest) }) else {
      return []
    }
    let others = (0...9).map { "\(digits)\($0)" }.filter { $0 != stem(latest) }
    let itself = Int64(digits).map { [$0...$0] } ?? []
    return (itself + others.flatMap { ranges(beginning: $0) })
      .filter { goesUp || $0.lowerBound <= latest }.sorted { $0.lowerBound > $1.lowerBound }
  }

  /// The numbers that begin with some digits, as ranges, the highest first: for 4 these are …, 400
  /// to 499, 40 to 49, and 4.
  static func ranges(beginning digits: String) -> [ClosedRange<Int64>] {
    if digits.isEmpty { return [1...Int64.max] }
    let isNumber = digits.utf8.allSatisfy { ($0 &- UInt8(ascii: "0")) < 10 }
    guard isNumber, let number = Int64(digits), number > 0, digits.utf8.first != UInt8(ascii: "0")
    else { return [] }
    var ranges = [number...number]
    var scale: Int64 = 1
    while let range = range(beginning: number, scale: &scale) { ranges.insert(range, at: 0) }
    return ranges
  }

  /// Nil beyond the largest number.
  private static func range(
    beginning number: Int64, scale: inout Int64
  ) -> ClosedRange<Int64>? {
    let (next, isBeyond) = scale.multipliedReportingOverflow(by: 10)
    let (lower, isTooLarge) = number.multipliedReportingOverflow(by: next)
    guard !isBeyond, !isTooLarge else { return nil }
    scale = next
    let (upper, isCut) = lower.addingReportingOverflow(next - 1)
    return lower...(isCut ? Int64.max : upper)
  }
}
