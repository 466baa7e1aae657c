import Browser
import Model
import Rendering
import Testing

@Suite struct BrowserPressTests {
  /// Clicks on the first visible `words`, or on those in a row.
  private func press(
    _ words: String, _ browser: inout BrowserFixture, row: Int? = nil, at time: Int64 = 0
  ) throws {
    let rows = browser.rows
    let y = try #require(
      row ?? rows.firstIndex { $0.contains(words) }, "\(words) in \(rows)")
    let line = rows[y]
    let range = try #require(line.firstRange(of: words))
    let x = SafeText(String(line[..<range.lowerBound])).width
    browser.press(.click(x: x + 1, y: y), at: time)
  }

  @Test func `the button of a card follows, and the counts open lists`() throws {
    var browser = BrowserFixture(BrowserFixture.profile("ana", "Ana"))
    try press("Follow ]", &browser)
    #expect(browser.effects == [.carryOut(.follow(BrowserFixture.person("ana")))])
    try press("12 Followers", &browser)
    #expect(
      browser.effects == [
        .load(page: 1, .followers(BrowserFixture.subject("ana")), count: 24)
      ])
    browser.press(.escape)
    try press("3 Following", &browser)
    #expect(
      browser.effects == [
        .load(page: 2, .following(BrowserFixture.subject("ana")), count: 24)
      ])
  }

  @Test func `one's own button opens settings, and a press chooses there`() throws {
    var browser = BrowserFixture(BrowserFixture.me)
    try press("Edit profile", &browser)
    #expect(browser.effects == [.measureCache])
    browser.feed(.measured(.init(thumbnails: 2, bytes: 2_048)))
    try press("Log out", &browser)
    #expect(browser.effects == [.carryOut(.line("logout"))])
    browser.feed(.measured(.init(thumbnails: 2, bytes: 2_048)))
    browser.press(.click(x: 0, y: 0))
    #expect(browser.state.panel == nil && browser.effects.isEmpty)
  }

  @Test func `tabs and hints are pressed where they stand`() throws {
    var browser = BrowserFixture()
    try press("Likes", &browser, row: browser.rows.firstIndex { $0.hasPrefix("  Posts ") })
    #expect(
      browser.effects == [
        .load(page: 0, .profile(BrowserFixture.subject("ana"), .likes), count: 24)
      ])
    try press("t timeline", &browser)
    #expect(browser.effects == [.load(page: 1, .timeline, count: 24)])
    try press("? keys", &browser)
    #expect(browser.rows[0].contains("Keys"))
    try press("@bob", &browser)
    #expect(browser.effects == [.load(page: 3, .profile(.viewer, .posts), count: 24)])
  }

  @Test(arguments: [0, 3, 9])
  func `a click hits the visible thing after any scrolling`(wheels: Int) throws {
    var browser = BrowserFixture()
    for _ in 0..<wheels { browser.press(.wheelDown) }
    let rows = browser.rows
    let y = try #require(rows.lastIndex { $0.contains("Post number") })
    let number = try #require(rows[y].split(separator: "Post number ").last?.prefix { $0.isNumber })
    let x = try #require(rows[y].range(of: "Post number \(number)"))
    let place = rows[y].distance(from: rows[y].startIndex, to: x.lowerBound)
    browser.press(.click(x: place, y: y))
    #expect(browser.state.page.chosenPost?.id == Int64(number).map(Post.ID.init))
    #expect(browser.effects.isEmpty)
    browser.press(.click(x: place, y: y))
    #expect(
      browser.effects == [.load(page: 1, .post(Post.ID(try #require(Int64(number)))), count: 24)])
  }

  @Test func `a person in a list is chosen, followed and opened`() throws {
    var browser = BrowserFixture()
    browser.press(.character("p"))
    let people = [
      BrowserFixture.ana, BrowserFixture.profile("carl", "Carl"),
    ].map { Entry($0, at: Cursor(.user, $0.user.id.number)) }
    browser.feed(.loaded(page: 1, .people(Page(entries: people, next: nil), after: nil)))
    try press("[ Follow ]", &browser)
    #expect(
      browser.effects == [.carryOut(.follow(BrowserFixture.person("carl")))]
        && browser.place.selected == 1)
    try press("@carl", &browser)
    #expect(
      browser.effects == [
        .load(page: 2, .profile(BrowserFixture.subject("carl"), .posts), count: 24)
      ])
  }

  @Test func `nothing is pressed through what lies over it`() throws {
    var browser = BrowserFixture(BrowserFixture.profile("ana", "Ana"))
    let y = try #require(browser.rows.firstIndex { $0.contains("[ Follow ]") })
    let x = try #require(browser.rows[y].range(of: "Follow ]"))
    let place = browser.rows[y].distance(from: browser.rows[y].startIndex, to: x.lowerBound)
    for _ in 0..<8 { browser.press(.wheelDown) }
    browser.press(.click(x: place, y: y))
    #expect(!browser.effects.contains(.carryOut(.follow(BrowserFixture.person("ana")))))
    browser.press(.home)
    browser.state.say("Something was said.")
    browser.feed(.tick, at: 500_000)
    try press("Something", &browser)
    #expect(browser.state.alert == nil && browser.effects.isEmpty)
  }

  private func people(_ handles: [String]) -> BrowserEvent {
    let people = handles.map { BrowserFixture.profile($0, $0) }
      .map { Entry($0, at: Cursor(.user, $0.user.id.number)) }
    return .loaded(page: 1, .people(Page(entries: people, next: nil), after: nil))
  }

  /// A list of people that changes at one second; `isDrawn` draws the change.
  private func changedList(isDrawn: Bool) -> BrowserFixture {
    var browser = BrowserFixture()
    browser.press(.character("p"))
    browser.feed(people(["ana", "carl"]))
    browser.draw()
    browser.feed(people(["carl", "ana"]), at: 1_000_000)
    if isDrawn { browser.draw() }
    return browser
  }

  @Test(arguments: [(1_000_000, false), (1_400_000, true)] as [(Int64, Bool)])
  func `a press does not act on a row that has just moved there`(
    time: Int64, isDrawn: Bool
  ) throws {
    var browser = changedList(isDrawn: isDrawn)
    try press("[ Follow ]", &browser, at: time)
    #expect(browser.effects == [])
    #expect(browser.place.selected == 1)
    // The last line did not move.
    try press("? keys", &browser, at: time)
    #expect(browser.rows[0].contains("Keys"))
  }

  @Test func `a press acts on a row seen for half a second, or moved there by a key`() throws {
    var browser = changedList(isDrawn: true)
    try press("[ Follow ]", &browser, at: 1_500_000)
    #expect(browser.effects == [.carryOut(.follow(BrowserFixture.person("carl")))])
    browser = changedList(isDrawn: true)
    browser.press(.down, at: 1_100_000)
    browser.draw()
    try press("[ Follow ]", &browser, at: 1_200_000)
    #expect(browser.effects == [.carryOut(.follow(BrowserFixture.person("carl")))])
  }

  @Test func `a hint is pressed for what it said`() throws {
    var browser = BrowserFixture(posts: BrowserFixture.posts(1...1))
    browser.draw()
    let hint = try #require(browser.rows.last { !$0.isEmpty }?.range(of: "Enter open"))
    let y = try #require(browser.rows.lastIndex { $0.contains("Enter open") })
    let line = browser.rows[y]
    browser.show(BrowserFixture.ana, [], at: 1_000_000)
    browser.draw()
    let x = line.distance(from: line.startIndex, to: hint.lowerBound) + 1
    browser.press(.click(x: x, y: y), at: 1_200_000)
    #expect(browser.effects == [])
  }

  @Test func `the first of a list stays chosen where it was pressed`() throws {
    var browser = BrowserFixture()
    browser.press(.down)
    try press("Post number 30", &browser)
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...31))
    #expect(browser.state.page.chosenPost?.id == Post.ID(30))
  }

  @Test func `a word that completes is taken by a press`() throws {
    var browser = BrowserFixture()
    browser.type(":fo")
    browser.press(.tab)
    browser.complete(LineOffer(["follow", "followers"]))
    try press("followers", &browser)
    guard case .prompt(let prompt) = browser.state.panel else {
      Issue.record("nothing is being typed")
      return
    }
    #expect(prompt.text == "followers")
  }
}
