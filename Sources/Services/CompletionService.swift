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

  /// Users in the order of their handles, without those `taken`; capitals in `prefix` count as
  /// small letters.
  package func users(
    beginning prefix: String, among circle: UserScope = .everybody, as viewer: Viewer = .nobody,
    besides taken: Set<String> = [], limit: Int
  ) throws(ServiceError) -> Offer<OfferedUser> {
    let prefix = prefix.lowercased()
    guard prefix.utf8.allSatisfy(Handle.mayContain) else { return Offer() }
    return try store.read { reading in
      let me = try circle == .everybody ? nil : reading.viewer(viewer)
      let isListed = try reading.isListed(circle, of: me)
      func users(_ limit: Int, fromEnd: Bool = false) throws -> [OfferedUser] {
        let users = try reading.offeredUsers(
          beginning: prefix, among: circle, isListed: isListed, of: me, fromEnd: fromEnd,
          limit: limit + taken.count)
        return Array(users.filter { !taken.contains($0.handle.text) }.prefix(limit))
      }
      let first = try users(limit)
      let last = try users(1, fromEnd: true)
      let isWhole = try isListed || circle == .everybody || !reading.isCrowded(prefix)
      // Where both ends are known, so is what all have in common; but followees are in no order.
      let knowsEnds = circle == .strangers && !first.isEmpty && !last.isEmpty
      guard isWhole || knowsEnds else {
        let found = try first.isEmpty ? users(limit, fromEnd: true).reversed() : first
        // What is looked at from both ends may meet.
        if circle == .strangers, found.count < limit, try !reading.isCrowded(prefix, ends: 2) {
          return Offer(items: found)
        }
        return CompletionService.part(found, last, of: prefix, limit)
      }
      if last.allSatisfy({ first.contains($0) }) { return Offer(items: first) }
      return Offer(items: first.prefix(limit - 1) + last, isCut: true)
    }
  }

  /// Of users who were found where not all were looked at: nobody where these go on alike, because
  /// shells would type letters that others lack.
  private static func part(
    _ found: [OfferedUser], _ last: [OfferedUser], of prefix: String, _ limit: Int
  ) -> Offer<OfferedUser> {
    let users = last.allSatisfy({ found.contains($0) }) ? found : found.prefix(limit - 1) + last
    let next = Set(users.map { $0.handle.text.dropFirst(prefix.count).first })
    return Offer(items: next.count > 1 ? users : [], isCut: true)
  }

  /// Posts the viewer may see whose number begins with these digits, without those `taken`; the
  /// latest number first.
  ///
  /// None where not all were looked at and those that were found go on alike.
  package func posts(
    beginning digits: String, among shelf: PostScope = .all, as viewer: Viewer,
    besides taken: Set<Int64> = [], limit: Int
  ) throws(ServiceError) -> Offer<OfferedPost> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      // Asked once: it is the same wherever one looks.
      let isListed = try reading.isListed(shelf, for: me)
      func posts(in ranges: [ClosedRange<Int64>], _ limit: Int) throws -> [OfferedPost] {
        var posts: [OfferedPost] = []
        for range in ranges where posts.count < limit {
          posts += try reading.offeredPosts(
            in: range, among: shelf, isListed: isListed, for: me,
            limit: limit - posts.count + taken.count
          )
          .filter { !taken.contains($0.id.number) }
        }
        return Array(posts.prefix(limit))
      }
      func mayMiss(in ranges: [ClosedRange<Int64>]) throws -> Bool {
        try !isListed && ranges.contains { try reading.isCrowded($0) }
      }
      let ranges = CompletionService.ranges(beginning: digits)
      let latest = try posts(in: ranges, limit + 1)
      let isMore = latest.count > limit
      guard try isMore || mayMiss(in: ranges) else { return Offer(items: latest) }
      let shown = latest.prefix(limit)
      let others = CompletionService.ranges(
        beginning: digits, unlike: shown.map(\.id.number), goesUp: !isMore)
      let other = try posts(in: others, 1)
      if other.isEmpty, try mayMiss(in: others) { return Offer(isCut: true) }
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
    let itself = stem(latest) == digits ? [] : Int64(digits).map { [$0...$0] } ?? []
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
