import Model

/// Why a synthetic network can't be made.
extension Wording {
  static func sentence(for reason: SeedOrder.Impossibility) -> String {
    switch reason {
    case .period: "The period ends before it begins: '--from' must be earlier than '--to'."
    case .postsWithoutUsers: "There can be no posts without users."
    case .communities(let number, let users):
      "There can't be \(count(number, "community", "communities")) among \(count(users, "user"))."
    case .shapeFixesFollows(let fixed, let asked):
      "This shape has exactly \(count(fixed, "follow")) for so many users, not \(asked)."
    case .follows(let asked, let most):
      "There can't be \(count(asked, "follow")): so many users have room for \(most)."
    case .likes(let asked, let most):
      "There can't be \(count(asked, "like")): so many posts and users have room for \(most)."
    case .pictures(let asked, let posts):
      "There can't be \(count(asked, "picture")) in \(count(posts, "post")): each has one at most."
    case .moments(let posts):
      "The period is too short for \(count(posts, "post")): each needs a microsecond of its own."
    }
  }
}
