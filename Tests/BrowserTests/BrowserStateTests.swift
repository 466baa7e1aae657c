import Browser
import Keys
import Model
import Rendering
import Testing

@Suite struct BrowserStateTests {
  @Test func `the chosen tile stays in the window while the header scrolls away`() {
    var browser = BrowserFixture()
    for _ in 0..<40 {
      browser.press(.down)
      let layout = browser.layout
      let rows = layout.rows(browser.place.selected)
      let top = layout.listTop(at: browser.place.offset)
      #expect(top + rows.lowerBound >= layout.regionTop(at: browser.place.offset))
      #expect(top + rows.upperBound <= layout.window || rows.count > layout.window / 2)
    }
    #expect(browser.place.selected == 27)
    #expect(browser.place.offset == browser.layout.lastOffset)
    for _ in 0..<40 { browser.press(.up) }
    #expect(browser.place.offset == 0)
  }

  @Test func `the banner is blurred once, also if the profile changes`() throws {
    var browser = BrowserFixture(depth: .trueColor, header: .threeState)
    func steps() throws -> BannerCache {
      try #require(BrowserView(browser.state, browser.drawings).page.banner)
    }
    let first = try steps()
    for _ in 0..<5 { browser.press(.wheelDown) }
    browser.show(
      BrowserFixture.profile("ana", "Ana L.", isFollowed: false), BrowserFixture.posts(1...31))
    browser.press(.character("H"))
    #expect(try steps() === first)
    browser.feed(.resized(columns: 100, rows: 30))
    #expect(try steps() !== first)
  }

  @Test func `what a wheel takes out of sight is no longer chosen`() {
    var browser = BrowserFixture()
    browser.press(.right)
    for wheel in [KeyPress.wheelDown, .wheelUp] {
      for _ in 0..<30 {
        browser.press(wheel)
        let (layout, offset) = (browser.layout, browser.place.offset)
        let rows = layout.rows(browser.place.selected)
        let top = layout.listTop(at: offset)
        #expect(top + rows.upperBound > layout.regionTop(at: offset))
        #expect(top + rows.lowerBound < layout.window)
        #expect(browser.place.selected % layout.columns == 1)
      }
    }
    #expect(browser.place.offset == 0)
  }

  @Test func `h j k l move in the grid, and L likes`() {
    var browser = BrowserFixture()
    browser.type("ll")
    #expect(browser.place.selected == 2 && browser.effects.isEmpty)
    browser.type("jhk")
    #expect(browser.place.selected == 1)
    #expect(browser.rows.dropLast().last?.contains("L like") == true)
    browser.type("L")
    #expect(browser.effects == [.carryOut(.like(Post.ID(29)))])
    // Nothing is to the right of a single post, so `l` likes it.
    let post = BrowserFixture.page(BrowserFixture.posts(1...1))
    browser.type("t")
    browser.feed(.loaded(page: browser.state.page.id, .feed(post, ThumbnailSet(), after: nil)))
    browser.type("l")
    #expect(browser.effects == [.carryOut(.like(Post.ID(1)))])
  }

  @Test(arguments: [(80, 24, 3), (120, 40, 3), (140, 60, 4), (200, 60, 5), (300, 100, 6)])
  func `the grid has as many columns as keep its tiles small`(width: Int, rows: Int, columns: Int) {
    #expect(BrowserFixture(columns: width, rows: rows).layout.columns == columns)
  }

  @Test func `in a wide window that is low, a whole tile can be seen`() {
    let layout = BrowserFixture(columns: 120, rows: 24).layout
    #expect(layout.columns == 4)
    #expect(GridLayout(width: 120, columns: 4).pictureHeight + 4 <= layout.window)
  }

  @Test func `the last line says what the key would do to the chosen user`() {
    var browser = BrowserFixture()
    browser.type("p")
    let people = [
      BrowserFixture.ana, BrowserFixture.profile("carl", "Carl"), BrowserFixture.me,
    ]
    let entries = people.map { Entry($0, at: Cursor(.user, $0.user.id.number)) }
    browser.feed(
      .loaded(
        page: browser.state.page.id, .people(Page(entries: entries, next: nil), after: nil)))
    #expect(browser.rows.dropLast().last?.contains("f unfollow") == true)
    browser.press(.down)
    #expect(browser.rows.dropLast().last?.contains("f follow") == true)
    browser.press(.down)
    #expect(browser.rows.dropLast().last?.contains("f follow") == false)
    #expect(browser.rows.dropLast().last?.contains("F followers") == true)
  }

  @Test func `in the smallest window the keys can be read and left`() {
    var browser = BrowserFixture(columns: 20, rows: 6)
    browser.type("?")
    #expect(browser.rows.dropLast().last == "@bob   Esc back")
    #expect(browser.rows.dropFirst(3).prefix(2) == ["   Up k", "     Move up; at"])
  }

  @Test(arguments: [(19, 6), (200, 5), (12, 3), (5, 2), (1, 1)])
  func `a window that is too small says so in one line`(columns: Int, rows: Int) {
    let told = BrowserFixture(columns: columns, rows: rows).rows.filter { !$0.isEmpty }
    #expect(told.count == 1 && told[0].count <= columns, "\(told)")
  }

  @Test func `in a window that shows nothing no key acts, and one can leave`() {
    var browser = BrowserFixture(columns: 19, rows: 6)
    let before = browser.effects.count
    browser.type("fLj:x?")
    browser.press(.enter, .tab, .wheelDown, .click(x: 3, y: 3))
    #expect(browser.effects.count == before)
    #expect(browser.state.panel == nil && browser.state.pages.count == 1)
    browser.type("q")
    #expect(browser.state.ending == .left)
  }

  @Test(arguments: [40, 80, 120])
  func `a record has no line that begins with a comma`(columns: Int) {
    var posts = BrowserFixture.posts(1...1)
    posts[0].image = Image(
      width: 240, height: 312, bytes: 20_483, hash: String(repeating: "f5e9", count: 16))
    var browser = BrowserFixture(posts: posts, columns: columns, rows: 30)
    browser.type("i")
    let rows = browser.rows.map { $0.drop { $0 == " " } }
    #expect(rows.contains("\"width\": 240,"))
    #expect(!rows.contains { $0.hasPrefix(",") })
  }

  @Test func `each tab keeps its place`() {
    var browser = BrowserFixture()
    browser.press(.end)
    let posts = browser.place
    browser.press(.tab)
    #expect(
      browser.effects == [
        .load(
          page: 0, .profile(BrowserFixture.subject("ana"), .replies), count: BrowserState.batch)
      ])
    browser.press(.tab)
    #expect(
      browser.effects == [
        .load(page: 0, .profile(BrowserFixture.subject("ana"), .likes), count: BrowserState.batch)
      ])
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...20), tab: .likes)
    browser.press(.down)
    let likes = browser.place
    #expect(likes != posts)
    browser.press(.character("1"))
    #expect(browser.place == posts)
    browser.press(.character("3"))
    #expect(browser.place == likes)
    // Pages of other users have three tabs.
    browser.press(.character("4"))
    #expect(browser.place == likes)
  }

  @Test func `the chosen post stays chosen when others come before it`() {
    var browser = BrowserFixture()
    browser.press(.right, .right)
    #expect(browser.state.page.chosenPost?.id == Post.ID(28))
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...31))
    #expect(browser.state.page.chosenPost?.id == Post.ID(28))
  }

  @Test func `an answer that changes nothing costs nothing`() {
    var browser = BrowserFixture()
    let before = browser.frame
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...30))
    let after = browser.frame
    #expect(FrameEncoder.bytes(from: before, to: after).isEmpty)
  }

  @Test func `no key hits the post that takes the place of a vanished page and its row`() {
    var browser = BrowserFixture()
    browser.press(.enter, at: 1_000_000)
    browser.feed(.failed(page: 1, "There is no post #30.", isGone: true), at: 2_000_000)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...29), at: 2_400_000)
    for letter in ["L", "r", "R", "b", "u"] as [Character] {
      browser.press(.character(letter), at: 2_800_000)
      #expect(browser.effects.isEmpty && browser.state.pages.count == 1)
      #expect(browser.state.panel == nil)
    }
    browser.press(.character("L"), at: 2_900_000)
    #expect(browser.effects == [.carryOut(.like(Post.ID(29)))])
  }

  @Test func `the page below a removed page ignores keys meant for that page`() {
    var browser = BrowserFixture()
    browser.press(.enter, at: 1_000_000)
    browser.feed(
      .failed(page: browser.state.page.id, "There is no post #30.", isGone: true), at: 1_100_000)
    #expect(browser.state.pages.count == 1)
    browser.press(.character("f"), at: 1_200_000)
    #expect(browser.effects.isEmpty)
    browser.press(.character("q"), at: 1_200_000)
    #expect(browser.state.ending == nil)
    browser.press(.character("f"), at: 1_700_000)
    #expect(browser.effects == [.carryOut(.unfollow(BrowserFixture.person("ana")))])
    browser.press(.control("c"), at: 1_200_000)
    #expect(browser.state.ending == .interrupted)
  }

  @Test func `one goes somewhere and comes back to where one was`() {
    var browser = BrowserFixture()
    browser.press(.down, .right)
    let place = browser.place
    browser.press(.enter)
    guard case .load(_, .post(let id), _, _) = browser.effects.first else {
      Issue.record("\(browser.effects)")
      return
    }
    #expect(id == Post.ID(26))
    browser.press(.escape)
    #expect(browser.place == place && browser.state.ending == nil)
    browser.press(.character("q"))
    #expect(browser.state.ending == nil)
    #expect(browser.rows[23].contains("q leaves; any other key stays"))
    browser.press(.up, .character("q"))
    #expect(browser.state.ending == nil)
    browser.press(.character("q"))
    #expect(browser.state.ending == .left)
  }

  @Test func `a page that is asked for where it is on top is read again`() {
    var browser = BrowserFixture()
    browser.type("ttt")
    #expect(browser.effects.count == 1 && browser.state.pages.count == 2)
    browser.type("p")
    browser.type("p")
    #expect(browser.state.pages.count == 3)
    // Tab switches from the timeline to the posts of all users, and `t` back.
    browser.press(.escape, .tab, .character("t"))
    #expect(browser.state.pages.count == 3)
  }

  @Test func `Esc removes an alert, and does not leave`() {
    var browser = BrowserFixture()
    browser.press(.character("m"), .escape)
    #expect(browser.state.alert == nil && browser.state.ending == nil)
    browser.press(.escape)
    #expect(browser.state.ending == nil)
  }

  @Test func `follow and like ask for the opposite of the present state`() {
    var browser = BrowserFixture()
    browser.press(.character("f"))
    #expect(browser.effects == [.carryOut(.unfollow(BrowserFixture.person("ana")))])
    browser.press(.character("L"))
    #expect(browser.effects == [.carryOut(.like(Post.ID(30)))])
    var nobody = BrowserFixture(me: nil)
    nobody.press(.character("f"))
    #expect(nobody.effects.isEmpty && nobody.state.alert?.isTrouble == true)
    var own = BrowserFixture(BrowserFixture.me)
    own.press(.character("f"))
    #expect(own.effects.isEmpty && own.state.alert?.isTrouble == true)
  }

  @Test func `without a login no hint offers a verb`() {
    var browser = BrowserFixture(me: nil)
    #expect(browser.rows[23].hasPrefix("nobody   :login NAME   Enter open   Tab tabs"))
    browser.press(.enter)
    let post = Entry(BrowserFixture.posts(30...30)[0], at: Cursor(.post, 30))
    browser.feed(.loaded(page: 1, .post(ViewedPost(post: post, likers: []), ThumbnailSet())))
    #expect(browser.rows[23].hasPrefix("nobody   :login NAME   u author"))
    #expect(BrowserFixture().rows[23].contains("f unfollow   L like"))
  }

  @Test func `nothing moves by itself at rest, and everything that moves comes to rest`() {
    var browser = BrowserFixture(hasMotion: true)
    #expect(browser.state.pause == nil)
    browser.press(.down, .down)
    #expect(browser.state.pause != nil)
    browser.feed(.tick, at: 2_000_000)
    #expect(browser.state.pause == nil)
    browser.press(.home, .up, at: 3_000_000)
    #expect(browser.state.shownOffset < 0)
    browser.feed(.tick, at: 6_000_000)
    #expect(browser.state.pause == nil && browser.state.shownOffset == 0)
    browser.press(.character("H"), at: 7_000_000)
    #expect(browser.state.alert != nil)
    browser.feed(.tick, at: 20_000_000)
    #expect(browser.state.alert == nil && browser.state.pause == nil)
  }

  @Test func `without motion states snap`() {
    var browser = BrowserFixture()
    browser.press(.down, .down)
    #expect(browser.state.motion.animation == nil)
    browser.press(.home, .up)
    #expect(browser.state.shownOffset == 0)
  }

  @Test func `a page that can't be had gives way to the one before`() {
    var browser = BrowserFixture()
    browser.press(.character("p"))
    browser.feed(.failed(page: browser.state.page.id, "It is gone."))
    #expect(browser.state.pages.count == 1 && browser.state.alert?.isTrouble == true)
    // The first page stays even without its content.
    browser.feed(.failed(page: 0, "It is gone."))
    #expect(browser.state.pages.count == 1)
  }

  @Test func `the page of a deleted thing is left with an alert`() {
    var browser = BrowserFixture()
    browser.press(.character("u"), .enter)
    let post = Entry(BrowserFixture.posts(30...30)[0], at: Cursor(.post, 1))
    browser.feed(.loaded(page: 1, .post(ViewedPost(post: post, likers: []), ThumbnailSet())))
    browser.feed(.changed)
    browser.feed(.failed(page: 1, "There is no post #30.", isGone: true))
    #expect(
      browser.state.pages.map(\.id) == [0] && browser.state.alert?.text == "Post #30 is gone.")
    #expect(browser.state.alert?.isTrouble == true)
    #expect(
      browser.effects == [
        .load(page: 0, .profile(BrowserFixture.subject("ana"), .posts), count: 30)
      ])
    // No page precedes the first one, so the list of all users replaces it.
    browser.feed(.failed(page: 0, "There is no user @ana.", isGone: true))
    #expect(browser.state.pages.count == 1 && browser.state.me != nil)
    #expect(
      browser.effects == [.load(page: 2, .people(matching: nil), count: 24)]
    )
  }

  @Test func `posts of others name their author on the tab of likes`() {
    var browser = BrowserFixture(BrowserFixture.me, posts: [])
    browser.press(.character("3"))
    browser.show(BrowserFixture.me, BrowserFixture.posts(1...3), tab: .likes)
    // On a tile the handle stands alone, in a header before facts.
    func namesAuthor(_ rows: [String]) -> Bool {
      rows.contains { $0.contains("@ana") && !$0.contains("·") }
    }
    #expect(namesAuthor(browser.rows))
    var own = BrowserFixture()
    own.press(.end)
    #expect(!namesAuthor(own.rows))
  }

  @Test func `an empty tab names the key that writes a post`() {
    var (me, ana) = (BrowserFixture.me, BrowserFixture.ana)
    (me.user.counts.posts, ana.user.counts.posts) = (0, 0)
    let browser = BrowserFixture(me, posts: [])
    #expect(browser.rows.contains { $0.contains("No posts yet. c writes one.") })
    let other = BrowserFixture(ana, posts: [])
    #expect(other.rows.contains { $0.contains("See what others write: :explore") })
  }

  @Test func `a tab of posts that are all replies names the other tab`() {
    let browser = BrowserFixture(posts: [])
    #expect(
      browser.rows.contains {
        $0.contains("All posts of @ana are replies. Show them: :show ana --tab replies")
      })
  }

  @Test func `names are bold without colours too, and nothing has one`() {
    var browser = BrowserFixture()
    browser.state.traits.isBoldWithoutColor = true
    browser.feed(.resized(columns: 81, rows: 24))
    let canvas = browser.frame.canvas
    let cells = (0..<canvas.height).flatMap { y in (0..<canvas.width).map { canvas[$0, y] } }
    #expect(Set(cells.map(\.paint)) == [.plain, Paint(.standard, .bold)])
  }

  @Test func `a key has one meaning`() {
    let bindings = KeyTable.groups.flatMap(\.bindings)
    let keys = bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let actions = bindings.compactMap(\.action)
    #expect(Set(actions).count == actions.count)
    #expect(bindings.allSatisfy { $0.keys.isEmpty == ($0.action == nil) })
  }

  @Test(arguments: [(20, 6), (19, 6), (20, 5), (1, 1), (40, 12), (80, 24), (300, 100)])
  func `any size is drawn, and any change of it`(columns: Int, rows: Int) {
    for style in HeaderStyle.allCases {
      var browser = BrowserFixture(header: style)
      browser.press(.pageDown)
      browser.feed(.resized(columns: columns, rows: rows))
      for key in [KeyPress.down, .pageDown, .end, .pageUp, .home, .character("?")] {
        browser.press(key)
        let canvas = browser.frame.canvas
        #expect(canvas.width == columns && canvas.height == rows)
        let isSeen = browser.showsChosen || browser.place.offset == 0
        #expect(isSeen, "\(style) \(key) \(browser.place)")
      }
    }
  }
}
