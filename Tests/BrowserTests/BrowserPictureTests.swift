import Browser
import Keys
import Model
import Rendering
import Testing

/// Tests pages whose pictures arrive later or are evicted.
@Suite struct BrowserPictureTests {
  @Test(arguments: [HeaderStyle.stretchy, .threeState])
  func `the banner is no picture of a post`(style: HeaderStyle) {
    var posts = BrowserFixture.posts(1...6)
    posts[1].image = Image(width: 96, height: 125, bytes: 9, hash: "new")
    posts[4].image = Image(width: 96, height: 125, bytes: 9, hash: "old")
    var browser = BrowserFixture(posts: posts, depth: .trueColor, header: style)
    func header() -> [Cell] {
      let canvas = browser.frame.canvas
      return (0..<canvas.width).map { canvas[$0, 0] }
    }
    var seen = [header()]
    for (hash, grey) in [("old", UInt8(90)), ("new", 200)] {
      let pixels = Array(repeating: grey, count: Thumbnail.byteCount)
      browser.feed(.thumbnail(hash, Thumbnail(pixels: pixels)!))
      seen.append(header())
    }
    #expect(Set(seen).count == 1)
  }

  /// A row is lower until its pictures arrive.
  @Test func `pictures that come later leave the end at the end`() {
    var posts = BrowserFixture.posts(1...30)
    for index in posts.indices {
      posts[index].image = Image(width: 96, height: 125, bytes: 9, hash: "\(index)")
    }
    var browser = BrowserFixture(posts: posts, depth: .trueColor)
    browser.press(.character("G"))
    let low = browser.layout.height
    for index in posts.indices {
      let pixels = Array(repeating: UInt8(index), count: Thumbnail.byteCount)
      browser.feed(.thumbnail("\(index)", Thumbnail(pixels: pixels)!))
      #expect(browser.place.offset == browser.layout.lastOffset)
    }
    #expect(browser.layout.height > low)
    #expect(browser.place.selected == 29)
  }

  @Test func `pictures that come with the page leave the end at the end`() {
    var browser = BrowserFixture(posts: painted(1...30), depth: .trueColor)
    browser.press(.character("G"))
    let low = browser.layout.height
    let shown = ShownProfile(
      profile: Entry(BrowserFixture.ana, at: Cursor(.user, 2)), tab: .posts,
      posts: BrowserFixture.page(painted(1...30)), hasViewer: true)
    browser.feed(.loaded(page: 0, .profile(shown, thumbnails(1...30))))
    #expect(browser.layout.height > low)
    #expect(browser.place.offset == browser.layout.lastOffset && browser.showsChosen)
  }

  @Test func `an avatar goes when its owner removes it, and with the last page of its owner`() {
    let (bob, carol) = (Handle(stored: "bob"), Handle(stored: "carol"))
    var browser = BrowserFixture()
    browser.press(.character("p"))
    func load(_ avatars: [Handle: String?]) {
      var people = LoadedPage.people(
        Page(
          entries: [bob, carol].map {
            Entry(BrowserFixture.profile($0.text, ""), at: Cursor(.user, 2))
          },
          next: nil), after: nil)
      for (handle, hash) in avatars { people.thumbnails.setAvatar(hash, of: handle) }
      browser.feed(.loaded(page: browser.state.page.id, people))
    }
    load([bob: "face", carol: "mask"])
    #expect(browser.state.pictures.thumbnails.avatars == [bob: "face", carol: "mask"])
    load([bob: nil, carol: "mask"])
    #expect(browser.state.pictures.thumbnails.avatars == [carol: "mask"])
    browser.press(.escape)
    #expect(browser.state.pictures.thumbnails.avatars.isEmpty)
  }

  @Test func `a removed avatar is no longer drawn beside the same posts`() {
    var browser = BrowserFixture(depth: .trueColor)
    browser.press(.character("t"))
    let posts = BrowserFixture.posts(1...3)
    func screen(avatar hash: String?) -> Output {
      var page = LoadedPage.feed(BrowserFixture.page(posts), ThumbnailSet(), after: nil)
      let pixels = Array(repeating: UInt8(200), count: Thumbnail.byteCount)
      page.thumbnails.add(Thumbnail(pixels: pixels), of: "face")
      page.thumbnails.setAvatar(hash, of: posts[0].author)
      browser.feed(.loaded(page: browser.state.page.id, page))
      return browser.frame.canvas.output
    }
    let before = screen(avatar: "face")
    #expect(screen(avatar: nil) != before)
    #expect(screen(avatar: "face") == before)
  }

  @Test func `pictures go with the page that shows them`() {
    var posts = BrowserFixture.posts(1...3)
    posts[1].image = Image(width: 96, height: 125, bytes: 9, hash: "only here")
    var browser = BrowserFixture()
    browser.press(.character("t"))
    let page = BrowserFixture.page(posts)
    browser.feed(.loaded(page: browser.state.page.id, .feed(page, ThumbnailSet(), after: nil)))
    let pixels = Array(repeating: UInt8(7), count: Thumbnail.byteCount)
    browser.feed(.thumbnail("only here", Thumbnail(pixels: pixels)!))
    #expect(browser.state.pictures.thumbnails.thumbnails.count == 1)
    browser.press(.escape)
    #expect(browser.state.pictures.thumbnails.thumbnails.isEmpty)
  }

  @Test func `pictures leave with a page that is replaced`() {
    var browser = BrowserFixture()
    browser.press(.character("t"))
    let page = BrowserFixture.page(painted(1...3))
    browser.feed(
      .loaded(page: browser.state.page.id, .feed(page, thumbnails(1...3), after: nil)))
    #expect(browser.state.pictures.thumbnails.thumbnails.count == 3)
    browser.press(.tab)
    #expect(browser.state.pages.count == 2 && browser.state.pictures.thumbnails.thumbnails.isEmpty)
  }

  /// Posts with a different picture each.
  private func painted(_ numbers: ClosedRange<Int64>) -> [Post] {
    BrowserFixture.posts(numbers).map { post in
      var post = post
      post.image = Image(width: 96, height: 125, bytes: 9, hash: "\(post.id.number)")
      return post
    }
  }

  private func thumbnail(_ number: Int64) -> Thumbnail? {
    Thumbnail(pixels: Array(repeating: UInt8(number % 100), count: Thumbnail.byteCount))
  }

  private func thumbnails(_ numbers: ClosedRange<Int64>) -> ThumbnailSet {
    var set = ThumbnailSet()
    for number in numbers { set.add(thumbnail(number), of: "\(number)") }
    return set
  }

  @Test func `of a long list only pictures that are near are kept, and the others come back`() {
    var browser = BrowserFixture(posts: [], depth: .trueColor)
    let page = BrowserFixture.page(painted(1...400))
    browser.press(.character("t"))
    browser.feed(
      .loaded(page: browser.state.page.id, .feed(page, thumbnails(1...400), after: nil)))
    let height = browser.layout.height
    var mostAtHand = 0
    func recall() {
      guard case .recall(let posts)? = browser.effects.last else { return }
      var set = ThumbnailSet()
      for post in posts { set.add(thumbnail(post.id.number), of: "\(post.id.number)") }
      browser.feed(.recalled(posts, set))
    }
    for key in [KeyPress.pageDown, .pageUp, .end, .home] {
      for _ in 0..<(key == .end || key == .home ? 1 : 220) {
        browser.press(key)
        recall()
        mostAtHand = max(mostAtHand, browser.state.pictures.thumbnails.countInMemory)
        let (layout, offset) = (browser.layout, browser.place.offset)
        for (index, post) in page.items.enumerated() {
          let rows = layout.rows(index)
          let isSeen =
            layout.listTop(at: offset) + rows.upperBound > layout.regionTop(at: offset)
            && layout.listTop(at: offset) + rows.lowerBound < layout.window
          #expect(!isSeen || !browser.state.pictures.thumbnails.isBlank(post))
        }
      }
    }
    #expect(browser.layout.height == height && mostAtHand < 200)
  }

  @Test func `a picture that comes back looks as before`() {
    var browser = BrowserFixture(posts: [], depth: .trueColor)
    let page = BrowserFixture.page(painted(1...400))
    browser.press(.character("t"))
    browser.feed(
      .loaded(page: browser.state.page.id, .feed(page, thumbnails(1...400), after: nil)))
    let before = browser.frame
    browser.state.pictures.evict(allBut: [])
    // Drawn tiles stay.
    #expect(FrameEncoder.bytes(from: before, to: browser.frame).isEmpty)
    browser.drawings = DrawingCache()
    browser.feed(.tick)
    guard case .recall(let posts)? = browser.effects.last else {
      Issue.record("Nothing is asked for.")
      return
    }
    #expect(!FrameEncoder.bytes(from: before, to: browser.frame).isEmpty)
    browser.feed(.recalled(posts, thumbnails(1...400)))
    #expect(FrameEncoder.bytes(from: before, to: browser.frame).isEmpty)
  }

  @Test func `pictures that come back to a page that was left are not kept`() {
    var browser = BrowserFixture(posts: [], depth: .trueColor)
    let page = BrowserFixture.page(painted(1...400))
    browser.press(.character("t"))
    browser.feed(
      .loaded(page: browser.state.page.id, .feed(page, thumbnails(1...400), after: nil)))
    browser.press(.end)
    guard case .recall(let posts)? = browser.effects.last else {
      Issue.record("Nothing is asked for.")
      return
    }
    browser.press(.escape)
    browser.feed(.recalled(posts, thumbnails(1...400)))
    #expect(browser.state.pictures.thumbnails.thumbnails.isEmpty)
  }

  @Test func `a picture that is kept no longer is made again`() {
    var browser = BrowserFixture(posts: [], depth: .trueColor)
    let page = BrowserFixture.page(painted(1...400))
    browser.press(.character("t"))
    browser.feed(
      .loaded(page: browser.state.page.id, .feed(page, thumbnails(1...400), after: nil)))
    browser.press(.end)
    guard case .recall(let posts)? = browser.effects.last else {
      Issue.record("Nothing is asked for.")
      return
    }
    var set = ThumbnailSet()
    for post in posts { set.add(nil, of: "\(post.id.number)") }
    browser.feed(.recalled(posts, set))
    #expect(browser.state.pictures.missing.count == posts.count)
    #expect(browser.place.offset == browser.layout.lastOffset)
    browser.feed(.tick)
    #expect(browser.effects.isEmpty)
  }

  @Test func `pictures that can't be read are asked for again with the next key, and not before`() {
    var browser = BrowserFixture(posts: [], depth: .trueColor)
    let page = BrowserFixture.page(painted(1...400))
    browser.press(.character("t"))
    browser.feed(
      .loaded(page: browser.state.page.id, .feed(page, thumbnails(1...400), after: nil)))
    browser.press(.end)
    for event in [.notRecalled("It was busy."), .tick] as [BrowserEvent] {
      browser.feed(event)
      #expect(browser.effects.isEmpty && browser.state.alert?.text == "It was busy.")
    }
    browser.press(.up)
    guard case .recall? = browser.effects.last else {
      Issue.record("Nothing is asked for.")
      return
    }
  }

  @Test(arguments: [true, false])
  func `a picture that could not be drawn is tried again when its page is, unless it is bad`(
    isLasting: Bool
  ) {
    var browser = BrowserFixture(posts: [], depth: .trueColor)
    var set = ThumbnailSet()
    set.add(nil, of: "1")
    func load() {
      let page = BrowserFixture.page(painted(1...1))
      browser.feed(.loaded(page: browser.state.page.id, .feed(page, set, after: nil)))
    }
    browser.press(.character("t"))
    load()
    #expect(browser.state.pictures.missing == ["1"])
    browser.feed(.undrawn("1", isLasting: isLasting))
    browser.feed(.changed)
    load()
    #expect(browser.state.pictures.missing.isEmpty)
    browser.press(.control("r"))
    load()
    #expect(browser.state.pictures.missing == (isLasting ? [] : ["1"]))
  }

  @Test func `times grow older when a page is drawn later`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...1))
    let before = browser.rows
    #expect(browser.rows == before)
    browser.state.traits.now = Moment(seconds: 1_767_323_045 + 90 * 86_400)
    #expect(browser.rows != before)
  }
}
