import Model
import Rendering
import Testing

@testable import profilectl

/// What becomes of a page when its pictures come, and when time goes by.
@Suite struct BrowserPictureTests {
  @Test(arguments: [HeaderStyle.stretchy, .threeState])
  func `the banner is drawn as soon as its picture is there`(style: HeaderStyle) {
    var posts = BrowserFixture.posts(1...6)
    posts[1].image = Image(width: 96, height: 125, bytes: 9, hash: "new")
    posts[4].image = Image(width: 96, height: 125, bytes: 9, hash: "old")
    var browser = BrowserFixture(posts: posts, depth: .trueColor, header: style)
    func header() -> [Cell] {
      let canvas = BrowserView(browser.state).frame.canvas
      return (0..<canvas.width).map { canvas[$0, 0] }
    }
    var seen = [header()]
    for (hash, grey) in [("old", UInt8(90)), ("new", 200)] {
      let pixels = Array(repeating: grey, count: Thumbnail.byteCount)
      browser.feed(.thumbnail(hash, Thumbnail(pixels: pixels)))
      seen.append(header())
    }
    #expect(Set(seen).count == 3)
  }

  /// Rows are lower as long as their pictures are on their way.
  @Test func `pictures that come later leave the end at the end`() {
    var posts = BrowserFixture.posts(1...30)
    for index in posts.indices {
      posts[index].image = Image(width: 96, height: 125, bytes: 9, hash: "\(index)")
    }
    var browser = BrowserFixture(posts: posts, depth: .trueColor)
    browser.press(.character("G"))
    let low = browser.state.layout.height
    for index in posts.indices {
      let pixels = Array(repeating: UInt8(index), count: Thumbnail.byteCount)
      browser.feed(.thumbnail("\(index)", Thumbnail(pixels: pixels)))
      #expect(browser.place.offset == browser.state.layout.lastOffset)
    }
    #expect(browser.state.layout.height > low)
    #expect(browser.place.selected == 29)
  }

  @Test func `pictures go with the page that shows them`() {
    var posts = BrowserFixture.posts(1...3)
    posts[1].image = Image(width: 96, height: 125, bytes: 9, hash: "only here")
    var browser = BrowserFixture()
    browser.press(.character("t"))
    let page = BrowserFixture.page(posts)
    browser.feed(.loaded(page: browser.state.page.id, .feed(page, ThumbnailSet(), after: nil)))
    let pixels = Array(repeating: UInt8(7), count: Thumbnail.byteCount)
    browser.feed(.thumbnail("only here", Thumbnail(pixels: pixels)))
    #expect(browser.state.thumbnails.count == 1)
    browser.press(.escape)
    #expect(browser.state.thumbnails.isEmpty)
  }

  @Test func `times grow older when a page is drawn later`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...1))
    let before = browser.rows
    #expect(browser.rows == before)
    browser.state.traits.now = Moment(seconds: 1_767_323_045 + 90 * 86_400)
    #expect(browser.rows != before)
  }
}
