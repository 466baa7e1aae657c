import Foundation
import Support
import Testing

/// Runs the program once for each deed, and reads the state of the network with further runs.
struct CommandDriver {
  var program: Program

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  /// An item of a write with its result.
  private struct Item: Decodable { let result: String }

  private struct User: Decodable {
    let username: String
    let postCount: Int
    let followerCount: Int
    let followingCount: Int
    let likeCount: Int
  }

  private struct Post: Decodable {
    let id: Int
    let likeCount: Int
  }

  private struct Flag: Decodable {
    let post: Int
    let reporter: String
  }

  /// The result or the error code of a deed, in the words of the oracle.
  func apply(_ deed: Deed) throws -> String {
    let answer = try program.run(CommandDriver.words(of: deed) + ["--json"])
    if answer.status != 0 { return try Refusal.parse(answer.stderr)?.code ?? answer.stderr }
    // An answer without items.
    if case .talk(_, .see) = deed { return "seen" }
    let data = Data(answer.stdout.utf8)
    if let item = try? CommandDriver.decoder.decode(Item.self, from: data) { return item.result }
    return try CommandDriver.decoder.decode([Item].self, from: data)[0].result
  }

  static func words(of deed: Deed) -> [String] {
    switch deed {
    case .create(let handle): ["create-user", handle]
    case .delete(let handle): ["delete-user", handle, "--yes"]
    case .rename(let handle, let other): ["edit-profile", "--rename", other, "--as", handle]
    case .post(let handle, let text, let isPrivate, let at):
      ["post", text, "--as", handle, "--now", time(at)] + (isPrivate ? ["--private"] : [])
    case .deletePost(let handle, let number):
      ["delete-post", "\(number)", "--as", handle, "--yes"]
    case .follow(let handle, let other, let at):
      ["follow", other, "--as", handle, "--now", time(at)]
    case .unfollow(let handle, let other): ["unfollow", other, "--as", handle]
    case .like(let handle, let number, let at):
      ["like", "\(number)", "--as", handle, "--now", time(at)]
    case .unlike(let handle, let number): ["unlike", "\(number)", "--as", handle]
    case .flag(let handle, let number): ["flag", "\(number)", "--as", handle]
    case .postPicture(let handle, let picture, let isPrivate, let at):
      ["post", "--image", file(ofPicture: picture), "--as", handle, "--at", time(at), "-q"]
        + (isPrivate ? ["--private"] : [])
    case .avatar(let handle, let picture):
      ["edit-profile", "--avatar", picture.map(file) ?? "none", "--as", handle, "-q"]
    // No user need act.
    case .talk(_, .keep(let number)): ["moderate", "\(number)", "--keep", "--yes"]
    case .talk(_, .remove(let number)): ["moderate", "\(number)", "--remove", "--yes"]
    case .talk(let handle, let talk): words(of: talk) + ["--as", handle]
    }
  }

  private static func words(of talk: Talk) -> [String] {
    func said(_ text: String, _ isPrivate: Bool, _ at: Int64) -> [String] {
      [text, "--now", time(at)] + (isPrivate ? ["--private"] : [])
    }
    return switch talk {
    case .reply(let number, let text, let isPrivate, let at):
      ["reply", "\(number)"] + said(text, isPrivate, at)
    case .quote(let number, let text, let isPrivate, let at):
      ["quote", "\(number)"] + said(text, isPrivate, at)
    case .repost(let number, let at): ["repost", "\(number)", "--now", time(at)]
    case .unrepost(let number): ["unrepost", "\(number)"]
    case .edit(let number, let text, let at): ["edit-post", "\(number)", text, "--now", time(at)]
    case .bookmark(let number, let at): ["bookmark", "\(number)", "--now", time(at)]
    case .unbookmark(let number): ["unbookmark", "\(number)"]
    case .mute(let other, let at): ["mute", other, "--now", time(at)]
    case .unmute(let other): ["unmute", other]
    case .unflag(let number): ["unflag", "\(number)"]
    case .keep, .remove: []
    case .see(let at): ["notifications", "--mark-read", "--now", time(at)]
    }
  }

  /// Writes different pictures to the program's folder, for deeds to post.
  func makePictures(_ count: Int) throws {
    for number in 0..<count {
      try program.home.write(
        PlainPicture(width: number + 1, height: 8, seed: number).png,
        to: CommandDriver.file(ofPicture: number))
    }
  }

  private static func file(ofPicture number: Int) -> String { "picture\(number).png" }

  /// Formats microseconds since 1970, less than a second, as RFC 3339.
  private static func time(_ microseconds: Int64) -> String {
    let digits = String(microseconds)
    return "1970-01-01T00:00:00." + String(repeating: "0", count: 6 - digits.count) + digits + "Z"
  }

  func state() throws -> NetworkState {
    var people: [String: NetworkState.Person] = [:]
    for user in try list(User.self, "users") {
      let name = user.username
      let followers = try list(User.self, "followers", name).map(\.username)
      let following = try list(User.self, "following", name).map(\.username)
      people[name] = NetworkState.Person(
        posts: user.postCount, followers: followers, following: following,
        likes: user.likeCount, postNumbers: try tab("posts", of: name),
        privateNumbers: try tab("private", of: name), likedNumbers: try tab("likes", of: name),
        timeline: try list(Post.self, "timeline", "--as", name).map(\.id))
      guard user.followerCount == followers.count, user.followingCount == following.count else {
        throw Miscounted(thing: name)
      }
    }
    var likers: [Int: [String]] = [:]
    for post in try list(Post.self, "explore") {
      likers[post.id] = try list(User.self, "likers", "\(post.id)").map(\.username).sorted()
      guard post.likeCount == likers[post.id]?.count else { throw Miscounted(thing: "\(post.id)") }
    }
    struct Facts: Decodable { let pictures: Int }
    let facts = try CommandDriver.decoder.decode(
      Facts.self, from: Data(try program.succeed("info", "--json").utf8))
    let flags = Dictionary(grouping: try list(Flag.self, "flags"), by: \.post)
    return NetworkState(
      people: people, likers: likers,
      reporters: flags.mapValues { $0.map(\.reporter).sorted() }, pictures: facts.pictures)
  }

  /// The stored counts that differ from the counted edges; empty if all agree.
  func miscounts() throws -> String {
    try program.succeed(
      "sql",
      """
      SELECT 'user', username FROM users AS u WHERE
        post_count <> (SELECT count(*) FROM posts WHERE author = u.id AND private = 0)
        OR follower_count <> (SELECT count(*) FROM follows WHERE followee = u.id)
        OR following_count <> (SELECT count(*) FROM follows WHERE follower = u.id)
        OR like_count <> (SELECT count(*) FROM likes JOIN posts AS p ON p.id = post
                          WHERE p.author = u.id AND p.private = 0)
      UNION ALL
      SELECT 'post', id FROM posts AS p
        WHERE like_count <> (SELECT count(*) FROM likes WHERE post = p.id)
      UNION ALL
      SELECT 'answers', id FROM posts AS p WHERE reposts IS NULL AND (
        reply_count <> (SELECT count(*) FROM posts WHERE reply_to = p.id AND private = 0)
        OR repost_count <> (SELECT count(*) FROM posts WHERE reposts = p.id))
      UNION ALL
      SELECT 'index', follower FROM follows AS f WHERE NOT EXISTS (
        SELECT 1 FROM follows INDEXED BY follows_by_followee
        WHERE followee = f.followee AND follower = f.follower)
      """)
  }

  /// The result of SQLite's own integrity check.
  func damage(in path: String) throws -> [String] {
    try RawDatabase(path).column("PRAGMA integrity_check")
  }

  func tab(_ name: String, of handle: String) throws -> [Int] {
    struct Page: Decodable { let posts: [Post] }
    let output = try program.succeed(
      "show", handle, "--tab", name, "-n", "1000", "--as", handle, "--json")
    return try CommandDriver.decoder.decode(Page.self, from: Data(output.utf8)).posts.map(\.id)
  }

  func list<Thing: Decodable>(_: Thing.Type, _ words: String...) throws -> [Thing] {
    let output = try program.succeed(words + ["--all", "--format", "ndjson"])
    return try output.split(separator: "\n").map {
      try CommandDriver.decoder.decode(Thing.self, from: Data($0.utf8))
    }
  }

  private struct Miscounted: Error { let thing: String }
}
