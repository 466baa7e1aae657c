/// A simple network in memory, the oracle for random deeds.
package struct NetworkModel: Sendable {
  struct Member: Sendable {
    var number: Int
    var name = ""
    /// When each followee was followed.
    var follows: [String: Int64] = [:]
    var mutes: [String: Int64] = [:]
    var avatar: Int?
    /// The time up to which notices were seen.
    var seen: Int64 = 0
  }

  struct Entry: Sendable {
    var author: String
    var text: String
    var isPrivate: Bool
    var picture: Int?
    var at: Int64
    /// When each liker liked it.
    var likes: [String: Int64] = [:]
    var flags: Set<String> = []
    var bookmarks: [String: Int64] = [:]
    var mentions: [String: Mention] = [:]
    var replyTo: Int?
    /// Nil for a post that answers none.
    var thread: Int?
    var quotes: Int?
    var reposts: Int?
  }

  var members: [String: Member] = [:]
  var posts: [Int: Entry] = [:]
  /// Whether only the posts of one author with one privacy need different times.
  package var sharesTimes = false
  var gone: [Int: GonePost] = [:]
  private var lastMember = 0
  private var lastPost = 0

  package init() {}

  package var handles: [String] { members.keys.sorted() }
  package var postNumbers: [Int] { posts.keys.sorted() }

  /// Applies a deed and returns the expected result or error code.
  package mutating func apply(_ deed: Deed) -> String {
    switch deed {
    case .create(let handle):
      if members[handle] != nil { return "user_exists" }
      lastMember += 1
      members[handle] = Member(number: lastMember)
      return "created"
    case .delete(let handle): return delete(handle)
    case .rename(let handle, let other): return rename(handle, to: other)
    case .post(let author, let text, let isPrivate, let at):
      return publish(Entry(author: author, text: text, isPrivate: isPrivate, at: at))
    case .postPicture(let author, let picture, let isPrivate, let at):
      return publish(
        Entry(author: author, text: "", isPrivate: isPrivate, picture: picture, at: at))
    case .avatar(let handle, let picture):
      if members[handle] == nil { return "no_such_user" }
      members[handle]?.avatar = picture
      return "edited"
    case .deletePost(let handle, let number):
      if let refusal = refusal(of: number, to: handle) { return refusal }
      if posts[number]?.author != handle { return "not_yours" }
      let isRepost = posts[number]?.reposts != nil
      deletePosts([number])
      return isRepost ? "unreposted" : "deleted"
    case .follow(let handle, let other, let at): return follow(handle, other, at)
    case .unfollow(let handle, let other):
      if members[handle] == nil || members[other] == nil { return "no_such_user" }
      return members[handle]?.follows.removeValue(forKey: other) == nil
        ? "not_following" : "unfollowed"
    case .like(let handle, let number, let at): return like(number, at, by: handle)
    case .unlike(let handle, let number):
      if let refusal = refusal(of: number, to: handle) { return refusal }
      return posts[subject(of: number)]?.likes.removeValue(forKey: handle) == nil
        ? "not_liked" : "unliked"
    case .flag(let handle, let number): return flag(number, by: handle)
    case .talk(let handle, let talk): return apply(talk, by: handle)
    }
  }

  private mutating func like(_ number: Int, _ at: Int64, by handle: String) -> String {
    if let refusal = refusal(of: number, to: handle) { return refusal }
    let target = subject(of: number)
    guard let post = posts[target], post.likes[handle] == nil else { return "already_liked" }
    let last = posts.values.compactMap { $0.likes[handle] }.max() ?? 0
    posts[target]?.likes[handle] = Self.moment(after: [last, members[post.author]?.seen ?? 0], at)
    return "liked"
  }

  private mutating func flag(_ number: Int, by handle: String) -> String {
    if let refusal = refusal(of: number, to: handle) { return refusal }
    let target = subject(of: number)
    if posts[target]?.author == handle { return "self" }
    return posts[target]?.flags.insert(handle).inserted == true ? "flagged" : "already_flagged"
  }

  mutating func publish(_ entry: Entry, savedAt: Int64? = nil) -> String {
    if members[entry.author] == nil { return "no_such_user" }
    lastPost += 1
    var entry = entry
    entry.at = freeTime(for: entry)
    entry.mentions = mentions(of: entry, at: savedAt ?? entry.at)
    posts[lastPost] = entry
    return "posted"
  }

  private mutating func delete(_ handle: String) -> String {
    if members.removeValue(forKey: handle) == nil { return "no_such_user" }
    for other in members.keys { members[other]?.follows[handle] = nil }
    deletePosts(Set(posts.filter { $0.value.author == handle }.keys))
    forgetMarks(of: handle)
    for number in posts.keys {
      posts[number]?.likes[handle] = nil
      posts[number]?.flags.remove(handle)
    }
    return "deleted"
  }

  private mutating func rename(_ handle: String, to other: String) -> String {
    guard let member = members[handle] else { return "no_such_user" }
    if handle == other { return "edited" }
    if members[other] != nil { return "user_exists" }
    members[handle] = nil
    members[other] = member
    for follower in members.keys {
      if let at = members[follower]?.follows.removeValue(forKey: handle) {
        members[follower]?.follows[other] = at
      }
    }
    renameMarks(handle, to: other)
    for number in posts.keys {
      if posts[number]?.author == handle { posts[number]?.author = other }
      if let at = posts[number]?.likes.removeValue(forKey: handle) {
        posts[number]?.likes[other] = at
      }
      if posts[number]?.flags.remove(handle) != nil { posts[number]?.flags.insert(other) }
    }
    return "edited"
  }

  private mutating func follow(_ handle: String, _ other: String, _ at: Int64) -> String {
    guard let member = members[handle], let target = members[other] else { return "no_such_user" }
    if handle == other { return "self" }
    if member.follows[other] != nil { return "already_following" }
    members[handle]?.follows[other] = Self.moment(
      after: [member.follows.values.max() ?? 0, target.seen], at)
    return "followed"
  }

  /// The reason why a user can't act on a post: a missing user or post, or no permission.
  func refusal(of number: Int, to handle: String) -> String? {
    if members[handle] == nil { return "no_such_user" }
    guard let post = posts[number], !post.isPrivate || post.author == handle else {
      return "no_such_post"
    }
    return nil
  }

  private func freeTime(for entry: Entry) -> Int64 {
    let rivals = posts.values.filter {
      !sharesTimes || $0.author == entry.author && $0.isPrivate == entry.isPrivate
    }
    let taken = Set(rivals.map(\.at))
    var time = entry.at
    while taken.contains(time) { time += 1 }
    return time
  }
}
