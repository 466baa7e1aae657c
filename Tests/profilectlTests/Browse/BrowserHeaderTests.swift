import Rendering
import Terminal
import Testing

@testable import profilectl

/// The headers as they stand on the screen.
@Suite struct BrowserHeaderTests {
  @Test(arguments: HeaderStyle.allCases, [(80, 24), (120, 40), (40, 20)])
  func `another header leaves the list where it is on the screen`(
    style: HeaderStyle, size: (Int, Int)
  ) {
    var browser = BrowserFixture(
      posts: BrowserFixture.posts(1...90), columns: size.0, rows: size.1, header: style)
    browser.press(.character("H"))
    #expect(browser.place.offset == 0)
    for _ in 0..<8 { browser.press(.wheelDown(x: 9, y: 9)) }
    // Further down than any header hides.
    browser.press(.down, .down)
    for _ in HeaderStyle.allCases {
      let (before, chosen) = (browser.listTop, browser.place.selected)
      browser.press(.character("H"))
      #expect(browser.listTop == before && browser.place.selected == chosen)
    }
  }

  @Test func `what another header would hide of what is chosen comes into view`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...90))
    for _ in 0..<9 {
      browser.press(.wheelDown(x: 9, y: 9))
      for _ in HeaderStyle.allCases {
        browser.press(.character("H"))
        let (layout, place) = (browser.state.layout, browser.place)
        #expect(layout.offset(revealing: place.selected, from: place.offset) == place.offset)
      }
    }
  }
}

extension BrowserFixture {
  /// The row of the window where the list begins.
  fileprivate var listTop: Int { state.layout.listTop(at: place.offset) }
}
