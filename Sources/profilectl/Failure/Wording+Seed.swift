import Model
import Rendering

/// Why a synthetic network can't be made.
extension Wording {
  static func sentence(for reason: SeedOrder.Impossibility) -> String {
    switch reason {
    case .period:
      "The period has to end after it begins: '--from' is \(SeedCommand.firstDay) by default, "
        + "'--to' \(SeedCommand.lastDay)."
    case .postsWithoutUsers: "There can be no posts without users."
    case .communities(let number, let users):
      "There can't be \(count(number, "community", "communities")) among \(count(users, "user"))."
    case .shapeFixesFollows(let fixed, let users, let asked):
      "This shape has exactly \(count(fixed, "follow")) for \(count(users, "user")), not "
        + "\(Magnitude.exact(asked))."
    case .follows(let asked, let most, let users):
      "There can't be \(count(asked, "follow")) among \(count(users, "user")): there is room for "
        + "\(Magnitude.exact(most))."
    case .likes(let asked, let most, let posts, let users):
      "There can't be \(count(asked, "like")) of \(count(posts, "post")) by "
        + "\(count(users, "user")): there is room for \(Magnitude.exact(most))."
    case .pictures(let asked, let posts):
      "There can't be \(count(asked, "picture")) in \(count(posts, "post")): each has one at most."
    case .moments(let posts):
      "The period is too short for \(count(posts, "post")): each needs a microsecond of its own."
    }
  }
}
