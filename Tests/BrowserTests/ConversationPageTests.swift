import Browser
import Model
import Rendering
import Support
import Testing

/// Tests posts with answers, threads and notifications.
@Suite struct ConversationPageTests {
  private static let start: Int64 = 1_767_300_000

  private static func post(
    _ id: Int64, _ author: String, _ text: String, replyTo: (Int64, String)? = nil,
    likes: Int = 0, isEdited: Bool = false
  ) -> Post {
    Post(
      id: Post.ID(id), author: Handle(stored: author), text: text,
      replyTo: replyTo.map { Post.ID($0.0) }, conversation: Post.ID(1), likeCount: likes,
      createdAt: Moment(seconds: start + id * 60),
      editedAt: isEdited ? Moment(seconds: start + id * 90) : nil,
      answered: replyTo.map { Handle(stored: $0.1) })
  }

  private static let first = post(1, "ana", "Who saved me a crust?", likes: 2)
  private static let second = post(
    2, "carl", "Not me. It was gone at noon, and the second loaf with it.", replyTo: (1, "ana"))
  private static let third = post(
    3, "bob", "I did, it is in the tin.", replyTo: (2, "carl"), isEdited: true)
  private static let fourth = post(4, "dora", "Me too!", replyTo: (1, "ana"))

  private static var quoting: Post {
    var post = post(6, "ana", "This is why I bake.")
    post.quotes = Post.ID(3)
    post.referenced = third
    return post
  }

  private static var reposting: Post {
    var post = post(7, "carl", "")
    post.reposts = Post.ID(6)
    post.referenced = quoting
    return post
  }

  private static let tree: [ListRow] = [
    .conversation(ConversationPost(id: first.id, depth: 0, post: first)),
    .conversation(ConversationPost(id: second.id, depth: 1, post: second)),
    .conversation(ConversationPost(id: third.id, depth: 2, post: third)),
    .conversation(ConversationPost(id: Post.ID(5), depth: 2, post: nil)),
    .conversation(ConversationPost(id: fourth.id, depth: 1, post: fourth)),
  ]

  private static let notices: [ListRow] = [
    .notice(notice(.reply, "carl", second, isNew: true)),
    .notice(notice(.quote, "ana", quoting, isNew: true)),
    .notice(notice(.like, "dora", third)),
    .notice(notice(.follow, "dora", nil)),
  ]

  private static func notice(
    _ kind: Notice.Kind, _ actor: String, _ post: Post?, isNew: Bool = false
  ) -> Notice {
    Notice(
      kind: kind, actor: Handle(stored: actor), post: post,
      createdAt: Moment(seconds: start + 3_600), isNew: isNew)
  }

  private static var answer: LoadedPage {
    var page = LoadedPage()
    page.rows = [
      .conversation(ConversationPost(id: first.id, depth: 0, post: first)),
      .viewed(
        ViewedPost(post: Entry(second, at: Cursor(.post, 2)), likers: [Handle(stored: "ana")])),
      .conversation(ConversationPost(id: third.id, depth: 1, post: third)),
    ]
    page.selected = 1
    return page
  }

  private func browser(
    showing source: PageSource, _ rows: [ListRow], columns: Int = 80, rows height: Int = 24
  ) -> BrowserFixture {
    var page = LoadedPage()
    page.rows = rows
    return browser(showing: source, page, columns: columns, rows: height)
  }

  private func browser(
    showing source: PageSource, _ loaded: LoadedPage, columns: Int = 80, rows: Int = 24
  ) -> BrowserFixture {
    var browser = BrowserFixture(columns: columns, rows: rows)
    _ = browser.state.push(source)
    browser.feed(.loaded(page: browser.state.page.id, loaded))
    return browser
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `a thread is a tree with rails`(columns: Int, rows: Int) {
    let browser = browser(
      showing: .conversation(Post.ID(1)), Self.tree, columns: columns, rows: rows)
    Golden.expect(browser.rows.joined(separator: "\n"), "\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `notifications say who did what`(columns: Int, rows: Int) {
    let browser = browser(showing: .notices, Self.notices, columns: columns, rows: rows)
    Golden.expect(browser.rows.joined(separator: "\n"), "\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `a post stands between what it answers and its answers`(columns: Int, rows: Int) {
    let browser = browser(showing: .post(Post.ID(2)), Self.answer, columns: columns, rows: rows)
    Golden.expect(browser.rows.joined(separator: "\n"), "\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `a repost has a line above, and a quote stands in a frame`(columns: Int, rows: Int) {
    let browser = browser(
      showing: .timeline, [.post(Self.reposting), .post(Self.third)], columns: columns, rows: rows)
    Golden.expect(browser.rows.joined(separator: "\n"), "\(columns)x\(rows)")
  }

  @Test func `a key on a repost means what it repeats`() {
    var browser = browser(showing: .timeline, [.post(Self.reposting)])
    browser.press(.character("L"))
    #expect(browser.effects == [.carryOut(.like(Post.ID(6)))])
    browser.type("rYes")
    browser.press(.control("d"))
    #expect(browser.effects == [.carryOut(.verb("reply", .post(Post.ID(6)), text: "Yes"))])
    browser.press(.character("u"))
    #expect(
      browser.state.page.source
        == .profile(.author(of: Post.ID(6), Handle(stored: "ana")), .posts))
  }

  @Test func `the post itself is chosen on its page, and Enter shows who likes it`() {
    var browser = browser(showing: .post(Post.ID(2)), Self.answer)
    #expect(browser.state.page.chosenPost?.id == Post.ID(2))
    browser.press(.enter)
    #expect(browser.state.page.source == .likers(Post.ID(2)))
    browser.press(.escape, .up, .enter)
    #expect(browser.state.page.source == .post(Post.ID(1)))
  }

  @Test func `Tab goes from a post to its whole thread and back`() {
    var browser = browser(showing: .post(Post.ID(2)), Self.answer)
    browser.press(.tab)
    #expect(browser.state.page.source == .conversation(Post.ID(2)))
    browser.press(.tab)
    #expect(browser.state.page.source == .post(Post.ID(2)))
  }

  @Test func `a notice opens its post or its person, and can be answered`() {
    var browser = browser(showing: .notices, Self.notices)
    browser.type("rIndeed")
    browser.press(.control("d"))
    #expect(browser.effects == [.carryOut(.verb("reply", .post(Post.ID(2)), text: "Indeed"))])
    browser.press(.enter)
    #expect(browser.state.page.source == .post(Post.ID(2)))
    browser.press(.escape, .end, .enter)
    #expect(browser.state.page.source == .profile(.named(Handle(stored: "dora")), .posts))
  }

  @Test func `new notices are counted in the last line until their page is left`() {
    var browser = BrowserFixture()
    browser.feed(.looking(BrowserFixture.person("bob"), news: 3))
    #expect(browser.rows[23].hasSuffix("   n 3 new"))
    browser.press(.character("n"))
    #expect(browser.state.page.source == .notices)
    var page = LoadedPage()
    page.rows = Self.notices
    browser.feed(.loaded(page: browser.state.page.id, page))
    browser.press(.escape)
    #expect(
      browser.effects.first == .carryOut(.markNotices(upTo: Moment(seconds: Self.start + 3_600))))
  }

  @Test func `posts of the timeline are read that were on the screen when it is left`() {
    var browser = browser(showing: .timeline, BrowserFixture.posts(1...30).map(ListRow.post))
    browser.press(.end)
    var page = LoadedPage()
    page.rows = BrowserFixture.posts(1...31).map(ListRow.post)
    browser.feed(.loaded(page: browser.state.page.id, page))
    browser.press(.escape)
    let times = Moment(seconds: 1_767_000_001)...Moment(seconds: 1_767_000_030)
    #expect(browser.effects == [.carryOut(.markTimeline(times))])
  }

  @Test(arguments: [("R", "repost", "unrepost"), ("b", "bookmark", "unbookmark")])
  func `a key does a deed or its opposite`(key: String, verb: String, opposite: String) {
    var post = Self.first
    var browser = browser(showing: .timeline, [.post(post)])
    browser.type(key)
    #expect(browser.effects == [.carryOut(.verb(verb, .post(post.id)))])
    post.viewed.isReposted = true
    post.viewed.isBookmarked = true
    var other = self.browser(showing: .timeline, [.post(post)])
    other.type(key)
    #expect(other.effects == [.carryOut(.verb(opposite, .post(post.id)))])
  }

  @Test func `M mutes a person, or the author of a post`() {
    var browser = BrowserFixture()
    browser.type("M")
    #expect(
      browser.effects == [.carryOut(.verb("mute", .person(BrowserFixture.person("ana"))))])
    var timeline = self.browser(showing: .timeline, [.post(Self.second)])
    timeline.type("M")
    #expect(timeline.effects == [.carryOut(.verb("mute", nil, text: "carl"))])
  }

  @Test func `M right after M on a row unmutes the same author`() {
    var timeline = browser(showing: .timeline, [.post(Self.second), .post(Self.first)])
    timeline.type("M")
    var page = LoadedPage()
    page.rows = [.post(Self.first)]
    timeline.feed(.loaded(page: timeline.state.page.id, page))
    timeline.press(.character("M"), at: 1_000_000)
    #expect(timeline.effects == [.carryOut(.verb("unmute", nil, text: "carl"))])
    timeline.press(.character("M"), at: 2_000_000)
    #expect(timeline.effects == [.carryOut(.verb("mute", nil, text: "ana"))])
  }

  @Test func `f follows the author of a row, as M mutes them`() {
    var timeline = browser(showing: .timeline, [.post(Self.second)])
    timeline.type("f")
    #expect(timeline.effects == [.carryOut(.verb("follow", nil, text: "carl"))])
    var page = browser(showing: .post(Post.ID(2)), Self.answer)
    page.press(.down)
    page.type("f")
    #expect(page.effects.isEmpty && page.state.alert?.text == "Nobody follows themself.")
  }

  @Test func `the title of a repost names the post that is shown`() {
    var page = LoadedPage()
    let quoting = Entry(Self.quoting, at: Cursor(.post, 6))
    page.rows = [.viewed(ViewedPost(post: quoting, likers: []))]
    let browser = browser(showing: .post(Post.ID(7)), page)
    #expect(browser.rows[0].hasPrefix(" Post #6 "))
  }

  @Test func `a short post stands on a tile in a high window`() {
    for (size, isSet) in [((200, 60), true), ((80, 24), false)] {
      var page = LoadedPage()
      let first = Entry(Self.first, at: Cursor(.post, 1))
      page.rows = [.viewed(ViewedPost(post: first, likers: []))]
      let browser = browser(showing: .post(Post.ID(1)), page, columns: size.0, rows: size.1)
      #expect((browser.layout.rows(0).count > size.1 / 2) == isSet)
      #expect(browser.rows.filter { $0.contains("Who saved me a crust?") }.count == 1)
    }
  }

  @Test func `a text that was sent is chosen when it arrives`() {
    var browser = browser(showing: .post(Post.ID(2)), Self.answer)
    browser.type("rMore")
    browser.press(.control("d"))
    let request = CommandRequest.verb("reply", .post(Post.ID(2)), text: "More")
    let me = BrowserFixture.person("bob")
    browser.feed(.answered(CommandAnswer(to: request, output: "Posted #9.\n", viewer: me)))
    var page = Self.answer
    let reply = Self.post(9, "bob", "More", replyTo: (2, "carl"))
    page.rows.append(.conversation(ConversationPost(id: reply.id, depth: 1, post: reply)))
    browser.feed(.loaded(page: browser.state.page.id, page))
    #expect(browser.state.page.chosenPost?.id == Post.ID(9))
    browser.press(.enter)
    #expect(browser.state.page.source == .post(Post.ID(9)))
  }

  @Test func `a row taller than the window is scrolled before the next one is chosen`() {
    var long = Self.second
    long.text = (1...60).map { "Line \($0)" }.joined(separator: "\n")
    var page = LoadedPage()
    page.rows = [
      .viewed(ViewedPost(post: Entry(long, at: Cursor(.post, 2)), likers: [])),
      .conversation(ConversationPost(id: Self.third.id, depth: 1, post: Self.third)),
    ]
    var browser = browser(showing: .post(Post.ID(2)), page)
    browser.press(.down, .down)
    #expect(browser.place.selected == 0 && browser.place.offset == 2)
    for _ in 0..<80 { browser.press(.down) }
    #expect(browser.place.selected == 1)
  }
}
