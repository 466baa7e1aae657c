/// Conversations in the oracle.
extension NetworkModel {
  struct Mention: Sendable {
    var kind: Int
    var place: Int
    var at: Int64
  }

  struct GonePost: Sendable {
    var thread: Int
    var replyTo: Int
    var at: Int64
  }

  /// The first moment from `now` that is later than `others`, except those a second or more ahead.
  static func moment(after others: [Int64], _ now: Int64) -> Int64 {
    var at = now
    for other in others.sorted() where other >= at && other - now < 1_000_000 { at = other + 1 }
    return at
  }

  /// The post on which a deed acts: for a repost the reposted one.
  func subject(of number: Int) -> Int { posts[number]?.reposts ?? number }

  mutating func apply(_ talk: Talk, by me: String) -> String {
    switch talk {
    // Moderation needs no acting user.
    case .keep, .remove: break
    default: if members[me] == nil { return "no_such_user" }
    }
    switch talk {
    case .reply(let number, let text, let isPrivate, let at):
      return say(text, isPrivate, at, answering: number, by: me)
    case .quote(let number, let text, let isPrivate, let at):
      return say(text, isPrivate, at, quoting: number, by: me)
    case .repost(let number, let at): return repost(number, at, by: me)
    case .unrepost(let number):
      if let refusal = refusal(of: number, to: me) { return refusal }
      let target = subject(of: number)
      guard let own = repost(of: target, by: me) else { return "not_reposted" }
      posts[own] = nil
      return "unreposted"
    case .edit(let number, let text, let at): return edit(number, text, at, by: me)
    case .see(let at):
      let newest = notices(of: me).first?.at ?? 0
      let seen = max(members[me]?.seen ?? 0, at, newest)
      members[me]?.seen = seen
      return "seen"
    default: return applyMark(talk, by: me)
    }
  }

  private mutating func applyMark(_ talk: Talk, by me: String) -> String {
    switch talk {
    case .bookmark(let number, let at):
      return mark(number, by: me, "bookmarked") { post, others in
        if post.bookmarks[me] != nil { return false }
        post.bookmarks[me] = Self.moment(after: others.compactMap { $0.bookmarks[me] }, at)
        return true
      }
    case .unbookmark(let number):
      return mark(number, by: me, "unbookmarked", otherwise: "not_bookmarked") { post, _ in
        post.bookmarks.removeValue(forKey: me) != nil
      }
    case .mute(let other, let at): return mute(other, at, by: me)
    case .unmute(let other):
      if members[other] == nil { return "no_such_user" }
      return members[me]?.mutes.removeValue(forKey: other) == nil ? "not_muted" : "unmuted"
    case .unflag(let number):
      return mark(number, by: me, "unflagged", otherwise: "not_flagged") { post, _ in
        post.flags.remove(me) != nil
      }
    case .keep(let number), .remove(let number):
      guard let post = posts[number], !post.isPrivate else { return "no_such_post" }
      let target = subject(of: number)
      if posts[target]?.flags.isEmpty != false { return "not_flagged" }
      if case .keep = talk {
        posts[target]?.flags = []
        return "kept"
      }
      deletePosts([target])
      return "removed"
    default: return "not a mark"
    }
  }

  private mutating func mute(_ other: String, _ at: Int64, by me: String) -> String {
    guard let member = members[me], members[other] != nil else { return "no_such_user" }
    if other == me { return "self" }
    if member.mutes[other] != nil { return "already_muted" }
    let others = [member.mutes.values.max() ?? 0, members[other]?.seen ?? 0]
    members[me]?.mutes[other] = Self.moment(after: others, at)
    return "muted"
  }

  private mutating func mark(
    _ number: Int, by me: String, _ done: String, otherwise: String? = nil,
    _ change: (inout Entry, [Entry]) -> Bool
  ) -> String {
    if let refusal = refusal(of: number, to: me) { return refusal }
    let target = subject(of: number)
    guard var post = posts[target] else { return "no_such_post" }
    let isDone = change(&post, Array(posts.values))
    posts[target] = post
    return isDone ? done : otherwise ?? "already_\(done)"
  }

  private mutating func say(
    _ text: String, _ isPrivate: Bool, _ at: Int64, answering: Int? = nil, quoting: Int? = nil,
    by me: String
  ) -> String {
    if let refusal = refusal(of: answering ?? quoting ?? 0, to: me) { return refusal }
    var entry = Entry(author: me, text: text, isPrivate: isPrivate, at: at)
    if let above = answering.map(subject), let post = posts[above] {
      entry.replyTo = above
      entry.thread = post.thread ?? above
      if post.isPrivate { entry.isPrivate = true }
      entry.mentions[post.author] = Mention(kind: 3, place: 0, at: 0)
    }
    if let quoted = quoting.map(subject), let post = posts[quoted] {
      if post.isPrivate, !isPrivate { return "not_permitted" }
      entry.quotes = quoted
      entry.mentions[post.author] = Mention(kind: 2, place: 0, at: 0)
    }
    return publish(entry)
  }

  /// Adds the handles named in a new post to its mentions, and sets the time of each notice.
  func mentions(of entry: Entry, at now: Int64) -> [String: Mention] {
    var kinds = entry.mentions
    if entry.isPrivate { kinds = [:] }
    kinds[entry.author] = nil
    for (index, handle) in named(in: entry.text).enumerated() {
      let isTold = handle != entry.author && !entry.isPrivate
      kinds[handle] = Mention(
        kind: isTold ? kinds[handle]?.kind ?? 1 : 0, place: index + 1, at: 0)
    }
    for handle in kinds.keys {
      kinds[handle]?.at = Self.moment(after: [members[handle]?.seen ?? 0], now)
    }
    return kinds
  }

  private func named(in text: String) -> [String] {
    var names: [String] = []
    for word in text.split(separator: " ") where word.first == "@" {
      let name = String(word.dropFirst())
      if members[name] != nil, !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func repost(of number: Int, by me: String) -> Int? {
    posts.first { $0.value.reposts == number && $0.value.author == me }?.key
  }

  private mutating func repost(_ number: Int, _ at: Int64, by me: String) -> String {
    if let refusal = refusal(of: number, to: me) { return refusal }
    let target = subject(of: number)
    guard let post = posts[target] else { return "no_such_post" }
    if post.isPrivate { return "not_permitted" }
    if repost(of: target, by: me) != nil { return "already_reposted" }
    let newest = sharesTimes ? 0 : posts.values.map(\.at).max() ?? 0
    var entry = Entry(author: me, text: "", isPrivate: false, at: max(at, newest))
    entry.reposts = target
    entry.mentions[post.author] = Mention(kind: 4, place: 0, at: 0)
    _ = publish(entry, savedAt: at)
    return "reposted"
  }

  private mutating func edit(_ number: Int, _ text: String, _ at: Int64, by me: String) -> String {
    if let refusal = refusal(of: number, to: me) { return refusal }
    guard var post = posts[number], post.author == me else { return "not_yours" }
    if post.reposts != nil { return "bad_value" }
    if post.text == text { return "edited" }
    post.text = text
    let names = named(in: text)
    for (handle, mention) in post.mentions where mention.place > 0 && !names.contains(handle) {
      if mention.kind > 1 { post.mentions[handle]?.place = 0 } else { post.mentions[handle] = nil }
    }
    for (index, handle) in names.enumerated() {
      if post.mentions[handle] != nil {
        post.mentions[handle]?.place = index + 1
      } else {
        let isTold = handle != me && !post.isPrivate
        post.mentions[handle] = Mention(
          kind: isTold ? 1 : 0, place: index + 1,
          at: Self.moment(after: [members[handle]?.seen ?? 0], at))
      }
    }
    posts[number] = post
    return "edited"
  }

  /// Deletes posts with their reposts, and keeps the places of answered answers.
  mutating func deletePosts(_ numbers: Set<Int>) {
    let doomed = numbers.union(
      posts.filter { $0.value.reposts.map(numbers.contains) == true }.keys)
    let before = Array(gone.values)
    for number in doomed {
      guard let post = posts[number], let above = post.replyTo, let thread = post.thread else {
        continue
      }
      let isAnswered =
        posts.values.contains { $0.replyTo == number } || before.contains { $0.replyTo == number }
      if isAnswered {
        gone[number] = GonePost(thread: thread, replyTo: above, at: post.at)
      }
    }
    for number in doomed { posts[number] = nil }
  }

  mutating func renameMarks(_ handle: String, to other: String) {
    for member in members.keys {
      if let at = members[member]?.mutes.removeValue(forKey: handle) {
        members[member]?.mutes[other] = at
      }
    }
    for number in posts.keys {
      if let at = posts[number]?.bookmarks.removeValue(forKey: handle) {
        posts[number]?.bookmarks[other] = at
      }
      if let mention = posts[number]?.mentions.removeValue(forKey: handle) {
        posts[number]?.mentions[other] = mention
      }
    }
  }

  mutating func forgetMarks(of handle: String) {
    for member in members.keys { members[member]?.mutes[handle] = nil }
    for number in posts.keys {
      posts[number]?.bookmarks[handle] = nil
      posts[number]?.mentions[handle] = nil
    }
  }

  // MARK: What is shown

  /// Whether recommending lists omit the post for a user.
  func isHidden(_ number: Int, from me: String) -> Bool {
    guard let post = posts[number] else { return true }
    let target = subject(of: number)
    let authors = [post.author, posts[target]?.author].compactMap(\.self)
    return authors.contains { members[me]?.mutes[$0] != nil }
      || posts[target]?.flags.contains(me) == true
  }

  /// The state that a correct program shows.
  package var talkState: TalkState {
    var state = TalkState()
    let open = posts.filter { !$0.value.isPrivate }
    for (handle, member) in members {
      var person = TalkState.Person()
      let own = newest(open.filter { $0.value.author == handle })
      person.replies = own.filter { posts[$0]?.replyTo != nil }
      person.posts = own
      person.bookmarks = posts.compactMap { number, post in
        post.bookmarks[handle].map { (number, $0) }
      }.sorted { ($0.1, $0.0) > ($1.1, $1.0) }.map(\.0)
      person.muted = member.mutes.sorted { $0.value > $1.value }.map(\.key)
      person.explored = newest(open).filter { !isHidden($0, from: handle) }
      let notices = notices(of: handle)
      person.notices = notices.map(\.text)
      person.newNotices = notices.count { $0.at > member.seen }
      state.people[handle] = person
    }
    for (number, post) in open {
      let target = open[post.reposts ?? number] ?? post
      let subject = post.reposts ?? number
      let named = post.mentions.filter { $0.value.place > 0 }.sorted {
        $0.value.place < $1.value.place
      }.map(\.key)
      let replies = open.values.count { $0.replyTo == subject }
      let reposts = open.values.count { $0.reposts == subject }
      state.facts[number] =
        "\(target.likes.count) \(replies) \(reposts) \(named.joined(separator: ","))"
      if post.replyTo == nil, post.reposts == nil {
        state.threads[number] = thread(number)
      }
    }
    addHashtags(to: &state, of: open)
    return state
  }

  private func addHashtags(to state: inout TalkState, of open: [Int: Entry]) {
    for (number, post) in open {
      for tag in Set(post.text.split(separator: " ").filter { $0.first == "#" }) {
        state.tagged[String(tag), default: []].append(number)
      }
    }
    state.tagged = state.tagged.mapValues { numbers in
      newest(posts.filter { numbers.contains($0.key) })
    }
    state.hashtags = state.tagged.map { tag, numbers in
      "\(tag) \(numbers.count) \(posts[numbers[0]]?.at ?? 0)"
    }.sorted()
  }

  private func thread(_ first: Int) -> [String] {
    let nodes =
      posts.filter { $0.value.thread == first }.map {
        (number: $0.key, above: $0.value.replyTo ?? 0, at: $0.value.at, shown: !$0.value.isPrivate)
      }
      + gone.filter { $0.value.thread == first }.map {
        (number: $0.key, above: $0.value.replyTo, at: $0.value.at, shown: false)
      }
    func below(_ number: Int, _ depth: Int) -> [String] {
      nodes.filter { $0.above == number }.sorted { $0.at < $1.at }.flatMap { node in
        let rest = below(node.number, depth + 1)
        return node.shown || !rest.isEmpty
          ? ["\(depth):\(node.shown ? "\(node.number)" : "gone")"] + rest : []
      }
    }
    return ["0:\(first)"] + below(first, 1)
  }

  private func notices(of me: String) -> [(at: Int64, text: String)] {
    guard let member = members[me] else { return [] }
    let kinds = ["", "mention", "quote", "reply", "repost", "like", "follow"]
    let order = ["reply", "mention", "quote", "repost", "like", "follow"]
    var notices: [(at: Int64, kind: Int, post: Int, actor: Int, text: String)] = []
    func add(_ kind: String, _ actor: String, _ post: Int, _ at: Int64) {
      guard member.mutes[actor] == nil, let number = members[actor]?.number else { return }
      notices.append(
        (
          at, order.firstIndex(of: kind) ?? 0, post, number,
          "\(kind) \(actor) \(post == 0 ? "" : "\(post)")"
        ))
    }
    for (number, post) in posts {
      let target = subject(of: number)
      if let mention = post.mentions[me], mention.kind > 0,
        posts[target]?.flags.contains(me) != true
      {
        add(kinds[mention.kind], post.author, target, mention.at)
      }
      if post.author == me {
        for (liker, at) in post.likes where liker != me { add("like", liker, number, at) }
      }
    }
    for (follower, other) in members {
      if let at = other.follows[me] { add("follow", follower, 0, at) }
    }
    return notices.sorted {
      ($0.at, $0.kind, $0.post, $0.actor) > ($1.at, $1.kind, $1.post, $1.actor)
    }.map { ($0.at, $0.text) }
  }
}
