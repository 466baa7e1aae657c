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

  /// How many follows there are, where the shape leaves no choice.
  package func fixedFollows(users: Int) -> Int? {
    switch self {
    case .scaleFree, .communities: nil
    case .ring: users < 2 ? 0 : users
    case .star: max(0, users - 1)
    }
  }
}
