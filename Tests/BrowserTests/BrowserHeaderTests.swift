import Browser
import Rendering
import Testing

/// Tests the headers on the screen.
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
    // Scrolls further than any header's range.
    browser.press(.down, .down)
    for _ in HeaderStyle.allCases {
      let (before, chosen) = (browser.listTop, browser.place.selected)
      browser.press(.character("H"))
      #expect(browser.listTop == before && browser.place.selected == chosen)
    }
  }

  /// The expected row of the tabs by each style's formula; `rest` is their row at offset 0.
  private func barRow(_ style: HeaderStyle, at offset: Int, rest: Int) -> Int {
    switch style {
    case .stretchy: return max(1, rest - offset)
    case .threeState: return max(2, rest - offset)
    case .fading:
      let range = max(rest, 12)
      let part = Double(min(max(offset, 0), range)) / Double(range)
      return max(1, Int((Double(rest + 2) - part * Double(rest)).rounded()) - 2)
    }
  }

  @Test(arguments: HeaderStyle.allCases)
  func `the bar is drawn where it belongs, on the way down and back up`(style: HeaderStyle) {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...90), header: style)
    let rest = browser.barRow
    #expect(rest.map { (5...12).contains($0) } == true)
    for offset in Array(0...40) + (0...40).reversed() {
      browser.state.page.list.position.offset = offset
      #expect(browser.barRow == rest.map { barRow(style, at: offset, rest: $0) })
    }
    // Pulling the page down moves the bar too.
    guard style != .fading else { return }
    browser.state.page.list.position.offset = 0
    browser.state.motion.pull(400, limit: 200, at: 0)
    let pulled = -browser.state.shownOffset
    #expect(pulled > 2 && browser.barRow == rest.map { $0 + pulled })
  }

  @Test func `a notch of the wheel glides its three rows in three frames`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...90), hasMotion: true)
    browser.press(.wheelDown, at: 1_000_000)
    var offsets: [Int] = []
    var time: Int64 = 1_000_000
    while let pause = browser.state.pause {
      offsets.append(browser.state.shownOffset)
      time += pause
      browser.feed(.tick, at: time)
    }
    offsets.append(browser.state.shownOffset)
    #expect(offsets == [1, 2, 3] && time == 1_032_000)
    browser.press(.control("e"), at: time)
    #expect(browser.state.shownOffset == 4 && browser.state.pause == nil)
    // Without motion the page jumps.
    var still = BrowserFixture(posts: BrowserFixture.posts(1...90))
    still.press(.wheelDown)
    #expect(still.state.shownOffset == 3 && still.state.pause == nil)
  }

  @Test func `a heart bursts in three frames when a post is liked`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...9), hasMotion: true)
    let rest = browser.rows
    browser.press(.character("L"), at: 1_000_000)
    var frames: Set<[String]> = []
    var time: Int64 = 1_000_000
    while browser.state.burst != nil, time < 2_000_000 {
      frames.insert(browser.rows)
      time += browser.state.pause ?? 1_000_000
      browser.feed(.tick, at: time)
    }
    #expect(frames.count == 3 && !frames.contains(rest) && browser.rows == rest)
  }

  @Test func `an alert is below names and titles, with a check only for a change`() {
    for (isChange, mark) in [(true, true), (false, false)] {
      var browser = BrowserFixture()
      let rest = browser.rows
      var answer = CommandAnswer(
        to: .line("follows carol"), output: "no\n", viewer: BrowserFixture.person("bob"))
      answer.isChange = isChange
      browser.feed(.answered(answer))
      let rows = browser.rows
      #expect(Array(rows.prefix(12)) == Array(rest.prefix(12)))
      #expect(rows.contains { $0.contains("✓ no") } == mark)
      #expect(rows.contains { $0.contains(" no ") })
    }
  }

  @Test func `the chosen tile stays in view when another header would hide it`() {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...90))
    for _ in 0..<9 {
      browser.press(.wheelDown)
      for _ in HeaderStyle.allCases {
        let wasInSight = browser.showsAllOfChosen
        browser.press(.character("H"))
        #expect(!wasInSight || browser.showsAllOfChosen)
      }
    }
  }
}

extension BrowserFixture {
  /// The row of the window where the list begins.
  fileprivate var listTop: Int { layout.listTop(at: place.offset) }

  fileprivate var showsAllOfChosen: Bool {
    layout.offset(revealing: place.selected, from: place.offset) == place.offset
  }

  /// The row of the screen with the tabs; nil if none shows them.
  fileprivate var barRow: Int? {
    rows.firstIndex { $0.contains("Posts") && $0.contains("Replies") }
  }
}
