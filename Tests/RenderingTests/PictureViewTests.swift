import Model
import Rendering
import Testing

/// Cards, grids and pages with pictures in them.
@Suite struct `Views with pictures` {
  struct Case: Sendable {
    var width: Int
    var columns = 3
    var depth = ColorDepth.none
    var glyphs = PictureGlyphs.quad
    var isASCII = false
    var isLight = false

    var traits: Traits {
      Traits(
        width: width, depth: depth, isASCII: isASCII, isTerminal: true, isLight: isLight,
        pictureGlyphs: glyphs, now: Sample.now)
    }

    var name: String {
      let words = [
        "gallery-\(width)x\(columns)", depth == .none ? "" : "\(depth)",
        glyphs == .quad ? "" : glyphs.rawValue, isASCII ? "ascii" : "", isLight ? "light" : "",
      ]
      return words.filter { !$0.isEmpty }.joined(separator: "-")
    }
  }

  private func page(_ columns: Int) -> ProfilePage {
    ProfilePage(
      Sample.ana, tab: .posts, posts: PictureSample.posts, hasViewer: true, columns: columns,
      thumbnails: PictureSample.thumbnails, avatar: PictureSample.face)
  }

  @Test(arguments: [
    Case(width: 20, columns: 1, isASCII: true),
    Case(width: 20, depth: .ansi256),
    Case(width: 40, columns: 2, isASCII: true, isLight: true),
    Case(width: 40, columns: 2, depth: .ansi16),
    Case(width: 40, columns: 1),
    Case(width: 80),
    Case(width: 80, isLight: true),
    Case(width: 80, isASCII: true),
    Case(width: 80, depth: .trueColor),
    Case(width: 80, depth: .trueColor, isLight: true),
    Case(width: 80, depth: .ansi256, glyphs: .half),
    Case(width: 80, depth: .ansi16),
    Case(width: 120, columns: 4, depth: .ansi256, glyphs: .sextant),
    Case(width: 120, columns: 5, isASCII: true),
    Case(width: 120, columns: 3, depth: .ansi256, glyphs: .ascii),
    Case(width: 200, columns: 6),
    Case(width: 200, columns: 6, depth: .ansi256),
  ])
  func `are as recorded`(example: Case) {
    expectGolden(page(example.columns).output(in: example.traits), example.name)
  }

  @Test(arguments: 1...6)
  func `are no wider than asked`(columns: Int) {
    for width in stride(from: 20 + columns, through: min(200, 60 * columns), by: 37) {
      for (depth, isASCII) in [(ColorDepth.none, true), (.none, false), (.ansi16, false)] {
        let traits = Traits(width: width, depth: depth, isASCII: isASCII, now: Sample.now)
        let canvas = page(columns).canvas(in: traits)
        #expect(canvas.width == width)
        guard depth == .none else { continue }
        let text = canvas.output.text
        let widest = text.split(separator: "\n").map { SafeText(String($0)).width }.max()
        #expect(widest == width)
        #expect(!isASCII || text.utf8.allSatisfy { $0 < 0x7F })
      }
    }
  }

  @Test(arguments: 1...6)
  func `have the captions of a row in one line`(columns: Int) {
    for width in stride(from: 60, through: 120, by: 7) {
      let posts = Array(PictureSample.posts.prefix(columns))
      let grid = PostGrid(posts, columns: columns, thumbnails: PictureSample.thumbnails)
      let text = grid.output(in: Traits(width: width, now: Sample.now)).text
      let captions = text.split(separator: "\n").filter { $0.contains("#") && $0.contains("♥") }
      #expect(captions.count == 1, "at \(width):\n\(text)")
    }
  }

  @Test func `say in words what can't be drawn`() {
    let grid = PostGrid(
      [PictureSample.posts[5]], columns: 1, thumbnails: PictureSample.thumbnails)
    let text = grid.output(in: Traits(width: 40, now: Sample.now)).text
    #expect(text.contains("[picture: a boat at sunset]"))
  }

  @Test func `show one post as large as the window`() {
    let post = PictureSample.posts[0]
    let page = PostPage(post, likers: [], picture: Self.picture(of: post))
    let besides = PostPage(post, likers: [])
    for width in stride(from: 60, through: 200, by: 35) {
      for height in stride(from: 20, through: 90, by: 14) {
        let traits = Traits(
          width: width, height: height, depth: .ansi256, isTerminal: true, now: Sample.now)
        let rows = page.canvas(in: traits).height
        let picture = rows - besides.canvas(in: traits).height
        let most = max(height - 12, 8)
        #expect(picture <= most, "\(rows) at \(width)x\(height)")
        #expect(picture == most || picture >= width * 64 / 100, "\(rows) at \(width)x\(height)")
      }
    }
  }

  @Test func `give a picture twelve rows of a small window, whatever is said below it`() throws {
    let post = try #require(PictureSample.posts.first { $0.alt == "somebody with dark hair" })
    let traits = Traits(
      width: 80, height: 24, depth: .ansi256, isTerminal: true, now: Sample.now)
    let likers = [Sample.handle("bob")]
    let page = PostPage(post, likers: likers, picture: Self.picture(of: post))
    let painted = page.output(in: traits).text.split(separator: "\n").filter {
      $0.contains("48;5;")
    }
    #expect(painted.count == 12)
  }

  private static func picture(of post: Post) -> Thumbnail? {
    post.image.flatMap { PictureSample.thumbnails[$0.hash] }
  }

  /// The colours of eight stripes of a panorama.
  private static let stripes: [[UInt8]] = [
    [0, 0, 0], [200, 0, 0], [0, 200, 0], [0, 0, 200], [200, 200, 0], [0, 200, 200], [200, 0, 200],
    [255, 255, 255],
  ]

  @Test(arguments: [PictureGlyphs.half, .quad, .sextant], [40, 80, 120])
  func `show all stripes of a panorama in order`(glyphs: PictureGlyphs, width: Int) throws {
    let row = Self.stripes.flatMap { Array(repeatElement($0, count: 80).joined()) }
    let pixels = Array(repeatElement(row, count: 80).joined())
    let panorama = try #require(Thumbnail(width: 640, height: 80, pixels: pixels))
    var traits = Traits(
      width: width, height: 24, depth: .trueColor, isTerminal: true, now: Sample.now)
    traits.pictureGlyphs = glyphs
    let drawn = PictureDrawing(panorama).whole(width: width, height: 12, in: traits)
    #expect(drawn.width == width && drawn.height == (width + 8) / 16)
    let middle = drawn.height / 2
    let seen = (0..<width).map { drawn[$0, middle].paint.background }
    let order = seen.reduce(into: [Color]()) { if $0.last != $1 { $0.append($1) } }
    let expected = Self.stripes.map {
      Color.near(red: $0[0], green: $0[1], blue: $0[2], in: .trueColor)
    }
    #expect(order.filter(expected.contains) == expected)
  }

  @Test func `show what a picture is said to show below it`() throws {
    let post = try #require(PictureSample.posts.first { $0.alt == "somebody with dark hair" })
    let page = PostPage(post, likers: [], picture: Self.picture(of: post))
    let lines = page.output(in: Traits(width: 40, now: Sample.now)).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    let caption = try #require(lines.firstIndex(of: "somebody with dark hair"))
    #expect(lines[caption - 1].hasSuffix("╯") && lines[caption + 1] == "")
  }

  @Test func `leave a picture its room beside a long text`() {
    var post = PictureSample.posts[0]
    post.text = String(repeating: "word ", count: 500)
    let page = PostPage(post, likers: [], picture: Self.picture(of: post))
    let traits = Traits(
      width: 80, height: 40, depth: .ansi256, isTerminal: true, now: Sample.now)
    let painted = page.output(in: traits).text.split(separator: "\n").filter {
      $0.contains("48;5;")
    }
    #expect(painted.count == 28)
  }

  @Test(arguments: [30, 40, 60])
  func `begin the command that is typed next on a line of its own where it would break`(
    width: Int
  ) {
    var traits = Traits(width: width, now: Sample.now)
    traits.program = { "profilectl --as bob " }
    var post = PictureSample.posts[0]
    post.likeCount = 0
    let lines = PostPage(post, likers: []).output(in: traits).text.split(separator: "\n")
    #expect(lines.contains("profilectl --as bob like \(post.id.number)"), "\(lines)")
  }

  @Test(arguments: [Case(width: 80), Case(width: 80, depth: .ansi256), Case(width: 30)])
  func `show one post on a pipe as recorded`(example: Case) {
    let post = PictureSample.posts[0]
    let page = PostPage(
      post, likers: [Sample.handle("bob")],
      picture: Self.picture(of: post))
    expectGolden(page.output(in: example.traits), "post-picture-" + example.name.dropFirst(8))
  }
}

extension PostPage {
  fileprivate init(_ post: Post, likers: [Handle], picture: Thumbnail? = nil) {
    self.init(
      ViewedPost(post: Entry(post, at: Cursor(.post, 1)), likers: likers), picture: picture)
  }
}
