import Browser
import Rendering
import Testing

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
    for _ in 0..<8 { browser.press(.wheelDown) }
    // Further down than any header hides.
    browser.press(.down, .down)
    for _ in HeaderStyle.allCases {
      let (before, chosen) = (browser.listTop, browser.place.selected)
      browser.press(.character("H"))
      #expect(browser.listTop == before && browser.place.selected == chosen)
    }
  }

  /// By the formulas of each style, in rows; `rest` is where the bar begins before anything moves.
  private func barTop(_ style: HeaderStyle, at offset: Int, rest: Int) -> Int {
    switch style {
    case .stretchy: return max(0, rest - offset)
    case .threeState: return max(3, rest - offset)
    case .fading:
      let part = Double(min(max(offset, 0), 3)) / 3
      return Int((Double(rest) - part * Double(rest - 3)).rounded())
    }
  }

  @Test(arguments: HeaderStyle.allCases)
  func `the bar is drawn where it belongs, on the way down and back up`(style: HeaderStyle) {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...90), header: style)
    let rest = browser.barRow
    #expect(rest.map { (5...12).contains($0) } == true)
    for offset in Array(0...40) + (0...40).reversed() {
      browser.state.page.list.position.offset = offset
      #expect(browser.barRow == rest.map { barTop(style, at: offset, rest: $0) })
    }
    // A page that is pulled takes the bar down with it.
    guard style != .fading else { return }
    browser.state.page.list.position.offset = 0
    browser.state.motion.pull(400, limit: 200, at: 0)
    let pulled = -browser.state.shownOffset
    #expect(pulled > 2 && browser.barRow == rest.map { $0 + pulled })
  }

  @Test func `the chosen tile stays in view when another header would hide it`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...90))
    for _ in 0..<9 {
      browser.press(.wheelDown)
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

  /// The row of the screen that shows the tabs; nil if none does.
  fileprivate var barRow: Int? {
    rows.firstIndex { $0.contains("Posts") && $0.contains("Likes") && !$0.contains("·") }
  }
}
