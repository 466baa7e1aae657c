import Browser
import Model
import Rendering
import Testing

/// Tests late answers while keys continue to arrive.
@Suite struct BrowserAnswerTests {
  private func answer(
    to line: String, opens: Destination? = nil, isMistyped: Bool = false, viewer: String = "bob"
  ) -> BrowserEvent {
    var answer = CommandAnswer(
      to: .line(line), isRefused: isMistyped, viewer: BrowserFixture.person(viewer))
    answer.isMistyped = isMistyped
    answer.opens = opens
    return .answered(answer)
  }

  private func refusal(of request: CommandRequest, _ words: String) -> BrowserEvent {
    .answered(
      CommandAnswer(
        to: request, messages: words, isRefused: true, viewer: BrowserFixture.person("bob")))
  }

  @Test(arguments: [(1_050_000, true), (3_000_000, false)] as [(Int64, Bool)])
  func `a page that a late answer opens ignores keys meant for the page before`(
    time: Int64, isHeard: Bool
  ) {
    var browser = BrowserFixture()
    browser.type(":browse carl")
    browser.press(.enter, at: 1_000_000)
    let opens = Destination(person: BrowserFixture.person("carl"))
    browser.feed(answer(to: "browse carl", opens: opens), at: time)
    browser.show(BrowserFixture.profile("carl", "Carl"), BrowserFixture.posts(1...3))
    let follows = [BrowserEffect.carryOut(.follow(BrowserFixture.person("carl")))]
    browser.press(.character("f"), at: time + 20_000)
    #expect(browser.effects == (isHeard ? follows : []))
    guard !isHeard else { return }
    browser.press(.character("f"), at: time + 600_000)
    #expect(browser.effects == follows)
  }

  @Test func `a line that goes somewhere says how to behave there`() {
    var browser = BrowserFixture(hasMotion: true)
    let person = BrowserFixture.person("carl")
    browser.feed(answer(to: "browse carl", opens: Destination(person: person)))
    #expect(browser.state.header == .stretchy && browser.state.hasMotion && browser.state.usesMouse)
    var opens = Destination(person: person)
    (opens.header, opens.endsMotion, opens.leavesMouse) = (.fading, true, true)
    browser.feed(answer(to: "browse carl", opens: opens))
    #expect(browser.state.header == .fading && !browser.state.hasMotion)
    #expect(!browser.state.usesMouse && browser.effects.contains(.useMouse(false)))
    #expect(browser.state.pages.count == 3)
  }

  @Test func `keys meant for a page come into no line that opens by itself`() {
    var browser = BrowserFixture()
    browser.type(":line")
    browser.press(.enter, at: 1_000_000)
    browser.feed(answer(to: "line", isMistyped: true), at: 3_000_000)
    browser.press(.character("f"), .enter, at: 3_020_000)
    guard case .prompt(let prompt) = browser.state.panel else {
      Issue.record("There is no line.")
      return
    }
    #expect(prompt.text == "line" && browser.effects.isEmpty)
    browser.press(.enter, at: 3_600_000)
    #expect(browser.effects == [.carryOut(.line("line"))])
  }

  @Test(arguments: ["q", " quit ", "exit"])
  func `a line that leaves waits for no deed`(line: String) {
    var browser = BrowserFixture()
    browser.type("f:" + line)
    browser.press(.enter)
    #expect(browser.state.ending == .left && browser.effects.isEmpty)
  }

  @Test func `a waiting verb is requested once, also if its key is pressed again`() {
    var browser = BrowserFixture()
    browser.press(.character("L"))
    #expect(browser.effects == [.carryOut(.like(Post.ID(30)))])
    browser.press(.character("L"))
    #expect(browser.effects.isEmpty && browser.state.pending.entries.count == 1)
    browser.press(.right, .character("L"))
    #expect(browser.effects == [.carryOut(.like(Post.ID(29)))])
    browser.feed(refusal(of: .like(Post.ID(30)), "No."))
    browser.press(.left, .character("L"))
    #expect(browser.effects == [.carryOut(.like(Post.ID(30)))])
  }

  @Test func `a stretch that failed is asked for again, whichever tab is shown by then`() {
    var browser = BrowserFixture()
    browser.show(BrowserFixture.ana, BrowserFixture.posts(1...30), next: true)
    browser.press(.end)
    #expect(browser.effects.count == 1)
    browser.press(.character("2"))
    browser.feed(.failed(page: 0, "It is busy."))
    browser.press(.character("1"), .end)
    guard case .load(_, _, _, _?)? = browser.effects.first else {
      Issue.record("\(browser.effects)")
      return
    }
  }

  @Test func `an answer from before a login does not undo it`() {
    var browser = BrowserFixture()
    browser.type(":users")
    browser.press(.enter)
    browser.type(":login carl")
    browser.press(.enter)
    browser.feed(answer(to: "login carl", viewer: "carl"))
    guard case .answered(var late) = answer(to: "users", viewer: "bob") else { return }
    late.isReading = true
    browser.feed(.answered(late))
    #expect(
      browser.state.me == BrowserFixture.person("carl") && browser.state.pending.entries.isEmpty)
  }

  @Test func `an answer removes only the alerts from before its request`() {
    var browser = BrowserFixture()
    browser.feed(refusal(of: .like(Post.ID(30)), "It was busy."), at: 1_000_000)
    let opens = Destination(person: BrowserFixture.person("carl"))
    browser.type(":browse carl")
    browser.press(.enter, at: 2_000_000)
    browser.feed(answer(to: "browse carl", opens: opens), at: 2_010_000)
    #expect(browser.state.alert == nil)
    browser.type(":users")
    browser.press(.enter, at: 3_000_000)
    browser.feed(refusal(of: .like(Post.ID(30)), "It was busy."), at: 3_010_000)
    browser.feed(answer(to: "users"), at: 3_020_000)
    #expect(browser.state.alert?.text == "It was busy.")
  }

  @Test func `the viewer has their present name, and none after their deletion`() {
    var browser = BrowserFixture()
    browser.feed(.looking(BrowserFixture.person("carl")))
    #expect(browser.state.me == BrowserFixture.person("carl"))
    browser.feed(.looking(nil))
    #expect(browser.state.me == nil)
  }

  @Test func `a page from before a login does not undo it`() {
    var browser = BrowserFixture()
    let login = LoginState.user(BrowserFixture.person("carl").id)
    browser.type(":login carl")
    browser.press(.enter)
    var answer = CommandAnswer(
      to: .line("login carl"), output: "You are @carl on this database.",
      viewer: BrowserFixture.person("carl"))
    answer.login = login
    browser.feed(.answered(answer))
    browser.feed(.looking(BrowserFixture.person("bob")))
    #expect(browser.state.me == BrowserFixture.person("carl") && browser.state.alert != nil)
    browser.feed(.looking(nil, under: login))
    #expect(browser.state.me == nil)
  }

  @Test func `JSON that is wider than the window breaks after commas`() {
    var browser = BrowserFixture(columns: 40)
    let keys = ["id", "author", "is_bookmarked", "is_reposted", "reply_count", "edited_at"]
    let parts = keys.map { "\"\($0)\":null" }
    browser.feed(
      .answered(
        CommandAnswer(
          to: .line("timeline --json"), output: "[\n  {" + parts.joined(separator: ",") + "}\n]\n",
          viewer: BrowserFixture.person("bob"))))
    #expect(parts.allSatisfy { part in browser.rows.contains { $0.contains(part) } })
  }

  @Test func `each answer ends its own waiting`() {
    var browser = BrowserFixture()
    browser.type("f:users")
    browser.press(.enter)
    browser.feed(answer(to: "users"))
    #expect(
      browser.state.pending.entries.map(\.request) == [.unfollow(BrowserFixture.person("ana"))])
    browser.type(":users")
    browser.press(.enter)
    browser.feed(refusal(of: .unfollow(BrowserFixture.person("ana")), "No."))
    #expect(browser.state.pending.entries.map(\.request) == [.line("users")])
  }

  @Test(arguments: [(1_050_000, true), (3_000_000, false)] as [(Int64, Bool)])
  func `keys meant for the page don't answer a question that comes late`(
    time: Int64, isHeard: Bool
  ) {
    var browser = BrowserFixture()
    browser.type(":delete-user ana")
    browser.press(.enter, at: 1_000_000)
    var answer = CommandAnswer(
      to: .line("delete-user ana"), isRefused: true, viewer: BrowserFixture.person("bob"))
    answer.question = "Delete ana?"
    browser.feed(.answered(answer), at: time)
    browser.press(.character("y"), at: time + 20_000)
    #expect(
      browser.effects == (isHeard ? [.carryOut(.line("delete-user ana", isConfirmed: true))] : []))
    #expect((browser.state.panel == nil) == isHeard)
  }

  @Test(arguments: [(1_050_000, true), (3_000_000, false)] as [(Int64, Bool)])
  func `settings that arrive late ignore keys meant for the page`(
    time: Int64, isHeard: Bool
  ) {
    var browser = BrowserFixture(BrowserFixture.me)
    browser.press(.character("s"), at: 1_000_000)
    #expect(browser.effects == [.measureCache])
    browser.feed(.measured(ThumbnailCache(thumbnails: 0, bytes: 0)), at: time)
    browser.press(.down, at: time + 20_000)
    guard case .sheet(let sheet) = browser.state.panel else {
      Issue.record("There are no settings.")
      return
    }
    #expect(sheet.selected == (isHeard ? 1 : 0))
    browser.press(.escape, at: time + 600_000)
    #expect(browser.state.panel == nil)
  }
}
