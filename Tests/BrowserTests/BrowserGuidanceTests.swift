import Browser
import Model
import Rendering
import Testing

/// The words on the screen that say what to do next.
@Suite struct BrowserGuidanceTests {
  @Test func `0 opens the own profile, but not above itself`() {
    for (profile, isOpened) in [(BrowserFixture.ana, true), (BrowserFixture.me, false)] {
      var browser = BrowserFixture(profile)
      let page = browser.state.page.id
      browser.press(.character("0"))
      #expect((browser.state.page.id != page) == isOpened)
    }
  }

  @Test func `the last line names the key that writes a post`() {
    #expect(BrowserFixture(BrowserFixture.me).rows[23].contains("c write"))
    var browser = BrowserFixture(columns: 200)
    #expect(browser.rows[23].contains("c write"))
    browser.feed(.resized(columns: 80, rows: 24))
    browser.type("t")
    #expect(browser.rows[23].contains("c write"))
    #expect(!BrowserFixture(columns: 200, me: nil).rows[23].contains("c write"))
  }

  @Test func `an empty network names the line that adds a user`() {
    for me in [nil, BrowserFixture.person("bob")] {
      var browser = BrowserFixture(me: me)
      browser.type("p")
      browser.feed(.loaded(page: browser.state.page.id, LoadedPage()))
      let words = me == nil ? "Nobody is here yet." : "Nobody else is here yet."
      #expect(browser.rows.contains(" \(words) :create-user NAME adds a user."))
      #expect(!browser.rows[23].contains(":login"))
    }
  }

  @Test func `the help of keys has every key of the box for a text`() {
    let labels = KeyTable.groups.last?.bindings.map(\.label.string) ?? []
    #expect(["Enter", "Tab", "Ctrl-D", "Ctrl-O", "Esc"].allSatisfy(labels.contains))
  }

  @Test(arguments: [(200, 60, 3), (120, 40, 2), (80, 60, 1)])
  func `the help of keys uses the width of the window`(columns: Int, rows: Int, beside: Int) {
    var browser = BrowserFixture(columns: columns, rows: rows)
    browser.type("?")
    let titles = KeyTable.groups.map(\.title.string)
    let most = browser.rows.map { row in titles.filter(row.contains).count }.max()
    #expect(most == beside)
    #expect(browser.rows[0].hasSuffix("more below") == (beside == 1))
    let all = browser.rows.joined()
    #expect(beside == 1 || titles.allSatisfy(all.contains))
  }

  @Test func `a muted user is marked on the card and in lists`() {
    var ana = BrowserFixture.ana
    ana.relation.isMuted = true
    var browser = BrowserFixture(ana)
    #expect(browser.rows.contains { $0.contains("@ana · muted") })
    browser.type("p")
    var page = LoadedPage()
    page.rows = [.person(ana)]
    browser.feed(.loaded(page: browser.state.page.id, page))
    #expect(browser.rows.contains { $0.contains("muted · 12 followers") })
  }

  @Test func `an error stays with the page on which it appeared`() {
    var browser = BrowserFixture()
    browser.feed(
      .answered(
        CommandAnswer(
          to: .line("frobnicate", isConfirmed: false), messages: "Error: No such command.\n",
          isRefused: true, viewer: BrowserFixture.person("bob"))))
    #expect(browser.rows.contains { $0.contains("No such command.") })
    browser.press(.character("p"))
    #expect(!browser.rows.contains { $0.contains("No such command.") })
  }
}
