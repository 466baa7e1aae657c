import Model
import Rendering
import Testing

@Suite struct `Views` {
  /// Every view, by name.
  static let all: [(name: String, view: any View)] = [
    ("page-posts", ProfilePage(Sample.ana, tab: .posts, posts: Sample.posts, hasViewer: true)),
    ("page-own-private", ProfilePage(Sample.me, tab: .private, posts: [], hasViewer: true)),
    ("page-likes-empty", ProfilePage(Sample.david, tab: .likes, posts: [], hasViewer: true)),
    ("page-no-viewer", ProfilePage(Sample.mallory, tab: .posts, posts: [], hasViewer: false)),
    (
      "page-pictures",
      ProfilePage(
        Sample.ana, tab: .posts, posts: Array(Sample.posts[5...7]), hasViewer: true,
        thumbnails: ["ab12": PictureSample.house])
    ),
    ("grid-two-columns", PostGrid(Sample.posts, columns: 2)),
    ("users", UserList(Sample.profiles)),
    ("users-avatars", UserList(Sample.profiles, avatars: ThumbnailSet())),
    ("suggestions-avatars", SuggestionList(Sample.suggestions, avatars: ThumbnailSet())),
    ("posts", PostLines(Sample.posts)),
    (
      "post",
      PostPage(viewed(Sample.posts[2], likers: [Sample.handle("bob"), Sample.handle("carol")]))
    ),
    ("post-unliked", PostPage(viewed(Sample.posts[0]))),
    (
      "post-own",
      PostPage(
        ViewedPost(
          post: Entry(Sample.posts[0], at: Cursor(.post, 1)), isOwn: true, likers: []))
    ),
    ("post-old", PostPage(viewed(Sample.posts[5], likers: [Sample.handle("bob")]))),
    ("talk", PostLines(Sample.talk)),
    ("talk-grid", PostGrid(Sample.talk, columns: 2)),
    ("talk-tree", ConversationLines(Sample.conversation)),
    ("talk-avatars", PostLines(Sample.talk, avatars: ThumbnailSet())),
    ("talk-tree-avatars", ConversationLines(Sample.conversation, avatars: ThumbnailSet())),
    (
      "talk-post",
      PostPage(
        ViewedPost(
          post: Entry(Sample.talk[1], at: Cursor(.post, 1)), likers: [],
          above: Array(Sample.conversation.prefix(2)), replies: [Sample.talk[0]]))
    ),
    ("talk-post-many-replies", PostPage(manyReplies)),
    ("talk-signed", PostPage(viewed(signed(isVouched: false)))),
    ("talk-vouched", PostPage(viewed(signed(isVouched: true)))),
    ("talk-quote", PostPage(viewed(Sample.talk[3]))),
    ("notices", NoticeList(Sample.notices)),
    ("hashtags", HashtagTable(Sample.hashtags)),
    ("page-replies-empty", ProfilePage(Sample.me, tab: .replies, posts: [], hasViewer: true)),
    ("flags", FlagList(Sample.flags)),
    ("suggestions", SuggestionList(Sample.suggestions)),
    ("outcomes", OutcomeLines(outcomes(.user), of: .user)),
    ("outcomes-posts", OutcomeLines(outcomes(.post), of: .post)),
    ("outcomes-dry", OutcomeLines(outcomes(.user), of: .user, isDryRun: true)),
    (
      "facts",
      KeyValueList([
        .init("path", "/home/ana/.local/share/profilectl/profilectl.db"), .init("pages", "12"),
        .init("source", "\("--as \u{1B}[0m")"),
      ])
    ),
    (
      "table",
      ResultTable(
        columns: ["username", "post_count", "bio"],
        rows: [
          [.string("ana"), .integer(42), .string(Sample.ana.user.bio)],
          [.string("bob"), .integer(3), .null],
          [.string("\u{1B}"), .real(2.5), .string("日本")],
        ])
    ),
    (
      "table-wide",
      ResultTable(
        columns: RecordKind.user.keys,
        rows: Sample.profiles.prefix(2).map { Record($0).values })
    ),
  ]

  /// A post with more replies than its view holds.
  private static var manyReplies: ViewedPost {
    var post = Sample.talk[1]
    post.replyCount = 1_203
    return ViewedPost(
      post: Entry(post, at: Cursor(.post, 1)), likers: [], replies: [Sample.talk[0]])
  }

  /// A post of a shared network.
  private static func signed(isVouched: Bool) -> Post {
    var post = Sample.talk[0]
    post.lasting = Post.LastingFacts(
      name: LastingName(exactly: (0..<16).map { $0 * 16 + 1 }), isVouched: isVouched)
    return post
  }

  private static func viewed(_ post: Post, likers: [Handle] = []) -> ViewedPost {
    ViewedPost(post: Entry(post, at: Cursor(.post, 1)), likers: likers)
  }

  private static func outcomes(_ subject: OutcomeLines.ItemKind) -> [Outcome] {
    Outcome.Result.allCases.map { result in
      switch (subject, result) {
      case (_, .deleted):
        Outcome(input: subject == .user ? "@ana" : "42", result: result)
      case (.user, _):
        Outcome(input: "@ana", result: result, user: Entry(Sample.ana, at: Cursor(.user, 1)))
      case (.key, _): Outcome(input: "3f9c2a81", result: result)
      case (.post, _), (.reports, _):
        Outcome(input: "42", result: result, post: Sample.page.entries[0])
      }
    }
  }

  private func output(_ index: Int, _ traits: Traits) -> Output {
    Views.all[index].view.output(in: traits)
  }

  @Test(arguments: Views.all.indices)
  func `a terminal with colours sees it as recorded`(index: Int) {
    let traits = Traits(width: 80, depth: .ansi256, isTerminal: true, now: Sample.now)
    expectGolden(output(index, traits), "\(Views.all[index].name)-terminal")
  }

  @Test(arguments: Views.all.indices)
  func `a pipe sees it as recorded`(index: Int) {
    let traits = Traits(width: 80, now: Sample.now)
    expectGolden(output(index, traits), "\(Views.all[index].name)-pipe")
  }

  @Test(arguments: Views.all.indices)
  func `ASCII on a narrow screen is as recorded`(index: Int) {
    let traits = Traits(width: 44, isASCII: true, isTerminal: true, now: Sample.now)
    expectGolden(output(index, traits), "\(Views.all[index].name)-ascii")
  }

  @Test(arguments: Views.all.indices)
  func `no line is wider than asked`(index: Int) {
    for width in 1...200 {
      for isASCII in [false, true] {
        let traits = Traits(width: width, isASCII: isASCII, now: Sample.now)
        let text = output(index, traits).text
        for line in text.split(separator: "\n") {
          #expect(SafeText(String(line)).string == line)
          #expect(SafeText(String(line)).width <= width, "at \(width): \(line)")
          #expect(line.last != " ", "at \(width): \(line)")
        }
        #expect(!isASCII || text.utf8.allSatisfy { $0 < 0x7F })
      }
    }
  }

  @Test(arguments: 1...6)
  func `a grid of any number of columns fits any width`(columns: Int) throws {
    let words = try #require(Sample.posts.first { $0.image == nil })
    let posts = [Post](repeating: words, count: columns)
    for width in 20...200 {
      let traits = Traits(width: width, depth: .trueColor, now: Sample.now)
      let text = Views.withoutColours(
        PostGrid(posts, columns: columns).output(in: traits).text)
      let widest = text.split(separator: "\n").map { SafeText(String($0)).width }.max()
      #expect(widest == width)
    }
  }

  @Test(arguments: Views.all.indices)
  func `colours change nothing but colours`(index: Int) {
    let plain = output(index, Traits(width: 72, depth: .trueColor, now: Sample.now)).text
    for depth in [ColorDepth.ansi16, .ansi256] {
      let coloured = output(index, Traits(width: 72, depth: depth, now: Sample.now)).text
      // A block of two equal colours is drawn as a blank.
      let words = { (text: String) in
        Views.withoutColours(text).filter { !$0.isBlock && $0 != " " }
      }
      // Buttons have brackets in sixteen colours.
      if depth == .ansi256 { #expect(words(coloured) == words(plain)) }
      #expect(
        coloured.split(separator: "\n").allSatisfy {
          $0.split(separator: "\u{1B}[0m", omittingEmptySubsequences: false).count <= 2
        })
    }
  }

  private static func withoutColours(_ text: String) -> String {
    var result = ""
    var isEscape = false
    for character in text {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { result.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    return result
  }
}

extension Character {
  fileprivate var isBlock: Bool { "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".contains(self) }
}
