/// One action of a user, with all that decides its result.
package enum Deed: Equatable, Sendable {
  case create(String)
  case delete(String)
  case rename(String, to: String)
  case post(String, text: String, isPrivate: Bool, at: Int64)
  case deletePost(String, Int)
  case follow(String, String, at: Int64)
  case unfollow(String, String)
  case like(String, Int, at: Int64)
  case unlike(String, Int)
  case flag(String, Int)
  /// A post without text. The number identifies the picture's content.
  case postPicture(String, Int, isPrivate: Bool, at: Int64)
  case avatar(String, Int?)
  case talk(String, Talk)

  /// A random deed that is usually possible in `model`.
  package static func random(
    in model: NetworkModel, at now: Int64, pictures: Int = 0, talks: Bool = false,
    using generator: inout some RandomNumberGenerator
  ) -> Deed {
    let pool = (0..<12).map { "user\($0)" }
    let user = model.handles.randomElement(using: &generator) ?? "user0"
    let other =
      Int.random(in: 0..<10, using: &generator) == 0
      ? pool.randomElement(using: &generator) ?? "user1"
      : model.handles.randomElement(using: &generator) ?? "user1"
    if pictures > 0, Int.random(in: 0..<5, using: &generator) == 0 {
      let picture = Int.random(in: 0..<pictures, using: &generator)
      return switch Int.random(in: 0..<6, using: &generator) {
      case 0: .avatar(user, nil)
      case 1, 2: .avatar(user, picture)
      default: .postPicture(user, picture, isPrivate: picture % 5 == 0, at: now)
      }
    }
    let post = model.postNumbers.randomElement(using: &generator) ?? 1
    if talks, Int.random(in: 0..<2, using: &generator) == 0 {
      return .talk(user, .random(in: model, at: now, by: user, using: &generator))
    }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<10: return .create(pool.randomElement(using: &generator) ?? "user0")
    case 10..<13: return .delete(other)
    case 13..<16: return .rename(user, to: pool.randomElement(using: &generator) ?? "user2")
    case 16..<36:
      // Times repeat and run backwards, so that ties and back-dating happen.
      let at = now - Int64.random(in: 0..<4, using: &generator)
      let isPrivate = Int.random(in: 0..<5, using: &generator) == 0
      let text = talks ? Talk.words(in: model, at: now, using: &generator) : "note of \(now)"
      return .post(user, text: text, isPrivate: isPrivate, at: at)
    case 36..<42: return .deletePost(model.author(of: post) ?? user, post)
    case 42..<44: return .deletePost(user, post)
    case 44..<62: return .follow(user, other, at: now)
    case 62..<70: return .unfollow(user, other)
    case 70..<87: return .like(user, post, at: now)
    case 87..<94: return .unlike(user, post)
    case 94..<97: return .flag(user, post)
    default: return .like(user, post + 1_000, at: now)
    }
  }
}
