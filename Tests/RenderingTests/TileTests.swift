import Model
import Rendering
import Testing

@Suite struct `Tiles` {
  private let now = Moment(seconds: 1_767_323_045)

  /// The caption of a post `days` old in a tile of `width` cells.
  private func caption(
    id: Int64, days: Int64, likes: Int, width: Int, isPrivate: Bool = false
  ) -> String {
    let post = Post(
      id: Post.ID(id), author: Sample.handle("ana"), text: "text", image: nil, alt: nil,
      isPrivate: isPrivate, likeCount: likes,
      createdAt: Moment(seconds: 1_767_323_045 - days * 86_400))
    let text = PostGrid([post], columns: 1).output(in: Traits(width: width, now: now)).text
    return String(text.split(separator: "\n").last ?? "")
  }

  @Test func `an old post's caption stays on one line`() {
    #expect(caption(id: 280, days: 250, likes: 2, width: 26) == "♥ 2 · 27 Apr · #280")
    #expect(caption(id: 280, days: 500, likes: 2, width: 26) == "♥ 2 · Aug 2024 · #280")
  }

  @Test func `what doesn't fit goes, the least important first`() {
    #expect(caption(id: 12_345, days: 500, likes: 12_345, width: 26) == "♥ 12.3K Aug 2024 #12345")
    #expect(caption(id: 12_345, days: 500, likes: 12_345, width: 22) == "♥ 12.3K · #12345")
    let wide = caption(id: 280, days: 2, likes: 2, width: 24, isPrivate: true)
    #expect(wide == "♥ 2 · 2d · #280 · ⊘")
    let narrow = caption(id: 280, days: 2, likes: 2, width: 16, isPrivate: true)
    #expect(narrow == "♥ 2 2d #280 ⊘")
    let narrower = caption(id: 280, days: 2, likes: 2, width: 12, isPrivate: true)
    #expect(narrower == "♥ 2 #280 ⊘")
    #expect(caption(id: 12_345, days: 2, likes: 12_345, width: 14) == "♥ 12.3K #12345")
    #expect(caption(id: 12_345, days: 2, likes: 2, width: 11) == "♥ 2 #12345")
    #expect(caption(id: 12_345, days: 2, likes: 2, width: 9) == "#12345")
  }

  @Test(arguments: [20, 30, 44, 80, 120])
  func `posts of a list are as tall as is said before they are drawn`(width: Int) {
    let text = String(repeating: "words that go on and on ", count: 9)
    let posts = [(1, "Short", nil), (2, text, nil), (3, "Short", "house"), (4, text, "house")].map {
      (id: Int64, text: String, hash: String?) in
      Post(
        id: Post.ID(id), author: Sample.handle("ana"), text: text,
        image: hash.map { Image(width: 640, height: 480, bytes: 1, hash: $0) }, createdAt: now)
    }
    let traits = Traits(width: width, height: 24, now: now)
    let pictures = EvictableThumbnails(["house": PictureSample.house])
    let list = ListRows(posts.map(ListRow.post), hasViewer: true, pictures: pictures, in: traits)
    var canvas = Canvas(width: width, height: list.stack.height)
    ListDrawing(list).draw(on: &canvas, top: 0, selected: nil, pictures: pictures, in: traits)
    let lines = canvas.output.text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in posts.indices {
      let rows = list.stack.rows(of: index)
      #expect(!lines[rows.upperBound - 1].isEmpty)
      #expect(index == posts.count - 1 || lines[rows.upperBound].isEmpty)
    }
  }
}
