import Browser
import Keys
import Testing

@testable import profilectl

/// Tests the keys that scroll a watched page.
@Suite struct WatchScrollTests {
  private func offset(_ keys: KeyPress..., rows: Int = 30, window: Int = 10) -> Int {
    var scroll = WatchScroll()
    scroll.fit(rows: rows, in: window)
    for key in keys { scroll.scroll(by: key) }
    return scroll.offset
  }

  @Test func `each key starts from where the one before it ended`() {
    #expect(offset(.end) == 20)
    #expect(offset(.end, .up) == 19)
    #expect(offset(.end, .down, .down, .up) == 19)
    #expect(offset(.up, .up, .down) == 1)
    #expect(offset(.end, .home, .down) == 1)
  }

  @Test func `a page leaves two rows in sight`() {
    #expect(offset(.pageDown) == 8)
    #expect(offset(.pageDown, .pageDown, .pageDown) == 20)
    #expect(offset(.end, .pageUp) == 12)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a page is a row at least, and never the other way`(window: Int) {
    #expect(offset(.pageDown, .pageDown, .pageUp, window: window) == 1)
  }

  @Test func `a page that the window holds stays`() {
    #expect(offset(.down, .pageDown, .end, rows: 10) == 0)
    var scroll = WatchScroll()
    scroll.fit(rows: 10, in: 10)
    #expect(!scroll.isNeeded)
  }

  @Test func `a page that became shorter ends where it ends`() {
    var scroll = WatchScroll()
    scroll.fit(rows: 30, in: 10)
    scroll.scroll(by: .end)
    scroll.fit(rows: 15, in: 10)
    #expect(scroll.offset == 5 && scroll.isNeeded)
  }
}
