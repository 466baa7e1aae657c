/// The pattern by which the people of a synthetic network follow each other.
package enum NetworkShape: Equatable, Sendable {
  /// Whoever has followers gets more of them; friends of friends find each other.
  case scaleFree
  /// So many circles that mostly keep to themselves.
  case communities(Int)
  /// Each follows the next, the last the first.
  case ring
  /// Everybody follows the first.
  case star

  /// How many follows there are where nobody says: fifteen for each user, or on average a third
  /// of the others, so that in a small network, too, some are followed more than others.
  ///
  /// In communities that is two thirds of what their circles have room for: with more, people would
  /// have to follow outside.
  func usualFollows(users: Int) -> Int {
    if let fixed = fixedFollows(users: users) { return fixed }
    guard case .communities(let count) = self else {
      return users < 2 ? 0 : users * min(15, max(1, (users - 1) / 3))
    }
    let (size, larger) = users.quotientAndRemainder(dividingBy: count)
    let pairs = larger * (size + 1) * size + (count - larger) * size * max(0, size - 1)
    return min(users * 15, pairs * 2 / 3)
  }

  /// How many follows there are, where the shape leaves no choice.
  package func fixedFollows(users: Int) -> Int? {
    switch self {
    case .scaleFree, .communities: nil
    case .ring: users < 2 ? 0 : users
    case .star: max(0, users - 1)
    }
  }
}
