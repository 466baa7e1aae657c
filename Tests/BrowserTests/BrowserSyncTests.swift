import Browser
import Keys
import Model
import Rendering
import Support
import Testing

/// Tests the changes of a shared network in the browser.
@Suite struct BrowserSyncTests {
  private let me = BrowserFixture.person("bob")

  /// A browser that looked at a network with changes that are not sent.
  private func browser(columns: Int = 80, unsent: Int, news: Int = 0) -> BrowserFixture {
    var browser = BrowserFixture(columns: columns)
    browser.feed(.looking(me, news: news, unsent: unsent))
    return browser
  }

  private func answer(received: Int?, _ output: String, isRefused: Bool = false) -> BrowserEvent {
    var answer = CommandAnswer(to: .sync, output: output, isRefused: isRefused, viewer: me)
    answer.received = received
    return .answered(answer)
  }

  @Test func `a key exchanges changes once at a time`() {
    var browser = browser(unsent: 2)
    browser.press(.character("S"))
    #expect(browser.effects == [.carryOut(.sync)])
    browser.press(.character("S"))
    #expect(browser.effects == [])
    browser.feed(answer(received: 0, "Sent 1 bundle with 2 changes. Received nothing.\n"))
    browser.press(.character("S"))
    #expect(browser.effects == [.carryOut(.sync)])
  }

  @Test(arguments: [60, 80, 120])
  func `the last line counts the changes that are not sent, and those that came in`(columns: Int) {
    var browser = browser(columns: columns, unsent: 2, news: 3)
    var lines = [browser.rows[23]]
    browser.press(.character("S"))
    browser.feed(answer(received: 5, "Sent 1 bundle with 2 changes. Received 5 from @ana.\n"))
    browser.feed(.looking(me, unsent: 1))
    lines.append(browser.rows[23])
    browser.feed(.tick, at: 60_000_000)
    browser.press(.character("S"), at: 60_000_000)
    browser.feed(.tick, at: 62_000_000)
    lines.append(browser.rows[23])
    Golden.expect(lines.joined(separator: "\n") + "\n", "\(columns)")
  }

  @Test func `what came in is an alert`() {
    var browser = browser(unsent: 0)
    browser.press(.character("S"))
    browser.feed(answer(received: 5, "Sent nothing. Received 5 changes from @ana.\n"))
    #expect(browser.state.alert?.text == "Sent nothing. Received 5 changes from @ana.")
  }

  @Test func `a network that is not shared has no numbers`() {
    let browser = browser(unsent: 0)
    #expect(!browser.rows[23].contains("S "))
  }
}
