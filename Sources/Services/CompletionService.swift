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

  /// Whom somebody may mean.
  package enum Circle: Equatable, Sendable {
    case everybody
    /// Whom the viewer could follow: neither themself nor those whom they follow.
    case strangers
    /// Whom the viewer follows.
    case followees
  }

  /// Which posts somebody may mean, of those the viewer may see.
  package enum Shelf: Equatable, Sendable {
    case all
    /// The viewer's own, and those of everybody else.
    case own, others
    /// What the viewer likes, and what they don't like yet.
    case liked, unliked
  }

  /// Users in the order of their handles; capitals in `prefix` count as small letters.
  package func users(
    beginning prefix: String, among circle: Circle = .everybody, as viewer: Viewer = .nobody,
    limit: Int
  ) throws(ServiceError) -> [OfferedUser] {
    let prefix = prefix.lowercased()
    guard prefix.utf8.allSatisfy(Handle.mayContain) else { return [] }
    return try store.read { reading in
      let me = try circle == .everybody ? nil : reading.viewer(viewer)
      switch circle {
      case .everybody: return try reading.offeredUsers(beginning: prefix, limit: limit)
      case .strangers:
        return try reading.offeredStrangers(beginning: prefix, to: me, limit: limit)
      case .followees:
        return try reading.offeredFollowees(beginning: prefix, of: me, limit: limit)
      }
    }
  }

  /// Posts the viewer may see whose number begins with these digits; the latest number first.
  package func posts(
    beginning digits: String, among shelf: Shelf = .all, as viewer: Viewer, limit: Int
  ) throws(ServiceError) -> [OfferedPost] {
    let ranges = CompletionService.ranges(beginning: digits)
    guard !ranges.isEmpty else { return [] }
    return try store.read { reading in
      let me = try reading.viewer(viewer)
      var posts: [OfferedPost] = []
      for range in ranges where posts.count < limit {
        posts += try reading.offeredPosts(
          in: range, among: shelf, for: me, limit: limit - posts.count)
      }
      return posts
    }
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
