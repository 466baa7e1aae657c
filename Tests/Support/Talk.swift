/// A deed of a conversation, with all that decides its result.
package enum Talk: Equatable, Sendable {
  case reply(Int, text: String, isPrivate: Bool, at: Int64)
  case quote(Int, text: String, isPrivate: Bool, at: Int64)
  case repost(Int, at: Int64)
  case unrepost(Int)
  case edit(Int, text: String, at: Int64)
  case bookmark(Int, at: Int64)
  case unbookmark(Int)
  case mute(String, at: Int64)
  case unmute(String)
  case unflag(Int)
  case keep(Int)
  case remove(Int)
  /// Marks all notices as seen.
  case see(at: Int64)

  /// A random deed that is usually possible in `model`.
  static func random(
    in model: NetworkModel, at now: Int64, by handle: String,
    using generator: inout some RandomNumberGenerator
  ) -> Talk {
    let post = model.postNumbers.randomElement(using: &generator) ?? 1
    let other = model.handles.randomElement(using: &generator) ?? "user0"
    let text = words(in: model, at: now, using: &generator)
    let isPrivate = Int.random(in: 0..<8, using: &generator) == 0
    let at = now - Int64.random(in: 0..<3, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<28: return .reply(post, text: text, isPrivate: isPrivate, at: at)
    case 28..<40: return .quote(post, text: text, isPrivate: isPrivate, at: at)
    case 40..<56: return .repost(post, at: now)
    case 56..<62: return .unrepost(post)
    case 62..<72: return .edit(post, text: text, at: now)
    case 72..<80: return .bookmark(post, at: now)
    case 80..<84: return .unbookmark(post)
    case 84..<89: return .mute(other, at: now)
    case 89..<93: return .unmute(other)
    case 93..<95: return .unflag(post)
    case 95..<96: return .keep(post)
    case 96..<97: return .remove(post)
    default: return .see(at: now)
    }
  }

  /// A text with up to three mentions and hashtags.
  static func words(
    in model: NetworkModel, at now: Int64, using generator: inout some RandomNumberGenerator
  ) -> String {
    var words = ["said at \(now)"]
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let number = Int.random(in: 0..<12, using: &generator)
      words.append(Bool.random(using: &generator) ? "@user\(number)" : "#tag\(number)")
    }
    return words.joined(separator: " ")
  }
}

/// The visible conversations, for the oracle and for the tested program.
package struct TalkState: Equatable, Sendable {
  package struct Person: Equatable, Sendable {
    package var replies: [Int] = []
    /// The posts visible to other users.
    package var posts: [Int] = []
    package var bookmarks: [Int] = []
    package var muted: [String] = []
    package var explored: [Int] = []
    /// Newest first; each names the kind, the actor and the post.
    package var notices: [String] = []
    package var newNotices = 0
    package init() {}
  }

  package var people: [String: Person] = [:]
  /// The counts and mentions of each public post.
  package var facts: [Int: String] = [:]
  /// The depth and number of each place of a conversation, for each public post that begins one.
  package var threads: [Int: [String]] = [:]
  /// The use of each hashtag and its last time, sorted.
  package var hashtags: [String] = []
  /// The public posts with each hashtag, newest first.
  package var tagged: [String: [Int]] = [:]

  package init() {}
}
