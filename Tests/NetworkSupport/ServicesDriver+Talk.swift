import Model
import Services
import Support
import Testing

/// Conversations through the services.
extension ServicesDriver {
  package func perform(_ talk: Talk, as me: Viewer) throws(ServiceError) -> Outcome.Result {
    let conversations = network.conversations
    switch talk {
    case .reply(let number, let text, let isPrivate, let at):
      let draft = try draft(text, isPrivate, at)
      return try conversations.reply(to: id(number), draft, as: me).result
    case .quote(let number, let text, let isPrivate, let at):
      return try conversations.quote(id(number), try draft(text, isPrivate, at), as: me).result
    case .repost(let number, let at):
      return try first(conversations.repost([item(number)], as: me, at: time(at), BulkMode()))
    case .unrepost(let number):
      return try first(conversations.unrepost([item(number)], as: me, BulkMode()))
    case .edit(let number, let text, let at):
      let changes = PostChanges(text: try draft(text, false, at).text)
      return try network.posts.edit(id(number), changes, as: me, at: time(at)).result
    case .bookmark(let number, let at):
      return try first(
        network.edges.draw(.bookmark, to: [item(number)], as: me, at: time(at), BulkMode()))
    case .unbookmark(let number):
      return try first(network.edges.remove(.bookmark, to: [item(number)], as: me, BulkMode()))
    case .mute(let other, let at):
      return try first(
        network.edges.draw(.mute, to: [item(other)], as: me, at: time(at), BulkMode()))
    case .unmute(let other):
      return try first(network.edges.remove(.mute, to: [item(other)], as: me, BulkMode()))
    case .unflag(let number):
      return try first(network.edges.remove(.flag, to: [item(number)], as: me, BulkMode()))
    case .keep(let number):
      return try first(network.posts.moderate([item(number)], keeping: true, BulkMode()))
    case .remove(let number):
      return try first(network.posts.moderate([item(number)], keeping: false, BulkMode()))
    case .see: preconditionFailure("Marks have no result.")
    }
  }

  private func id(_ number: Int) -> Post.ID { Post.ID(Int64(number)) }

  private func time(_ at: Int64) -> Moment { Moment(microseconds: at) }

  private func draft(
    _ text: String, _ isPrivate: Bool, _ at: Int64
  ) throws(ServiceError) -> PostDraft {
    guard let words = try? PostText(text),
      let draft = PostDraft(text: words, isPrivate: isPrivate, at: Moment(microseconds: at))
    else { throw .emptyPost }
    return draft
  }

  /// Reads in pages of three.
  package func talkState() throws -> TalkState {
    var state = TalkState()
    for profile in try all({ try network.users.find(nil, as: .nobody, $0) }) {
      let handle = profile.user.handle
      state.people[handle.text] = try person(handle)
    }
    for post in try all({ try network.posts.explore(as: .nobody, $0) }) {
      let mentions = post.mentions.map(\.text).joined(separator: ",")
      state.facts[post.number] =
        "\(post.likeCount) \(post.replyCount) \(post.repostCount) \(mentions)"
      guard post.replyTo == nil, post.reposts == nil else { continue }
      state.threads[post.number] = try all {
        try network.conversations.thread(of: post.id, as: .nobody, $0)
      }.map { "\($0.depth):\($0.post.map { "\($0.number)" } ?? "gone")" }
    }
    let uses = try all { try network.posts.hashtags($0) }
    let isSorted = zip(uses, uses.dropFirst()).allSatisfy {
      ($0.postCount, $0.lastAt) >= ($1.postCount, $1.lastAt)
    }
    #expect(isSorted)
    for use in uses {
      state.hashtags.append(
        "#\(use.tag.spelling) \(use.postCount) \(use.lastAt.microseconds)")
      let posts = try all { try network.posts.page(of: .hashtag(use.tag), as: .nobody, $0) }
      state.tagged["#\(use.tag.spelling)"] = posts.map(\.number)
    }
    state.hashtags.sort()
    return state
  }

  private func person(_ handle: Handle) throws -> TalkState.Person {
    let me = Viewer.named(handle)
    var person = TalkState.Person()
    person.replies = try all {
      try network.users.show(handle, tab: .replies, as: .nobody, $0).posts
    }.map(\.number)
    person.posts = try all {
      try network.posts.page(of: .posts(of: handle), as: .nobody, $0)
    }.map(\.number)
    #expect(try network.posts.count(of: .posts(of: handle), as: .nobody) == person.posts.count)
    person.bookmarks = try all { try network.posts.page(of: .bookmarks, as: me, $0) }
      .map(\.number)
    person.muted = try all { try network.edges.targets(.mute, of: nil, as: me, $0) }
      .map(\.user.handle.text)
    person.explored = try all { try network.posts.explore(as: me, $0) }.map(\.number)
    let notices = try all { try network.notices.page(for: me, NoticeService.allKinds, $0) }
    person.notices = notices.map {
      "\($0.kind) \($0.actor.text) \($0.post.map { "\($0.number)" } ?? "")"
    }
    person.newNotices = notices.count(where: \.isNew)
    #expect(try network.notices.count(for: me) == notices.count)
    #expect(try network.notices.unseen(by: me).count() == person.newNotices)
    return person
  }
}
