import Model

/// One tab of a page: its posts as tiles, or a sentence if there are none.
struct HTMLGrid {
  private let tab: ShownProfile
  private let columns: Int
  private let pictures: Set<String>
  private let answers: [Post.ID: [Post]]
  private let traits: Traits

  private var owner: Profile { tab.profile.item }

  init(
    _ tab: ShownProfile, columns: Int, pictures: Set<String>, answers: [Post.ID: [Post]],
    in traits: Traits
  ) {
    self.tab = tab
    self.columns = columns
    self.pictures = pictures
    self.answers = answers
    self.traits = traits
  }

  func write(to markup: inout Markup) {
    markup.open("section", [("id", SafeText(tab.tab.rawValue))])
    markup.element("h2", TabBar.name(of: tab.tab))
    markup.newline()
    let posts = tab.posts.items
    if posts.isEmpty {
      writeEmptiness(to: &markup)
    } else {
      markup.open("ol", [("class", "grid"), ("data-columns", "\(columns)")])
      markup.newline()
      for post in posts { write(post, to: &markup) }
      markup.literal("</ol>\n")
      if tab.posts.next != nil { writeRest(to: &markup) }
    }
    markup.literal("</section>\n")
  }

  /// Writes that the list has more posts, and the command that shows all of them.
  private func writeRest(to markup: inout Markup) {
    let choice: SafeText = tab.tab == .posts ? "" : " --tab \(tab.tab.rawValue)"
    markup.literal(
      "<p class=\"faint\">There are more posts than these. For a page with all of them: ")
    markup.element(
      "code", "profilectl show \(owner.user.handle.text)\(choice) --all --format html")
    markup.literal("</p>\n")
  }

  private func writeEmptiness(to markup: inout Markup) {
    let empty = EmptyTab(tab.tab, of: owner.user.handle, isOwn: owner.relation.isMe)
    markup.open("p")
    markup.text(empty.sentence + " ")
    markup.element("code", empty.command())
    markup.literal("</p>\n")
  }

  /// The text of a post stands below its picture; without a picture, on a tile in its place.
  private func write(_ stored: Post, to markup: inout Markup) {
    let post = stored.repeated
    let id: SafeText = "\(tab.tab.rawValue)-\(String(stored.id.number))"
    markup.literal("<li>")
    markup.open("article", [("id", id), ("data-hue", "\(Accent(post.author).hue)")])
    markup.open("a", [("class", "open"), ("href", "#" + id)])
    if let image = post.image, pictures.contains(image.hash) {
      markup.picture(
        image.hash,
        [
          ("alt", ProfileWords.alternative(to: post)),
          ("width", "\(image.width)"), ("height", "\(image.height)"), ("loading", "lazy"),
          ("decoding", "async"),
        ])
      markup.close("a")
      writeFacts(of: stored, to: &markup)
      markup.open("div", [("class", "more")])
      if !post.text.isEmpty { write(SafeText(post.text, .lines), to: &markup) }
      writeQuote(of: post, to: &markup)
    } else {
      HTMLTile(PostWords(stored).body).write(to: &markup) { writeQuote(of: post, to: &$0) }
      markup.close("a")
      writeFacts(of: stored, to: &markup)
      markup.open("div", [("class", "more")])
    }
    writeAnswers(to: stored, to: &markup)
    markup.literal("</div></article></li>\n")
  }

  private func write(_ text: SafeText, to markup: inout Markup) {
    markup.open("p", [("class", "text"), ("dir", "auto"), ("lang", "")])
    markup.lines(text)
    markup.close("p")
  }

  /// The answers to a post, each with the face of its author.
  private func writeAnswers(to post: Post, to markup: inout Markup) {
    let answers = answers[post.target] ?? []
    guard !answers.isEmpty else { return }
    markup.open("section", [("class", "answers")])
    markup.element("h3", SafeText(Magnitude.phrase(answers.count, "reply", "replies")))
    markup.open("ol")
    for answer in answers {
      markup.open("li", [("data-hue", "\(Accent(answer.author).hue)")])
      markup.open("svg", [("viewBox", "0 0 70 70"), ("aria-hidden", "true")])
      markup.empty("use", [("href", HTMLFaces.address(of: answer.author))])
      markup.close("svg")
      markup.open("div")
      markup.open("p", [("class", "facts")])
      markup.element("span", [("class", "author")], "\(answer.author)")
      writeFact("day", to: &markup) { HTMLTime(answer.createdAt, in: traits).write(to: &$0) }
      writeFact("number", to: &markup) { $0.text("\(answer.id)") }
      markup.close("p")
      write(PostWords(answer).body, to: &markup)
      writeQuote(of: answer, to: &markup)
      markup.literal("</div></li>")
    }
    markup.literal("</ol></section>")
  }

  /// The quoted post, if there is one.
  private func writeQuote(of post: Post, to markup: inout Markup) {
    guard post.quotes != nil else { return }
    markup.open("blockquote")
    if let quoted = post.referenced {
      markup.element("p", [("class", "facts")], "\(quoted.author) · \(quoted.id)")
      write(PostWords(quoted).body, to: &markup)
    } else {
      markup.element("p", [("class", "facts")], PostWords.gone)
    }
    markup.close("blockquote")
  }

  /// Likes, the author of an answered, repeated or foreign post, day and number.
  private func writeFacts(of post: Post, to markup: inout Markup) {
    markup.open("p", [("class", "facts")])
    markup.open(
      "span",
      [
        ("class", "heart"), ("role", "img"),
        ("aria-label", SafeText(Magnitude.phrase(post.likeCount, "like"))),
      ])
    markup.text("♥ ")
    markup.element("b", SafeText(Magnitude.text(post.likeCount)))
    markup.close("span")
    if let relation = PostWords(post).relation(in: traits) {
      let words = SafeText.joined(relation.runs.map(\.text), by: "")
      writeFact("author", to: &markup) { $0.text(words) }
    } else if post.author != owner.user.handle {
      writeFact("author", to: &markup) { $0.text("\(post.author)") }
    }
    writeFact("day", to: &markup) { HTMLTime(post.createdAt, in: traits).write(to: &$0) }
    writeFact("number", to: &markup) { $0.text("\(post.id)") }
    if post.repeated.editedAt != nil { writeFact("only", to: &markup) { $0.text("(edited)") } }
    if post.isPrivate { writeFact("only", to: &markup) { $0.text("private") } }
    markup.close("p")
  }

  /// A fact after a dot, which narrow tiles hide.
  private func writeFact(
    _ name: SafeText, to markup: inout Markup, _ content: (inout Markup) -> Void
  ) {
    markup.open("span", [("class", name)])
    markup.element("span", [("class", "dot")], " · ")
    content(&markup)
    markup.close("span")
  }
}

/// A post without a picture, set in the colours of its author: the first sentence, the remainder,
/// and the hashtags at its end.
private struct HTMLTile {
  private let text: SafeText
  private let parts: TileText
  /// Up to this many letters are set larger.
  private static let brief = 90

  init(_ text: SafeText) {
    self.text = text
    parts = TileText(text)
  }

  /// `quote` writes the quoted post below the words.
  func write(to markup: inout Markup, quote: (inout Markup) -> Void) {
    let isBrief = text.string.count <= HTMLTile.brief
    markup.open("div", [("class", isBrief ? "tile brief" : "tile")])
    markup.open("p", [("class", "text"), ("dir", "auto"), ("lang", "")])
    // The blanks between the parts are kept, so that the page contains the whole text.
    var remainder = text.string[...]
    for (name, part): (SafeText, SafeText) in [("lead", parts.lead), ("rest", parts.rest)] {
      let blank = remainder.prefix(while: \.isWhitespace)
      markup.lines(text[blank.startIndex..<blank.endIndex])
      remainder = remainder[blank.endIndex...]
      let end = remainder.unicodeScalars.index(
        remainder.startIndex, offsetBy: part.string.unicodeScalars.count)
      write(text[remainder.startIndex..<end], as: name, to: &markup)
      remainder = remainder[end...]
    }
    let blank = remainder.prefix(while: \.isWhitespace)
    markup.lines(text[blank.startIndex..<blank.endIndex])
    write(text[blank.endIndex..<remainder.endIndex], as: "tags", to: &markup)
    markup.close("p")
    quote(&markup)
    markup.close("div")
  }

  private func write(_ part: SafeText, as name: SafeText, to markup: inout Markup) {
    guard !part.isEmpty else { return }
    markup.open("span", [("class", name)])
    markup.lines(part)
    markup.close("span")
  }
}

/// The faces beside answers: the picture or the figure of each author, once for the page.
struct HTMLFaces {
  /// The pixels of a face in each direction.
  private static let side = 36

  private let authors: [Handle]
  private let pictures: [Handle: Thumbnail]

  init(of answers: [Post.ID: [Post]], pictures: [Handle: Thumbnail]) {
    authors = Set(answers.values.joined().map(\.author)).sorted()
    self.pictures = pictures
  }

  static func address(of author: Handle) -> SafeText { "#face-\(author.text)" }

  func write(to markup: inout Markup) {
    guard !authors.isEmpty else { return }
    markup.open("svg", [("hidden", "hidden")])
    for author in authors {
      markup.open("symbol", [("id", "face-\(author.text)"), ("viewBox", "0 0 70 70")])
      let size: Markup.Attributes = [("width", "70"), ("height", "70")]
      if let picture = pictures[author] {
        let side = HTMLFaces.side
        let raster = Raster(picture, cells: (side, side / 2), samples: (1, 2))
        markup.empty("image", [("href", PictureContent(raster).address)] + size)
      } else {
        Identicon(author).write(to: &markup, size + [("data-hue", "\(Accent(author).hue)")])
      }
      markup.close("symbol")
    }
    markup.literal("</svg>\n")
  }
}
