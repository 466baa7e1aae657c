import Model
import Rendering

/// Words for values that break rules of the network, and for impossible synthetic networks.
enum ValueWords {
  static func failure(for breach: RuleBreach, input: String? = nil) -> Failure {
    Failure(
      .badValue, sentence(for: breach, input: input), hint: .help("formatting"), input: input)
  }

  static func sentence(for breach: RuleBreach, input: String?) -> String {
    let noun = breach.field == .alt ? "picture's description" : breach.field.rawValue
    let isHandle = breach.field == .handle
    let thing = isHandle ? "The handle\(input.map { " \(quoted($0))" } ?? "")" : "The \(noun)"
    return switch breach.rule {
    case .empty: "A \(noun) can't be empty."
    case .tooLong(let limit): "\(thing) is longer than \(Phrases.count(limit, "character"))."
    case .tooManyBytes(let limit): "\(thing) is larger than \(Phrases.count(limit, "byte"))."
    case .handleCharacters:
      "\(thing) holds something other than the letters a to z, digits, '_' and '.'."
    case .handleDot: "\(thing) begins or ends with a dot."
    case .notUTF8(let position): "The \(noun) is not valid UTF-8 at byte offset \(position)."
    case .control(let scalar, let position):
      "The \(noun) holds \(name(ofControl: scalar)) at byte offset \(position)."
    }
  }

  private static func name(ofControl scalar: UInt32) -> String {
    switch scalar {
    case 0x09: return "a tab"
    case 0x0A: return "a line break"
    default:
      let digits = String(scalar, radix: 16, uppercase: true)
      let kind = scalar < 0xA0 ? "control" : "invisible"
      return "the \(kind) character U+" + String(repeating: "0", count: max(0, 4 - digits.count))
        + digits
    }
  }

  static func sentence(for reason: SeedOrder.Impossibility) -> String {
    func count(_ number: Int, _ noun: String) -> String { Phrases.count(number, noun) }
    let exact = Magnitude.exact
    return switch reason {
    case .period:
      "The period has to end after it begins: '--from' is \(Phrases.seedPeriod.first) by default, "
        + "'--to' \(Phrases.seedPeriod.last)."
    case .postsWithoutUsers: "There can be no posts without users."
    case .repliesWithoutPosts: "There can be no replies without posts."
    case .reposts(let asked, let most, let posts, let users):
      "There can't be \(count(asked, "repost")) of \(count(posts, "post")) by "
        + "\(count(users, "user")): there is room for \(exact(most))."
    case .communities(let number, let users):
      "There can't be \(Phrases.count(number, "community", "communities")) among "
        + "\(count(users, "user"))."
    case .shapeFixesFollows(let fixed, let users, let asked):
      "This shape has exactly \(count(fixed, "follow")) for \(count(users, "user")), not "
        + "\(exact(asked))."
    case .follows(let asked, let most, let users):
      "There can't be \(count(asked, "follow")) among \(count(users, "user")): there is "
        + "room for \(exact(most))."
    case .likes(let asked, let most, let posts, let users):
      "There can't be \(count(asked, "like")) of \(count(posts, "post")) by "
        + "\(count(users, "user")): there is room for \(exact(most))."
    case .pictures(let asked, let posts):
      "There can't be \(count(asked, "picture")) in \(count(posts, "post")): each has one "
        + "at most."
    case .moments(let posts):
      "The period is too short for \(count(posts, "post")): each needs a microsecond of its own."
    }
  }
}
