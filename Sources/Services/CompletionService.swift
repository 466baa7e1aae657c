package import Model
internal import Storage

/// Finds the users and posts that complete a word, in bounded time.
package struct CompletionService {
  let store: any Store

  /// Users in the order of their handles, except those `taken`; capitals in `prefix` count as small
  /// letters.
  package func users(
    beginning prefix: String, among scope: UserScope = .everybody, as viewer: Viewer = .nobody,
    besides taken: Set<String> = [], limit: Int
  ) throws(ServiceError) -> CompletionOffer<OfferedUser> {
    let prefix = prefix.lowercased()
    guard prefix.utf8.allSatisfy(Handle.mayContain) else { return CompletionOffer() }
    return try store.read { reading in
      let me = try scope == .everybody ? nil : reading.viewer(viewer)
      let completion = reading.completion
      let isListed = try completion.isListed(scope, of: me)
      func users(_ limit: Int, fromEnd: Bool = false) throws -> [OfferedUser] {
        let users = try completion.offeredUsers(
          beginning: prefix, among: scope, isListed: isListed, of: me, fromEnd: fromEnd,
          limit: limit + taken.count)
        return Array(users.filter { !taken.contains($0.handle.text) }.prefix(limit))
      }
      let first = try users(limit)
      let last = try users(1, fromEnd: true)
      let isWhole = try isListed || scope == .everybody || !completion.isCrowded(prefix, ends: 1)
      // The first and the last user determine the common prefix of all. Targets of edges are read
      // in no order, so they have no first and last.
      let knowsEnds = !scope.hasEdge && !first.isEmpty && !last.isEmpty
      guard isWhole || knowsEnds else {
        let found = try first.isEmpty ? users(limit, fromEnd: true).reversed() : first
        // Reading from both ends may have found all.
        if !scope.hasEdge, found.count < limit, try !completion.isCrowded(prefix, ends: 2) {
          return CompletionOffer(items: found)
        }
        return CompletionService.part(found, last, of: prefix, limit)
      }
      if last.allSatisfy({ first.contains($0) }) { return CompletionOffer(items: first) }
      return CompletionOffer(items: first.prefix(limit - 1) + last, isCut: true)
    }
  }

  /// An incomplete offer; empty if all found handles continue with the same letter.
  ///
  /// A shell would type that letter, although other handles continue differently.
  private static func part(
    _ found: [OfferedUser], _ last: [OfferedUser], of prefix: String, _ limit: Int
  ) -> CompletionOffer<OfferedUser> {
    let users = last.allSatisfy({ found.contains($0) }) ? found : found.prefix(limit - 1) + last
    let next = Set(users.map { $0.handle.text.dropFirst(prefix.count).first })
    return CompletionOffer(items: next.count > 1 ? users : [], isCut: true)
  }

  /// Posts that the viewer may see whose number begins with these digits, except those `taken`.
  ///
  /// The highest number comes first. The offer is empty if the search is incomplete and all found
  /// numbers continue with the same digit: a shell would type it.
  package func posts(
    beginning digits: String, among scope: PostScope = .all, as viewer: Viewer,
    besides taken: Set<Int64> = [], limit: Int
  ) throws(ServiceError) -> CompletionOffer<OfferedPost> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      let completion = reading.completion
      // The same for all ranges.
      let isListed = try completion.isListed(scope, for: me)
      func posts(in ranges: [ClosedRange<Int64>], _ limit: Int) throws -> [OfferedPost] {
        var posts: [OfferedPost] = []
        for range in ranges where posts.count < limit {
          posts += try completion.offeredPosts(
            in: range, among: scope, isListed: isListed, for: me,
            limit: limit - posts.count + taken.count
          )
          .filter { !taken.contains($0.id.number) }
        }
        return Array(posts.prefix(limit))
      }
      func mayMiss(in ranges: [ClosedRange<Int64>]) throws -> Bool {
        try !isListed && ranges.contains { try completion.isCrowded($0) }
      }
      let ranges = CompletionService.ranges(beginning: digits)
      let latest = try posts(in: ranges, limit + 1)
      let isMore = latest.count > limit
      guard try isMore || mayMiss(in: ranges) else { return CompletionOffer(items: latest) }
      let shown = latest.prefix(limit)
      let others = CompletionService.ranges(
        beginning: digits, unlike: shown.map(\.id.number), goesUp: !isMore)
      let other = try posts(in: others, 1)
      if other.isEmpty, try mayMiss(in: others) { return CompletionOffer(isCut: true) }
      let items = shown.prefix(limit - other.count) + other
      return CompletionOffer(items: items.sorted { $0.id.number > $1.id.number }, isCut: true)
    }
  }

  /// The ranges of numbers that begin with `digits` and have another next digit than `numbers`,
  /// highest first.
  ///
  /// Empty if `numbers` have different next digits. Without `goesUp`, ranges above the first number
  /// are omitted.
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

  /// The numbers that begin with some digits, as ranges, highest first: for 4 these are …, 400 to
  /// 499, 40 to 49, and 4.
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

  /// Nil beyond the largest `Int64`.
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
