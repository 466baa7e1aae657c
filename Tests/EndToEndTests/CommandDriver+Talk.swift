import Foundation
import Support

/// Reads conversations with runs of the program.
extension CommandDriver {
  private struct Post: Decodable {
    let id: Int
    let replyTo: Int?
    let reposts: Int?
    let likeCount: Int
    let replyCount: Int
    let repostCount: Int
    let mentions: [String]
    let depth: Int?
  }

  private struct User: Decodable { let username: String }

  private struct Notice: Decodable {
    struct Post: Decodable { let id: Int }

    let kind: String
    let actor: String
    let post: Post?
    let isNew: Bool
  }

  private struct Use: Decodable {
    let tag: String
    let postCount: Int
    let lastAt: String
  }

  /// Without the places of posts that are gone, which JSON leaves out.
  func talkState() throws -> TalkState {
    var state = TalkState()
    for user in try list(User.self, "users") {
      state.people[user.username] = try person(user.username)
    }
    for post in try list(Post.self, "explore") {
      state.facts[post.id] =
        "\(post.likeCount) \(post.replyCount) \(post.repostCount) "
        + post.mentions.joined(separator: ",")
      guard post.replyTo == nil, post.reposts == nil else { continue }
      state.threads[post.id] = try list(Post.self, "thread", "\(post.id)")
        .map { "\($0.depth ?? -1):\($0.id)" }
    }
    for use in try list(Use.self, "tags") {
      let digits = use.lastAt.split(separator: ".").dropFirst().first?.dropLast() ?? ""
      let last = Int(digits.padding(toLength: 6, withPad: "0", startingAt: 0)) ?? 0
      state.hashtags.append("#\(use.tag) \(use.postCount) \(last)")
      state.tagged["#\(use.tag)"] = try list(Post.self, "tag", use.tag).map(\.id)
    }
    state.hashtags.sort()
    return state
  }

  private func person(_ name: String) throws -> TalkState.Person {
    var person = TalkState.Person()
    person.replies = try tab("replies", of: name)
    person.posts = try list(Post.self, "posts", name).map(\.id)
    person.bookmarks = try list(Post.self, "bookmarks", "--as", name).map(\.id)
    person.muted = try list(User.self, "muted", "--as", name).map(\.username)
    person.explored = try list(Post.self, "explore", "--as", name).map(\.id)
    let notices = try list(Notice.self, "notifications", "--as", name)
    person.notices = notices.map { "\($0.kind) \($0.actor) \($0.post.map { "\($0.id)" } ?? "")" }
    person.newNotices = notices.count(where: \.isNew)
    return person
  }
}
