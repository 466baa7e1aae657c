import Browser
import Keys
import Model
import Rendering
import Testing

/// Tests lists of which only a part is loaded.
@Suite struct BrowserListTests {
  @Test(arguments: [nil, BrowserFixture.person("bob")])
  func `without a login there is no timeline`(me: UserReference?) {
    var browser = BrowserFixture(me: me)
    browser.press(.character("t"))
    if me != nil { browser.press(.tab) }
    let page = BrowserFixture.page(BrowserFixture.posts(1...3))
    browser.feed(.loaded(page: browser.state.page.id, .feed(page, ThumbnailSet(), after: nil)))
    #expect(browser.rows[0].contains("Everybody's posts"))
    #expect(browser.rows[0].contains("Tab: timeline") == (me != nil))
  }

  @Test func `the first row of an empty list ignores keys at first, and a new page does not`() {
    var browser = BrowserFixture(posts: [])
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...1), at: 1_000_000)
    browser.press(.character("L"), at: 1_400_000)
    #expect(browser.effects == [])
    browser.press(.character("L"), at: 1_500_000)
    #expect(browser.effects == [.carryOut(.like(Post.ID(1)))])
    browser.press(.character("3"), at: 3_000_000)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(2...2), tab: .likes, at: 3_010_000)
    browser.press(.character("L"), at: 3_020_000)
    #expect(browser.effects == [.carryOut(.like(Post.ID(2)))])
  }

  @Test(arguments: ["L", "u", "3", "x", "f"])
  func `a letter that can't do anything says so`(letter: Character) {
    var browser = BrowserFixture()
    browser.press(.character(letter == "f" ? "t" : "p"))
    browser.press(.character(letter))
    #expect(browser.effects == [])
    #expect(
      browser.state.alert?.text
        == "'\(SafeText(String(letter)))' does nothing here; ? shows the keys.")
  }

  @Test(arguments: HeaderStyle.allCases, [KeyPress.pageDown, .character("G"), .wheelDown])
  func `a page keeps its place, by any way back to it`(header: HeaderStyle, way: KeyPress) {
    for leaving in [KeyPress.character("?"), .character("2"), .character("t"), .enter] {
      var browser = BrowserFixture(header: header)
      for _ in 0..<3 { browser.press(way) }
      let place = browser.place
      #expect(place.offset > 0)
      browser.press(leaving)
      browser.press(leaving == .character("2") ? .character("1") : .escape)
      #expect(browser.place == place, "\(leaving)")
    }
  }

  @Test func `the chosen row stays in sight when the window and the page change`() {
    for size in [(60, 20), (80, 12), (20, 6)] {
      for leaving in [KeyPress.character("?"), .character("2"), .character("t"), nil] {
        var browser = BrowserFixture()
        browser.feed(.resized(columns: 120, rows: 40))
        browser.press(.down, .down, .right)
        let chosen = browser.state.page.chosenPost?.id
        if let leaving { browser.press(leaving) }
        browser.feed(.resized(columns: size.0, rows: size.1))
        if let leaving { browser.press(leaving == .character("2") ? .character("1") : .escape) }
        #expect(browser.state.page.chosenPost?.id == chosen && chosen != nil)
        #expect(browser.showsChosen, "\(size) \(String(describing: leaving))")
      }
    }
  }

  @Test func `the next stretch is asked for once, near the end`() {
    var browser = BrowserFixture(posts: [])
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...30), next: true)
    browser.press(.end)
    guard case .load(0, .profile(_, .posts), _, let cursor?) = browser.effects.first else {
      Issue.record("\(browser.effects)")
      return
    }
    browser.press(.down)
    #expect(browser.effects.isEmpty)
    let more = BrowserFixture.page(BrowserFixture.posts(31...40))
    browser.feed(.loaded(page: 0, .posts(.posts, more, ThumbnailSet(), after: cursor)))
    #expect(browser.layout.count == 40)
    // A repeated stretch does not follow the present end, so the list ignores it.
    browser.feed(.loaded(page: 0, .posts(.posts, more, ThumbnailSet(), after: cursor)))
    #expect(browser.layout.count == 40)
  }

  @Test func `End goes on while more comes, and rests after a thousand`() {
    var browser = BrowserFixture(posts: [])
    browser.show(BrowserFixture.ana, BrowserFixture.posts(10_001...10_030), next: true)
    browser.press(.end)
    for stretch in Int64(0)..<4 {
      guard case .load(0, .profile(_, .posts), 250, let cursor?)? = browser.effects.first else {
        Issue.record("\(browser.effects)")
        return
      }
      let last = 10_000 - stretch * 250
      let more = BrowserFixture.page(BrowserFixture.posts(last - 249...last), next: true)
      browser.feed(.loaded(page: 0, .posts(.posts, more, ThumbnailSet(), after: cursor)))
      #expect(browser.place.selected == browser.layout.count - 1)
    }
    #expect(browser.effects.isEmpty && browser.layout.count == 1_030)
    #expect(browser.state.alert?.text == "1,030 are here, and more: G goes on.")
    browser.press(.end, .up)
    let place = browser.place
    let cursor = browser.state.page.list.next ?? Cursor(.post, 0)
    let more = BrowserFixture.page(BrowserFixture.posts(8_001...8_250), next: true)
    browser.feed(.loaded(page: 0, .posts(.posts, more, ThumbnailSet(), after: cursor)))
    #expect(browser.effects.isEmpty && browser.place == place)
  }

  @Test func `however many changes come while a page is read, it is read once more`() {
    var browser = BrowserFixture()
    let again: [BrowserEffect] = [
      .load(page: 0, .profile(BrowserFixture.subject("ana"), .posts), count: 30)
    ]
    browser.feed(.changed)
    #expect(browser.effects == again)
    browser.feed(.changed)
    browser.feed(.changed)
    #expect(browser.effects.isEmpty)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...30))
    #expect(browser.effects == again)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...30))
    #expect(browser.effects.isEmpty)
    browser.feed(.changed)
    browser.feed(.failed(page: 0, "It is busy."))
    browser.feed(.changed)
    #expect(browser.effects == again)
  }

  @Test func `a change reads no more of a long list than is near`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...3_000))
    browser.feed(.changed)
    let start: [BrowserEffect] = [
      .load(page: 0, .profile(BrowserFixture.subject("ana"), .posts), count: 250)
    ]
    #expect(browser.effects == start)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(2_751...3_000), next: true)
    #expect(browser.layout.count == 250)
    browser.press(.end)
    guard case .load(0, _, _, _?)? = browser.effects.first else {
      Issue.record("\(browser.effects)")
      return
    }
  }

  @Test func `the next post is chosen when the chosen one goes`() {
    var browser = BrowserFixture()
    browser.press(.right, .right)
    #expect(browser.state.page.chosenPost?.id == Post.ID(28))
    let posts = BrowserFixture.posts(1...35).filter { ![27, 28, 30].contains($0.id.number) }
    browser.show(BrowserFixture.ana, posts)
    #expect(browser.state.page.chosenPost?.id == Post.ID(26))
    browser.show(BrowserFixture.ana, Array(posts.prefix(3)))
    #expect(browser.state.page.chosenPost?.id == posts[2].id)
  }

  @Test func `the chosen post stays chosen and visible when many come above it`() {
    var browser = BrowserFixture(posts: [])
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...30), next: true)
    browser.press(.down, .down)
    let chosen = chosenPost(of: browser)
    browser.feed(.changed)
    // The first stretch holds only new posts; the chosen one may follow later.
    browser.show(BrowserFixture.ana, BrowserFixture.posts(101...130), next: true)
    #expect(chosenPost(of: browser) == chosen)
    guard case .load(0, .profile(_, .posts), let count, nil)? = browser.effects.first, count > 30
    else {
      Issue.record("\(browser.effects)")
      return
    }
    browser.show(
      BrowserFixture.ana, BrowserFixture.posts(101...200) + BrowserFixture.posts(1...30), next: true
    )
    #expect(chosenPost(of: browser) == chosen)
    #expect(browser.state.page.list.position.offset > 0)
  }

  @Test func `a list that was not moved stays at the top when rows arrive`() {
    var browser = BrowserFixture()
    for count in Int64(31)...60 {
      browser.show(BrowserFixture.ana, BrowserFixture.posts(1...count))
      let (layout, place) = (browser.layout, browser.place)
      #expect(place.offset == 0)
      #expect(layout.listTop(at: 0) + layout.rows(place.selected).lowerBound < layout.window)
    }
    // A visible chosen post stays chosen, because keys act on it.
    browser = BrowserFixture()
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...31))
    #expect(browser.state.page.chosenPost?.id == Post.ID(30))
    browser.press(.end, .home)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...90))
    #expect(browser.place == ListPosition())
    browser.press(.down)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...120))
    #expect(browser.state.page.chosenPost?.id == Post.ID(87))
  }

  /// The height decides where the first row of the grid is cut.
  @Test(arguments: 8...40)
  func `a key acts on the post that was chosen when it was typed`(rows: Int) {
    for count in Int64(31)...36 {
      var browser = BrowserFixture(rows: rows)
      let meant = browser.state.page.chosenPost!.id
      browser.show(BrowserFixture.ana, BrowserFixture.posts(1...count), at: 1_000_000)
      browser.feed(.key(.character("L")), at: 1_000_000)
      let chosen = browser.state.page.chosenPost!.id
      #expect(browser.effects == (chosen == meant ? [.carryOut(.like(meant))] : []))
      if chosen == meant { continue }
      browser.feed(.key(.character("L")), at: 1_000_000 + IgnoredKeys.reactionTime)
      #expect(browser.effects == [.carryOut(.like(chosen))])
    }
  }

  @Test func `keys wait when another row takes the place of a deleted one`() {
    var browser = BrowserFixture()
    browser.feed(.key(.down), at: 1_000_000)
    let kept = BrowserFixture.posts(1...30).filter { $0.id != browser.state.page.chosenPost?.id }
    browser.show(BrowserFixture.ana, kept, at: 2_000_000)
    for key in [KeyPress.enter, .character("L"), .character("u"), .character("i")] {
      browser.feed(.key(key), at: 2_100_000)
      #expect(browser.effects.isEmpty && browser.state.pages.count == 1)
    }
    browser.feed(.key(.right), at: 2_100_000)
    browser.feed(.key(.enter), at: 2_600_000)
    #expect(browser.state.pages.count == 2)
  }

  @Test func `an empty list offers no keys for rows`() {
    var browser = BrowserFixture()
    browser.press(.character("t"))
    let page = BrowserFixture.page([])
    browser.feed(.loaded(page: browser.state.page.id, .feed(page, ThumbnailSet(), after: nil)))
    let actions = BrowserHints(browser.state).actions
    #expect(actions.contains(.search) && !actions.contains(.open) && !actions.contains(.author))
  }

  private func chosenPost(of browser: BrowserFixture) -> Post.ID? {
    browser.state.page.chosenPost?.id
  }
}
