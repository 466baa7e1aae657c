import Browser
import Model
import Rendering
import Support
import Testing

/// Tests lines, menus, answers and alerts over the page.
@Suite struct BrowserPanelTests {
  @Test(arguments: [
    ("\"a\" b", #"post "\"a\" b""#), (#"C:\new \\ $x"#, #"post "C:\\new \\ \$x""#),
    ("plain", #"post "plain""#), ("- a list", #"post -- "- a list""#),
  ])
  func `any mark may be typed into what the settings ask for`(typed: String, line: String) {
    var browser = BrowserFixture(BrowserFixture.me)
    browser.press(.character("s"))
    browser.feed(.measured(.init(thumbnails: 0, bytes: 0)))
    browser.press(.down, .down, .down, .down, .down, .enter)
    browser.type(typed)
    browser.press(.enter)
    #expect(browser.effects == [.carryOut(.line(line))])
  }

  @Test func `a paste that is too long leaves the line as it was, and says so`() {
    var browser = BrowserFixture()
    browser.type(":like 1")
    browser.press(.badPaste(.tooLong), .enter)
    #expect(browser.state.alert?.text.string.hasPrefix("What was pasted is longer") == true)
    #expect(browser.effects == [.carryOut(.line("like 1"))])
  }

  private func prompt(_ browser: BrowserFixture) -> Prompt? {
    guard case .prompt(let prompt) = browser.state.panel else { return nil }
    return prompt
  }

  @Test func `a line is edited, sent, and called back`() {
    var browser = BrowserFixture()
    browser.type(":follow carl")
    browser.press(.backspace, .home, .delete, .character("F"), .end, .character("a"))
    #expect(prompt(browser)?.text == "Follow cara")
    browser.press(.control("w"))
    browser.type("dave")
    browser.press(.enter)
    #expect(browser.effects == [.carryOut(.line("Follow dave"))])
    #expect(browser.state.panel == nil)
    browser.type(":x")
    browser.press(.up)
    #expect(prompt(browser)?.text == "Follow dave")
    browser.press(.down)
    #expect(prompt(browser)?.text == "x")
    browser.press(.escape)
    #expect(browser.state.panel == nil && browser.state.ending == nil)
  }

  @Test func `a line knows words with Alt, and any other key with it ends the line and counts`() {
    var browser = BrowserFixture()
    browser.type(":follow ana bob")
    browser.press(.alt(.character("b")), .alt(.backspace), .alt(.character("f")))
    #expect(prompt(browser)?.text == "follow bob")
    browser.press(.home, .alt(.character("d")))
    #expect(prompt(browser)?.text == " bob")
    browser.press(.alt(.character("p")))
    #expect(prompt(browser) == nil && browser.state.pages.count == 2)
    // Alt-J leaves the list of people and moves down on the page below it.
    browser.press(.alt(.character("j")))
    #expect(browser.state.pages.count == 1 && browser.place.selected > 0)
    browser.press(.alt(.character("p")))
    #expect(browser.state.pages.count == 2 && browser.state.ending == nil)
  }

  @Test func `completion types what is clear, and then offers each word`() {
    var browser = BrowserFixture()
    browser.type(":f")
    browser.press(.tab)
    #expect(browser.effects == [.complete("f")])
    browser.complete(LineOffer(["follow", "followers", "follows"]))
    #expect(prompt(browser)?.text == "follow")
    browser.press(.tab, .tab)
    #expect(prompt(browser)?.text == "followers")
    browser.press(.backTab)
    #expect(prompt(browser)?.text == "follow")
    browser.press(.character(" "), .tab)
    #expect(browser.effects == [.complete("follow ")])
    browser.complete(LineOffer(["dave"], after: "follow "))
    #expect(prompt(browser)?.text == "follow dave ")
  }

  @Test func `where not all can be seen it is said which are`() {
    var browser = BrowserFixture()
    browser.type(":")
    browser.press(.tab)
    browser.complete(LineOffer((10...29).map { "w\($0)" }))
    #expect(browser.rows.contains { $0.contains(" 1-10 of 20 ") })
    browser.press(.tab, .tab, .tab, .tab, .tab, .tab, .tab, .tab, .tab, .tab, .tab, .tab)
    #expect(browser.rows.contains { $0.contains(" 3-12 of 20 ") })
    browser.press(.escape, .character("?"))
    #expect(browser.rows[0].hasSuffix("more below"))
    browser.press(.end)
    #expect(!browser.rows[0].contains("more below"))
  }

  @Test func `what TAB found for another line is not put into this one`() {
    var browser = BrowserFixture()
    browser.type(":fol")
    browser.press(.tab)
    let late = BrowserEvent.completed("fol", LineOffer(["follow"]))
    browser.press(.control("u"))
    browser.type("sh")
    browser.feed(late)
    #expect(prompt(browser)?.text == "sh")
    browser.press(.escape)
    browser.type("/fol")
    browser.feed(late)
    #expect(prompt(browser)?.text == "fol")
  }

  @Test func `a mark joins the letter before it, and a long line comes letter by letter`() {
    var prompt = Prompt(.command)
    for letter in ["e", "\u{301}", "🇩", "🇪", "\n", "x"] as [Character] {
      _ = prompt.take(.character(letter))
    }
    #expect(prompt.before == ["é", "🇩🇪", " ", "x"])
    var browser = BrowserFixture()
    browser.press(.character(":"))
    let time = processorTime {
      for _ in 0..<100_000 { browser.press(.character("a")) }
    }
    #expect(time < .seconds(20))
    #expect(self.prompt(browser)?.before.count == 100_000)
  }

  @Test func `a late answer does not open the settings of another user`() {
    var browser = BrowserFixture(BrowserFixture.me)
    browser.press(.character("s"), .character(":"))
    browser.feed(.measured(ThumbnailCache(thumbnails: 3, bytes: 108_000)))
    #expect(prompt(browser) != nil)
    var other = BrowserFixture()
    other.feed(.measured(ThumbnailCache(thumbnails: 3, bytes: 108_000)))
    #expect(other.state.panel == nil)
  }

  @Test func `search looks for posts, and for people among people`() {
    var browser = BrowserFixture()
    browser.type("/bread")
    browser.press(.enter)
    guard case .load(_, .search("bread"), _, nil) = browser.effects.first else {
      Issue.record("\(browser.effects)")
      return
    }
    browser.press(.character("p"))
    browser.type("/an")
    browser.press(.enter)
    guard case .load(_, .people(matching: "an"), _, nil) = browser.effects.first else {
      Issue.record("\(browser.effects)")
      return
    }
  }

  @Test(arguments: [("", "search"), ("p", "people")])
  func `a search that failed keeps its words`(page: String, kind: String) {
    var browser = BrowserFixture()
    browser.type(page + "/-bread")
    browser.press(.enter, at: 1_000_000)
    browser.feed(.failed(page: browser.state.page.id, "A term is missing."), at: 1_010_000)
    #expect(prompt(browser)?.text == "-bread" && prompt(browser)?.purpose == .search)
    #expect(browser.state.pages.count == (page.isEmpty ? 1 : 2))
    #expect(browser.state.alert?.text == "A term is missing.")
  }

  @Test func `a line whose page can't be read stays for correction`() {
    var browser = BrowserFixture()
    browser.type(":posts nora")
    browser.press(.enter)
    let nora = Handle(stored: "nora")
    var opening = CommandAnswer(to: .line("posts nora"), viewer: BrowserFixture.person("bob"))
    opening.opens = Destination(.posts(.named(nora)))
    browser.feed(.answered(opening))
    browser.feed(.failed(page: browser.state.page.id, "There is no user 'nora'.", isGone: true))
    #expect(prompt(browser)?.text == "posts nora" && prompt(browser)?.purpose == .command)
    #expect(browser.state.pages.count == 1)
  }

  @Test func `settings are a sheet on one's own profile`() {
    var other = BrowserFixture()
    other.press(.character("s"))
    #expect(other.effects.isEmpty && other.state.panel == nil)
    var browser = BrowserFixture(BrowserFixture.me)
    browser.press(.character("s"))
    #expect(browser.effects == [.measureCache])
    browser.feed(.measured(ThumbnailCache(thumbnails: 3, bytes: 1_548_000)))
    #expect(browser.rows.contains { $0.contains("Clear cache") && $0.contains("1.5 MB") })
    #expect(browser.rows.contains { $0.contains("Change banner") })
    browser.press(.enter)
    #expect(prompt(browser)?.text == "edit-profile --name \"Bob\"")
    browser.press(.character("!"), .enter)
    #expect(browser.effects == [.carryOut(.line("edit-profile --name \"Bob!\""))])
    browser.feed(.measured(ThumbnailCache(thumbnails: 3, bytes: 108_000)))
    browser.press(.down, .enter)
    browser.press(.control("u"))
    browser.type("-q")
    browser.press(.enter)
    #expect(browser.effects == [.carryOut(.line("edit-profile --bio=\"-q\""))])
    browser.feed(.measured(ThumbnailCache(thumbnails: 3, bytes: 108_000)))
    browser.press(.end, .up, .enter)
    #expect(browser.effects == [.carryOut(.line("cache clear"))])
  }

  @Test func `Control-U keeps the beginning of a template, and clears a typed line`() {
    var browser = BrowserFixture(BrowserFixture.me)
    browser.feed(.measured(ThumbnailCache(thumbnails: 3, bytes: 108_000)))
    browser.press(.enter, .control("u"))
    #expect(prompt(browser)?.text == "edit-profile --name \"\"")
    browser.type("Rob")
    browser.press(.control("u"), .control("u"))
    #expect(prompt(browser)?.text == "edit-profile --name \"\"")
    browser.press(.home, .right, .control("u"))
    #expect(prompt(browser)?.text == "dit-profile --name \"\"")
    browser.press(.up, .control("e"), .control("u"))
    #expect(prompt(browser)?.text.isEmpty == true)
  }

  @Test func `a line that was mistyped stays to be mended`() {
    var browser = BrowserFixture()
    browser.feed(
      .answered(answer("", messages: "Error: No.\n", isRefused: true, isMistyped: true)))
    #expect(prompt(browser)?.text == "line")
    browser.type(":like")
    #expect(prompt(browser)?.text == "like")
    browser.type(":")
    #expect(prompt(browser)?.text == "like:")
    browser.press(.escape)
    browser.feed(.answered(answer("", messages: "Error: No.\n", isRefused: true)))
    #expect(prompt(browser) == nil)
  }

  @Test func `a recalled line is no longer the refused one, so a colon extends it`() {
    var browser = BrowserFixture()
    browser.type(":search from")
    browser.press(.enter)
    browser.feed(
      .answered(answer("", messages: "Error: No.\n", isRefused: true, isMistyped: true)))
    browser.press(.up)
    browser.type(":bob")
    #expect(prompt(browser)?.text == "search from:bob")
  }

  private func answer(
    _ output: String, messages: String = "", isRefused: Bool = false, isMistyped: Bool = false,
    opens: Destination? = nil
  ) -> CommandAnswer {
    var answer = CommandAnswer(
      to: .line("line"), output: output, messages: messages, isRefused: isRefused,
      viewer: BrowserFixture.person("bob"))
    answer.isMistyped = isMistyped
    answer.opens = opens
    return answer
  }

  @Test func `a short answer is an alert, a long one a page`() {
    var browser = BrowserFixture()
    browser.feed(.answered(answer("You follow @dave.\n")))
    #expect(browser.state.alert?.text == "You follow @dave.")
    #expect(browser.state.pages.count == 1)
    browser.feed(.answered(answer("", messages: "Error: There is no user 'x'.\n", isRefused: true)))
    #expect(browser.state.alert?.text == "There is no user 'x'.")
    #expect(browser.state.alert?.isTrouble == true)
    browser.feed(.answered(answer("one\ntwo\n")))
    #expect(browser.state.pages.count == 2)
    #expect(browser.rows.contains { $0.hasPrefix(" two") })
    browser.feed(.answered(answer("one\ntwo\n", messages: "More: :users --after=u4\n")))
    #expect(browser.rows.contains { $0.hasPrefix(" More: :users --after=u4") })
    browser.feed(.answered(answer("", opens: Destination(person: BrowserFixture.person("dave")))))
    #expect(browser.state.pages.count == 3)
  }

  @Test func `a short answer is measured in cells`() {
    var browser = BrowserFixture()
    browser.feed(.answered(answer(String(repeating: "短", count: 40) + "\n")))
    #expect(browser.state.alert == nil)
  }

  @Test func `a list of one line is a page`() {
    var browser = BrowserFixture()
    var list = answer("@carol\n")
    list.isList = true
    browser.feed(.answered(list))
    #expect(browser.state.alert == nil && browser.rows.contains { $0.hasPrefix(" @carol") })
  }

  @Test func `an answer shows the failed part beside the done one`() {
    var browser = BrowserFixture()
    var failed = answer("", messages: "a.pctl:1: Error: There is no post 9.\n1 line: 1 refused\n")
    failed.isUndone = true
    browser.feed(.answered(failed))
    #expect(browser.state.alert?.isTrouble == true)
    browser.press(.escape)
    var partly = answer("Posted #4.\n", messages: "a.pctl:2: Error: There is no post 9.\n")
    partly.isUndone = true
    browser.feed(.answered(partly))
    #expect(browser.rows.contains { $0.hasPrefix(" Posted #4.") })
    #expect(browser.rows.contains { $0.hasPrefix(" a.pctl:2: Error: There is no post 9.") })
    browser.press(.escape)
    browser.feed(.answered(answer("Posted #5.\n", messages: "Note: No picture.\n")))
    #expect(browser.state.alert?.text == "Posted #5. Note: No picture.")
  }

  @Test func `an answer takes the place of the one before it`() {
    var browser = BrowserFixture()
    browser.feed(.answered(answer("one\ntwo\n")))
    browser.feed(.answered(answer("three\nfour\n")))
    #expect(browser.rows.contains { $0.hasPrefix(" three") })
    browser.press(.escape)
    #expect(browser.state.pages.count == 1)
    browser.press(.character("?"), .character("?"), .escape)
    #expect(browser.state.pages.count == 1)
  }

  @Test func `an answer keeps its colours on a page, and is plain in an alert`() {
    var browser = BrowserFixture(depth: .ansi256)
    browser.feed(
      .answered(answer("\u{1B}[1mone\u{1B}[0;38;5;9m two\u{1B}[0m\nthree\u{1B}[2Jfour\n")))
    let canvas = browser.frame.canvas
    #expect(canvas[1, 2].paint == Paint(.standard, .bold))
    #expect(canvas[5, 2].paint == Paint(.palette(9)))
    // Colours and weights stay; other escape sequences are shown as text.
    #expect(browser.rows[3] == " three␛[2Jfour")
    browser.feed(.answered(answer("\u{1B}[32mdone\u{1B}[0m\n")))
    #expect(browser.state.alert?.text == "done")
  }

  @Test func `a waiting verb is shown until it is done or refused`() {
    var browser = BrowserFixture()
    browser.press(.character("f"), .character("L"), at: 1_000_000)
    browser.feed(.tick, at: 1_499_999)
    #expect(browser.rows.dropLast().last?.contains("Waiting") == false)
    browser.feed(.tick, at: 1_500_000)
    #expect(browser.rows.dropLast().last == "Waiting for another process …   Ctrl-C leaves")
    let (unfollow, like) = (
      CommandRequest.unfollow(BrowserFixture.person("ana")), CommandRequest.like(Post.ID(30))
    )
    browser.feed(
      .answered(CommandAnswer(to: unfollow, output: "Done.\n", viewer: browser.state.me)),
      at: 2_000_000)
    // The second verb still waits.
    #expect(browser.rows.dropLast().last?.hasPrefix("Waiting") == true)
    guard case .load? = browser.effects.first else {
      Issue.record("\(browser.effects)")
      return
    }
    browser.feed(
      .answered(
        CommandAnswer(
          to: like, messages: "Error: No.\n", isRefused: true, viewer: browser.state.me)),
      at: 2_000_000)
    #expect(browser.rows.dropLast().last?.contains("@bob") == true)
    #expect(browser.state.alert?.text == "No.")
  }

  @Test func `a slow line is shown until it is answered`() {
    var browser = BrowserFixture()
    browser.type(":run long.pctl")
    browser.press(.enter, at: 1_000_000)
    #expect(browser.state.pause == 500_000)
    #expect(browser.rows.dropLast().last?.contains("Under way") == false)
    browser.feed(.tick, at: 1_500_000)
    #expect(browser.rows.dropLast().last == "Under way: :run long.pctl   Ctrl-C leaves")
    #expect(browser.state.pause == nil)
    browser.feed(.progressed("12,000 lines", .line("run long.pctl")), at: 1_600_000)
    #expect(
      browser.rows.dropLast().last == "Under way: :run long.pctl   12,000 lines   Ctrl-C leaves")
    browser.feed(
      .answered(CommandAnswer(to: .line("run long.pctl"), viewer: browser.state.me)),
      at: 2_000_000)
    #expect(browser.rows.dropLast().last?.contains("@bob") == true && browser.state.pause == nil)
  }
}
