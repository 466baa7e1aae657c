internal import Model

/// A network of follows as it grows, one follower after the other.
struct Growth {
  /// Draws that may fail before the next free person is taken.
  private static let patience = 12

  private let users: Int
  private let communities: Int?
  private let starts: [Int]
  private var targets: [UInt32] = []
  private var dice: Dice
  /// The last follower who took this person, counted from 1: who is taken is not taken twice.
  private var takenBy: [UInt32]
  /// Somebody who follows this person, counted from 1.
  private var lastFollower: [UInt32]

  init(_ order: SeedOrder, communities: Int?) {
    users = order.users
    self.communities = communities
    dice = Dice(order.seed, .follows)
    var sociability = Dice(order.seed, .sociability)
    let weights = (0..<order.users).map { _ in UInt32(sociability.heavyTail()) + 2_000 }
    let degrees = Apportionment.shares(
      of: order.follows, by: weights, atMost: Growth.mostFollows(of: order, communities))
    starts = Apportionment.starts(of: degrees)
    targets.reserveCapacity(order.follows)
    takenBy = Array(repeating: 0, count: order.users)
    lastFollower = takenBy
  }

  /// As many as a circle has room for, if that is enough: the most sociable would have to leave
  /// theirs.
  private static func mostFollows(of order: SeedOrder, _ communities: Int?) -> Int {
    let circle = communities.map { max(0, order.users / $0 - 1) } ?? 0
    return order.follows <= circle * order.users ? circle : max(0, order.users - 1)
  }

  func graph() -> FollowGraph {
    var growth = self
    for follower in 0..<users { growth.grow(follower) }
    return FollowGraph(starts: starts, targets: growth.targets)
  }

  private mutating func grow(_ follower: Int) {
    let mark = UInt32(follower + 1)
    takenBy[follower] = mark
    while targets.count < starts[follower + 1] {
      let chosen = choice(of: follower, mark)
      takenBy[chosen] = mark
      lastFollower[chosen] = mark
      targets.append(UInt32(chosen))
    }
    targets[starts[follower]...].sort()
  }

  /// Somebody the follower doesn't follow yet; there is always one.
  private mutating func choice(of follower: Int, _ mark: UInt32) -> Int {
    // The numbers of a circle are so far apart; nine in ten are chosen from the follower's own.
    let step = communities.map { dice.chance(90) ? $0 : 1 } ?? 1
    for _ in 0..<Growth.patience {
      let candidate = draw(for: follower)
      if takenBy[candidate] != mark, candidate % step == follower % step { return candidate }
    }
    if let chosen = nextFree(to: follower, mark, step) ?? nextFree(to: follower, mark, 1) {
      return chosen
    }
    preconditionFailure("There is nobody left to follow")
  }

  /// Somebody whom the follower doesn't follow yet, among every `step`th; nil when there is nobody.
  private mutating func nextFree(to follower: Int, _ mark: UInt32, _ step: Int) -> Int? {
    let first = follower % step
    var next = first + step * dice.below((users - first + step - 1) / step)
    for _ in stride(from: first, to: users, by: step) {
      if takenBy[next] != mark { return next }
      next = next + step < users ? next + step : first
    }
    return nil
  }

  /// A tenth follow back and a quarter follow friends of friends; the others whom their circle
  /// follows, or anybody.
  private mutating func draw(for follower: Int) -> Int {
    let way = dice.below(100)
    let own = starts[follower]..<targets.count
    if way < 10, lastFollower[follower] > 0 { return Int(lastFollower[follower]) - 1 }
    if way < 35, !own.isEmpty {
      let friend = Int(targets[own.lowerBound + dice.below(own.count)])
      let theirs = friend < follower ? starts[friend]..<starts[friend + 1] : 0..<0
      if !theirs.isEmpty { return Int(targets[theirs.lowerBound + dice.below(theirs.count)]) }
    }
    if let communities { return draw(for: follower, in: communities, isInside: way < 94) }
    if way < 80, !targets.isEmpty { return Int(targets[dice.below(targets.count)]) }
    return dice.below(users)
  }

  /// In a circle those who came first are the better known.
  private mutating func draw(for follower: Int, in communities: Int, isInside: Bool) -> Int {
    guard isInside else { return dice.below(users) }
    let circle = follower % communities
    let size = (users - circle + communities - 1) / communities
    return circle + communities * min(dice.below(size), dice.below(size))
  }
}
