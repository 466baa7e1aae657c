internal import Model

extension FollowGraph {
  /// The follows of an order, in time linear in their number unless nearly all that can be are.
  init(_ order: SeedOrder) {
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
      self = Growth(order, communities: nil).graph()
    case .communities(let count):
      self = Growth(order, communities: count).graph()
    }
  }
}
