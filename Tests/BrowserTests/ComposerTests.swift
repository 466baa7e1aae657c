import Browser
import Model
import Rendering
import Support
import Testing

/// Tests the box for a text of several lines.
@Suite struct ComposerTests {
  private func composer(in browser: BrowserFixture) -> Composer? {
    if case .composer(let composer) = browser.state.panel { composer } else { nil }
  }

  @Test func `a post of several lines is sent as a command`() throws {
    var browser = BrowserFixture()
    browser.type("cFirst line")
    browser.press(.enter)
    browser.type("second")
    browser.press(.control("d"))
    #expect(browser.effects == [.carryOut(.verb("post", nil, text: "First line\nsecond"))])
    #expect(composer(in: browser) == nil)
  }

  @Test func `a post that is written on the private tab is private`() {
    var browser = BrowserFixture(BrowserFixture.me)
    browser.type("4cMine")
    #expect(composer(in: browser)?.title == "New private post")
    browser.press(.control("d"))
    #expect(browser.effects == [.carryOut(.verb("post --private", nil, text: "Mine"))])
    browser.type("1cOurs")
    #expect(composer(in: browser)?.title == "New post")
  }

  @Test(arguments: [
    ("r", "reply", "Reply to #30 by @ana"), ("Q", "quote", "Quote of #30 by @ana"),
  ])
  func `a key writes about the chosen post`(key: String, verb: String, title: String) throws {
    var browser = BrowserFixture()
    browser.type(key + "Yes")
    #expect(composer(in: browser)?.title.string == title)
    #expect(browser.rows.contains { $0.contains(title) && $0.contains("2,197 left") })
    browser.press(.control("m"))
    #expect(browser.effects == [.carryOut(.verb(verb, .post(Post.ID(30)), text: "Yes"))])
  }

  @Test func `the words of one's own post are changed, and of no other`() {
    var browser = BrowserFixture()
    browser.type("e")
    #expect(composer(in: browser) == nil)
    #expect(browser.state.alert?.text == "Only your own posts can be edited.")
    var post = BrowserFixture.posts(7...7)
    post[0].author = Handle(stored: "bob")
    var mine = BrowserFixture(BrowserFixture.me, posts: post)
    mine.type("e!")
    mine.press(.control("d"))
    #expect(
      mine.effects == [.carryOut(.verb("edit-post", .post(Post.ID(7)), text: "Post number 7!"))])
  }

  @Test func `writing needs a login`() {
    var browser = BrowserFixture(me: nil)
    browser.type("c")
    #expect(composer(in: browser) == nil && browser.state.alert?.isTrouble == true)
  }

  @Test func `Esc keeps a draft for each subject`() {
    var browser = BrowserFixture()
    browser.type("cA post")
    browser.press(.escape)
    browser.type("rAn answer")
    browser.press(.escape)
    browser.type("c")
    #expect(composer(in: browser)?.text.text == "A post")
    browser.press(.escape)
    browser.type("r")
    #expect(composer(in: browser)?.text.text == "An answer")
  }

  @Test func `the cursor moves over a flag that was typed in two parts at once`() {
    var text = EditedText("", after: "🇪")
    text.insert("🇩")
    _ = text.take(.left)
    #expect(text == EditedText("", after: "🇩🇪"))
    _ = text.take(.right)
    #expect(text == EditedText("🇩🇪"))
  }

  @Test func `a sent text leaves no draft, and a refused one comes back`() throws {
    var browser = BrowserFixture()
    browser.type("cHello")
    browser.press(.control("d"))
    let request = CommandRequest.verb("post", nil, text: "Hello")
    let me = BrowserFixture.person("bob")
    browser.feed(
      .answered(CommandAnswer(to: request, messages: "Error: No.\n", isRefused: true, viewer: me)))
    #expect(composer(in: browser)?.text.text == "Hello")
    browser.press(.control("d"))
    browser.feed(.answered(CommandAnswer(to: request, output: "Posted #31.\n", viewer: me)))
    #expect(composer(in: browser) == nil && browser.state.drafts.isEmpty)
  }

  @Test func `leaving tells of the draft that is lost`() {
    var browser = BrowserFixture()
    browser.type("cHello")
    browser.press(.escape)
    browser.press(.character("q"))
    #expect(browser.rows[23].contains("q leaves and loses 1 draft; any other key stays"))
    browser.press(.character("x"))
    browser.press(.control("c"))
    #expect(browser.rows[23].contains("q leaves and loses 1 draft; any other key stays"))
    #expect(browser.state.ending == nil)
    browser.press(.control("c"))
    #expect(browser.state.ending == .interrupted)
  }

  @Test func `the words for a post that is gone are kept, and not sent by another Ctrl-D`() {
    var browser = BrowserFixture()
    browser.type("rIndeed")
    browser.press(.control("d"))
    guard case .carryOut(let request) = browser.effects.first else {
      Issue.record("Nothing was sent.")
      return
    }
    var answer = CommandAnswer(
      to: request, messages: "Error: There is no post 1.\n", isRefused: true,
      viewer: BrowserFixture.person("bob"))
    answer.isPostGone = true
    browser.feed(.answered(answer))
    #expect(composer(in: browser) == nil)
    #expect(
      browser.state.alert?.text == "There is no post 1. Your words are the draft of a new post (c)."
    )
    browser.type("c")
    #expect(composer(in: browser)?.text.text == "Indeed")
  }

  @Test func `a text is sent without the line ends at its end`() {
    var browser = BrowserFixture()
    browser.type("cHello")
    browser.press(.enter, .enter, .control("d"))
    #expect(browser.effects == [.carryOut(.verb("post", nil, text: "Hello"))])
    browser.feed(
      .answered(
        CommandAnswer(to: .verb("post", nil, text: "Hello"), output: "Posted.", viewer: nil)))
    #expect(browser.state.drafts.isEmpty)
  }

  @Test func `an empty text is not sent`() {
    var browser = BrowserFixture()
    browser.type("c  ")
    browser.press(.enter, .control("d"))
    #expect(browser.effects.isEmpty && composer(in: browser) != nil)
  }

  @Test func `TAB completes a handle or hashtag within the text`() {
    var browser = BrowserFixture()
    browser.type("cThanks, @c")
    browser.press(.tab)
    #expect(browser.effects == [.completeWord("@c")])
    browser.feed(.completed("@c", LineOffer(["@carl", "@carol"])))
    #expect(composer(in: browser)?.text.text == "Thanks, @car")
    browser.press(.tab, .tab)
    #expect(composer(in: browser)?.text.text == "Thanks, @carol")
    browser.type(" #b")
    browser.press(.tab)
    browser.feed(.completed("#b", LineOffer(["#bread"])))
    #expect(composer(in: browser)?.text.text == "Thanks, @carol #bread ")
    browser.type("x")
    browser.press(.tab)
    #expect(browser.effects.isEmpty)
  }

  @Test func `Up and Down move between the rows that are seen`() {
    var browser = BrowserFixture(columns: 24)
    browser.type("cone two three four five six seven")
    browser.press(.up)
    browser.type("!")
    #expect(composer(in: browser)?.text.text == "one two three !four five six seven")
    browser.press(.up, .up)
    browser.type(">")
    #expect(composer(in: browser)?.text.text == ">one two three !four five six seven")
    browser.press(.down, .down, .down)
    browser.type(".")
    #expect(composer(in: browser)?.text.text == ">one two three !four five six seven.")
  }

  @Test func `the text of an editor takes the place of the typed one`() {
    var browser = BrowserFixture()
    browser.type("cdraft")
    browser.press(.control("o"))
    #expect(browser.effects == [.edit("draft")])
    browser.feed(.edited("edited\ntext"))
    #expect(composer(in: browser)?.text.text == "edited\ntext")
  }

  @Test func `the box shows the beginning of the answered post, if there is room`() {
    let words = "What is dead\nmay never die, " + String(repeating: "and so on ", count: 20)
    var post = BrowserFixture.posts(7...7)
    post[0].text = words
    var browser = BrowserFixture(posts: post, columns: 60, rows: 20)
    browser.type("rYes")
    let shown = browser.rows.filter { $0.hasPrefix("│ │ ") }
    #expect(shown.count == 2)
    #expect(shown.first?.contains(" What is dead may never die, and so on") == true)
    #expect(shown.last?.contains("and so on…") == true)
    browser.press(.escape)
    browser.type("e")
    #expect(!browser.rows.contains { $0.contains("│ │") })
    browser.feed(.resized(columns: 60, rows: 7))
    browser.type("Q")
    #expect(!browser.rows.contains { $0.contains("│ │") })
  }

  @Test(arguments: [(80, 24), (120, 40), (20, 6)])
  func `the box at the bottom`(columns: Int, rows: Int) {
    var browser = BrowserFixture(columns: columns, rows: rows)
    browser.type("rThe crust is the best part of it, and the crumb is for @ca")
    browser.press(.enter)
    browser.type("日本語 too")
    Golden.expect(browser.rows.joined(separator: "\n"), "\(columns)x\(rows)")
  }

  @Test func `a cursor is where its character would be typed`() {
    let characters = Array("Un mot, 日本 et un autre\n\nfin")
    let traits = Traits(width: 80, isTerminal: true, now: Moment(seconds: 0))
    for width in 1...30 {
      let wrapped = WrappedText(characters, width: width, in: traits)
      for index in 0...characters.count {
        let place = wrapped.place(of: index)
        #expect(wrapped.rows.indices.contains(place.row))
        #expect(place.column <= max(width, 2))
        #expect(
          wrapped.rows[place.row].contains(index) || index == wrapped.rows[place.row].upperBound)
      }
      let joined = wrapped.rows.map { String(characters[$0]) }.joined()
      #expect(joined == String(characters.filter { !$0.isNewline }))
    }
  }
}
