internal import Model

extension AdjacencyList {
  /// The followees of each user of an order, in ascending order.
  ///
  /// The time is linear in their number, unless nearly all possible follows are ordered.
  init(followsOf order: SeedOrder) {
    switch order.shape {
    case .ring:
      let next = (0..<order.follows).map { UInt32(($0 + 1) % order.users) }
      self.init(
        starts: Array(0...order.follows)
          + [Int](repeating: order.follows, count: order.users - order.follows), targets: next)
    case .star:
      let shares = (0..<order.users).map { UInt32($0 == 0 ? 0 : 1) }
      self.init(
        starts: Apportionment.starts(of: shares),
        targets: [UInt32](repeating: 0, count: order.follows))
    case .scaleFree:
      self = PreferentialAttachment(order, communities: nil).follows()
    case .communities(let count):
      self = PreferentialAttachment(order, communities: count).follows()
    }
  }
}

/// Generates scale-free follows: one user after another follows others, and prefers users with many
/// followers.
struct PreferentialAttachment {
  /// The most random draws before it takes the next free user.
  private static let mostDraws = 12

  private let users: Int
  private let communities: Int?
  private let starts: [Int]
  private var targets: [UInt32] = []
  private var random: SeededRandom
  /// By user: the last follower that chose them, counted from 1; prevents a second choice.
  private var chosenBy: [UInt32]
  /// By user: the last of their followers, counted from 1.
  private var lastFollower: [UInt32]

  init(_ order: SeedOrder, communities: Int?) {
    users = order.users
    self.communities = communities
    random = SeededRandom(order.seed, .follows)
    var sociability = SeededRandom(order.seed, .sociability)
    let weights = (0..<order.users).map { _ in UInt32(sociability.heavyTail()) + 2_000 }
    let degrees = Apportionment.shares(
      of: order.follows, by: weights,
      atMost: PreferentialAttachment.mostFollows(of: order, communities))
    starts = Apportionment.starts(of: degrees)
    targets.reserveCapacity(order.follows)
    chosenBy = Array(repeating: 0, count: order.users)
    lastFollower = chosenBy
  }

  /// The most follows of one user: if possible the size of a community, so that all can be within
  /// it.
  private static func mostFollows(of order: SeedOrder, _ communities: Int?) -> Int {
    let community = communities.map { max(0, order.users / $0 - 1) } ?? 0
    return order.follows <= community * order.users ? community : max(0, order.users - 1)
  }

  func follows() -> AdjacencyList {
    var generator = self
    for follower in 0..<users { generator.addFollows(of: follower) }
    return AdjacencyList(starts: starts, targets: generator.targets)
  }

  private mutating func addFollows(of follower: Int) {
    let mark = UInt32(follower + 1)
    chosenBy[follower] = mark
    while targets.count < starts[follower + 1] {
      let chosen = followee(of: follower, mark)
      chosenBy[chosen] = mark
      lastFollower[chosen] = mark
      targets.append(UInt32(chosen))
    }
    targets[starts[follower]...].sort()
  }

  /// A user that the follower does not follow yet; there must be one.
  private mutating func followee(of follower: Int, _ mark: UInt32) -> Int {
    // The members of a community are `step` apart. Nine in ten followees are in the community of
    // the follower.
    let step = communities.map { random.chance(90) ? $0 : 1 } ?? 1
    for _ in 0..<PreferentialAttachment.mostDraws {
      let candidate = draw(for: follower)
      if chosenBy[candidate] != mark, candidate % step == follower % step { return candidate }
    }
    if let chosen = nextFree(to: follower, mark, step) ?? nextFree(to: follower, mark, 1) {
      return chosen
    }
    preconditionFailure("The follower follows all users already.")
  }

  /// A user that the follower does not follow yet, among every `step`th, if any.
  private mutating func nextFree(to follower: Int, _ mark: UInt32, _ step: Int) -> Int? {
    let first = follower % step
    var next = first + step * random.below((users - first + step - 1) / step)
    for _ in stride(from: first, to: users, by: step) {
      if chosenBy[next] != mark { return next }
      next = next + step < users ? next + step : first
    }
    return nil
  }

  /// A tenth of the draws follow back, and a quarter choose a followee of a followee.
  ///
  /// The others choose from the community, or from all followees so far.
  private mutating func draw(for follower: Int) -> Int {
    let way = random.below(100)
    let own = starts[follower]..<targets.count
    if way < 10, lastFollower[follower] > 0 { return Int(lastFollower[follower]) - 1 }
    if way < 35, !own.isEmpty {
      let friend = Int(targets[own.lowerBound + random.below(own.count)])
      let theirs = friend < follower ? starts[friend]..<starts[friend + 1] : 0..<0
      if !theirs.isEmpty { return Int(targets[theirs.lowerBound + random.below(theirs.count)]) }
    }
    if let communities { return draw(for: follower, in: communities, isInside: way < 94) }
    if way < 80, !targets.isEmpty { return Int(targets[random.below(targets.count)]) }
    return random.below(users)
  }

  /// Within a community, smaller numbers are drawn more often.
  private mutating func draw(for follower: Int, in communities: Int, isInside: Bool) -> Int {
    guard isInside else { return random.below(users) }
    let community = follower % communities
    let size = (users - community + communities - 1) / communities
    return community + communities * min(random.below(size), random.below(size))
  }
}
