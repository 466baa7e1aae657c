import Model
import NetworkSupport
import Services
import Support
import Testing

/// Conversations of ana, bob and carl about a post of ana's.
@Suite(.onEachEngine) struct ConversationTests {
  let fixture: Fixture
  let driver: ServicesDriver
  var network: Network { fixture.network }

  init() throws {
    fixture = try Fixture("ana", "bob", "carl")
    driver = ServicesDriver(network: fixture.network)
    _ = try fixture.network.post("first", by: "ana", at: 1)
  }

  @discardableResult private func talk(_ handle: String, _ talk: Talk) -> String {
    driver.apply(.talk(handle, talk))
  }

  private func notices(of handle: String, only kinds: Set<Notice.Kind>? = nil) throws -> [String] {
    try all {
      try network.notices.page(
        for: .named(Handle(stored: handle)), kinds ?? NoticeService.allKinds, $0)
    }.map { "\($0.kind) \($0.actor.text) \($0.post?.number ?? 0)" }
  }

  private func thread(of number: Int64, as viewer: Viewer = .nobody) throws -> [String] {
    try all { try network.conversations.thread(of: Post.ID(number), as: viewer, $0) }
      .map { "\($0.depth) \($0.post?.text ?? "gone")" }
  }

  @Test func `a conversation is listed in pre-order, oldest answers first`() throws {
    talk("bob", .reply(1, text: "b", isPrivate: false, at: 20))
    talk("carl", .reply(1, text: "c", isPrivate: false, at: 30))
    talk("ana", .reply(2, text: "b1", isPrivate: false, at: 40))
    talk("ana", .reply(1, text: "old", isPrivate: false, at: 10))
    #expect(try thread(of: 4) == ["0 first", "1 old", "1 b", "2 b1", "1 c"])
    #expect(try network.conversations.conversation(of: 1, as: .nobody).visibleCount == 5)
    let view = try network.conversations.view(4, as: .nobody)
    #expect(view.above.map { $0.post?.text } == ["first", "b"])
    #expect(
      try network.conversations.view(1, as: .nobody).replies.map(\.text) == ["old", "b", "c"])
  }

  @Test func `the rest of a conversation keeps its depth`() throws {
    talk("bob", .reply(1, text: "b", isPrivate: false, at: 2))
    talk("carl", .reply(2, text: "c", isPrivate: false, at: 3))
    talk("ana", .reply(3, text: "d", isPrivate: false, at: 4))
    _ = try network.users.delete("carl")
    _ = try network.deletePost("bob", 2)
    #expect(try thread(of: 4) == ["0 first", "1 gone", "2 gone", "3 d"])
    _ = try network.deletePost("ana", 1)
    #expect(try thread(of: 4) == ["0 gone", "1 gone", "2 gone", "3 d"])
    #expect(throws: ServiceError.noSuchPost(1)) { try thread(of: 1) }
    #expect(try network.conversations.view(4, as: .nobody).above.map(\.post) == [nil, nil, nil])
    #expect(try network.posts.post(4, as: .nobody).item.replyTo == 3)
    #expect(try network.file.examine(isDeep: true) == [])
  }

  @Test func `answers below two deleted posts keep their depth, deepest deleted first`() throws {
    talk("bob", .reply(1, text: "b", isPrivate: false, at: 2))
    talk("carl", .reply(2, text: "c", isPrivate: false, at: 3))
    talk("ana", .reply(3, text: "d", isPrivate: false, at: 4))
    _ = try network.deletePost("carl", 3)
    _ = try network.deletePost("bob", 2)
    #expect(try thread(of: 4) == ["0 first", "1 gone", "2 gone", "3 d"])
    _ = try network.deletePost("ana", 4)
    #expect(try thread(of: 1) == ["0 first"])
    let gone = try fixture.column(
      onFile: "SELECT count(*) FROM gone_posts",
      onServer: "SELECT count(*) FROM profilectl.thread_posts WHERE author IS NULL")
    #expect(gone == ["0"])
  }

  @Test func `each page has the number of posts asked for, whatever is gone between them`() throws {
    for number in 2...5 {
      talk("bob", .reply(number - 1, text: "\(number)", isPrivate: false, at: Int64(number)))
    }
    for number in [2, 3] { _ = try network.deletePost("bob", number) }
    let shown = { (cursor: Cursor?) in
      try network.conversations.thread(of: 5, as: .nobody, PageRequest(limit: 1, after: cursor))
    }
    let first = try shown(nil)
    #expect(first.items.map(\.id) == [1])
    let second = try shown(first.next)
    #expect(second.items.map(\.id) == [2, 3, 4])
    #expect(second.items.compactMap(\.post?.id) == [4])
    let last = try shown(second.next)
    #expect(last.items.map(\.id) == [5])
    #expect(last.next == nil)
  }

  @Test func `an answer does not take the moment of a deleted one that left its place`() throws {
    talk("bob", .reply(1, text: "b", isPrivate: false, at: 2))
    talk("carl", .reply(2, text: "c", isPrivate: false, at: 3))
    _ = try network.deletePost("bob", 2)
    talk("bob", .reply(1, text: "again", isPrivate: false, at: 2))
    talk("carl", .reply(4, text: "below", isPrivate: false, at: 4))
    _ = try network.deletePost("bob", 4)
    #expect(try thread(of: 1) == ["0 first", "1 gone", "2 c", "1 gone", "2 below"])
    #expect(try network.file.examine(isDeep: true) == [])
  }

  @Test func `a post and a person make one notice`() throws {
    talk("bob", .reply(1, text: "@ana @carl @bob", isPrivate: false, at: 2))
    talk("bob", .quote(1, text: "@ana @ana", isPrivate: false, at: 3))
    talk("ana", .reply(1, text: "@ana", isPrivate: false, at: 4))
    #expect(try notices(of: "ana") == ["quote bob 3", "reply bob 2"])
    #expect(try notices(of: "carl") == ["mention bob 2"])
    #expect(try notices(of: "bob") == [])
    let mentions = try network.posts.post(2, as: .nobody).item.mentions
    #expect(mentions == ["ana", "carl", "bob"])
  }

  @Test func `a notice disappears with its cause`() throws {
    _ = try network.like("bob", 1, at: 2)
    talk("bob", .repost(1, at: 3))
    _ = try network.follow("bob", "ana")
    #expect(try notices(of: "ana") == ["follow bob 0", "repost bob 1", "like bob 1"])
    _ = try network.unlike("bob", 1)
    talk("bob", .unrepost(1))
    _ = try network.unfollow("bob", "ana")
    #expect(try notices(of: "ana") == [])
    talk("bob", .reply(1, text: "@carl", isPrivate: false, at: 5))
    talk("bob", .edit(3, text: "no", at: 6))
    #expect(try notices(of: "carl") == [])
    talk("bob", .edit(3, text: "@carl again", at: 7))
    #expect(try notices(of: "carl") == ["mention bob 3"])
    _ = try network.deletePost("ana", 1)
    #expect(try notices(of: "ana") == ["reply bob 3"])
  }

  @Test func `under a clock that stands still each notice is new once`() throws {
    for number in 1...5 {
      talk("bob", .reply(1, text: "\(number)", isPrivate: false, at: 9))
      _ = try network.like(number % 2 == 0 ? "bob" : "carl", number, at: 9)
      let new = try network.notices.unseen(by: "ana").first(9)
      #expect(new.entries.count == (number == 1 ? 2 : 1), "\(number)")
      if let last = new.entries.last {
        try network.notices.unseen(by: "ana").markSeen(upTo: last.item.createdAt)
      }
    }
    #expect(try network.notices.unseen(by: "ana").count() == 0)
  }

  @Test func `after a clock has stepped back by seconds, notices are new`() throws {
    let seconds: (Int64) -> Int64 = { $0 * 1_000_000 }
    func new() throws -> [String] {
      let unseen = network.notices.unseen(by: "ana")
      let new = try unseen.first(9).entries.map(\.item)
      if let last = new.last { try unseen.markSeen(upTo: last.createdAt) }
      return new.map { "\($0.kind) \($0.actor.text)" }
    }
    _ = try network.like("bob", 1, at: seconds(20))
    #expect(try new() == ["like bob"])
    _ = try network.like("carl", 1, at: seconds(10))
    talk("bob", .reply(1, text: "late", isPrivate: false, at: seconds(11)))
    #expect(try new().sorted() == ["like carl", "reply bob"])
    try network.notices.unseen(by: "ana").markAllSeen(at: Moment(seconds: 30))
    talk("carl", .repost(1, at: seconds(21)))
    #expect(try new() == ["repost carl"])
  }

  @Test(.tags(.ofFiles)) func `after a clock has stepped back, posts of a file are new`() throws {
    _ = try network.follow("ana", "bob")
    func new(at second: Int64) throws -> [Int] {
      let now = try network.timeline.present(at: Moment(seconds: second))
      let unseen = network.timeline.unseen(by: "ana", now: now)
      let new = try unseen.first(9).entries.map(\.item)
      if let last = new.last { try unseen.markSeen(upTo: last.createdAt) }
      return new.map(\.number)
    }
    func post(at second: Int64) throws {
      let draft = PostDraft(text: try PostText("words"), isNow: true, at: Moment(seconds: second))
      _ = try network.posts.publish(try #require(draft), as: "bob")
    }
    try post(at: 20)
    #expect(try new(at: 20) == [2])
    try post(at: 10)
    #expect(try new(at: 11) == [3])
    talk("bob", .repost(1, at: 12_000_000))
    #expect(try new(at: 13) == [4])
  }

  @Test func `mutes and reports hide, and what they hid comes back`() throws {
    _ = try network.follow("ana", "bob")
    _ = try network.post("by carl", by: "carl", at: 2)
    talk("bob", .repost(2, at: 3))
    talk("carl", .reply(1, text: "hm", isPrivate: false, at: 4))
    func timeline() throws -> [Int] {
      try all { try network.timeline.home(of: "ana", $0) }.map(\.number)
    }
    #expect(try timeline() == [3, 1])
    talk("ana", .mute("carl", at: 5))
    #expect(try timeline() == [1])
    #expect(try network.timeline.count(of: "ana") == 1)
    #expect(try notices(of: "ana") == [])
    talk("ana", .unmute("carl"))
    _ = driver.apply(.flag("ana", 3))
    #expect(try timeline() == [1])
    #expect(try network.posts.post(2, as: "ana").item.viewed.isReported)
    talk("ana", .keep(2))
    #expect(try timeline() == [3, 1])
    #expect(try notices(of: "ana") == ["reply carl 4"])
  }

  @Test func `nothing of a private post reaches others`() throws {
    talk("ana", .reply(1, text: "secret @bob #hid", isPrivate: true, at: 2))
    talk("ana", .quote(1, text: "secret @bob #hid", isPrivate: true, at: 3))
    _ = try network.post("secret @bob #hid", by: "ana", isPrivate: true, at: 4)
    talk("ana", .reply(4, text: "more", isPrivate: false, at: 5))
    for viewer in [Viewer.nobody, "bob"] {
      #expect(try thread(of: 1, as: viewer) == ["0 first"])
      #expect(try network.conversations.view(1, as: viewer).replies == [])
      #expect(try network.conversations.view(1, as: viewer).post.item.replyCount == 0)
      for number in 2...5 as ClosedRange<Int64> {
        #expect(throws: ServiceError.noSuchPost(Post.ID(number))) {
          try thread(of: number, as: viewer)
        }
      }
      let search = try PostSearch("secret")
      #expect(try network.posts.count(of: .search(search), as: viewer) == 0)
    }
    #expect(try network.posts.hashtags(PageRequest(limit: 9)).entries == [])
    #expect(try notices(of: "bob") == [])
    for number in 2...5 {
      for deed in [
        Talk.reply(number, text: "x", isPrivate: false, at: 9), .repost(number, at: 9),
        .quote(number, text: "x", isPrivate: true, at: 9), .bookmark(number, at: 9),
        .unflag(number), .unrepost(number), .keep(number), .edit(number, text: "x", at: 9),
      ] { #expect(talk("bob", deed) == "no_such_post") }
    }
    #expect(talk("ana", .repost(4, at: 9)) == "not_permitted")
    #expect(talk("ana", .quote(4, text: "x", isPrivate: false, at: 9)) == "not_permitted")
    #expect(try network.counts(of: "ana").posts == 1)
    #expect(try fixture.faults() == [])
  }

  @Test func `filters keep a period, and leave out answers and reposts`() throws {
    talk("bob", .reply(1, text: "answer", isPrivate: false, at: 20))
    talk("bob", .repost(1, at: 30))
    _ = try network.post("last", by: "bob", at: 40)
    func numbers(_ filter: PostFilter) throws -> [[Int]] {
      let request = PageRequest(limit: 9, filter: filter)
      let lists = [
        try network.posts.explore(as: .nobody, request),
        try network.timeline.home(of: "bob", request),
        try network.posts.page(of: .posts(of: "bob"), as: .nobody, request),
      ]
      #expect(try network.timeline.count(of: "bob", filter) == lists[1].entries.count)
      return lists.map { $0.items.map(\.number) }
    }
    #expect(try numbers(PostFilter(hidesReplies: true)) == [[4, 3, 1], [4, 3], [4, 3]])
    #expect(try numbers(PostFilter(hidesReposts: true)) == [[4, 2, 1], [4, 2], [4, 2]])
    let period = PostFilter(since: Moment(microseconds: 20), until: Moment(microseconds: 40))
    #expect(try numbers(period) == [[3, 2], [3, 2], [3, 2]])
  }
}
