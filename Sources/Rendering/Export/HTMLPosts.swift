import Model

/// Draws posts on pages: as tiles with facts, and as replies with the face of their author.
struct HTMLPosts {
  let pictures: Set<String>
  /// Nil on a single page.
  var links: SiteLinks?
  let traits: Traits

  /// Writes posts as tiles.
  ///
  /// Posts of `owner` do not name their author. `name` is the beginning of the identifiers of the
  /// tiles.
  func writeTiles(
    _ posts: [Post], named name: SafeText, of owner: Handle?, columns: Int,
    replies: [Post.ID: [Post]], to markup: inout Markup
  ) {
    markup.open("ol", [("class", "grid"), ("data-columns", "\(columns)")])
    markup.newline()
    for post in posts {
      let id: SafeText = "\(name)-\(String(post.id.number))"
      write(post, id: id, of: owner, replies: replies[post.target] ?? [], to: &markup)
    }
    markup.literal("</ol>\n")
  }

  /// Writes a post: the picture with the text below it, or the text on a tile.
  private func write(
    _ stored: Post, id: SafeText, of owner: Handle?, replies: [Post], to markup: inout Markup
  ) {
    markup.literal("<li>")
    markup.open("article", [("id", id), ("data-hue", "\(Accent(stored.repeated.author).hue)")])
    markup.open("a", [("class", "open"), ("href", address(of: stored) ?? "#" + id)])
    let hasTile = writeFace(of: stored, isWhole: false, to: &markup)
    markup.close("a")
    writeFacts(of: stored, on: owner, to: &markup)
    markup.open("div", [("class", "more")])
    if !hasTile { writeWords(of: stored.repeated, to: &markup) }
    writeReplies(replies, of: stored.replyCount, at: address(of: stored), to: &markup)
    markup.literal("</div></article></li>\n")
  }

  /// The page of a post; for a repost, that of the repeated post.
  private func address(of post: Post) -> SafeText? {
    if post.reposts != nil, post.referenced == nil { return nil }
    return links?.post(post.target, by: post.repeated.author)
  }

  /// Writes the picture of a post, or a tile with all its words; returns whether it is a tile.
  ///
  /// Only the whole tile has links.
  func writeFace(of stored: Post, isWhole: Bool, to markup: inout Markup) -> Bool {
    let post = stored.repeated
    guard let image = post.image, pictures.contains(image.hash) else {
      HTMLTile(stored, links: isWhole ? links : nil).write(to: &markup) {
        writeQuote(of: post, isLinked: isWhole, to: &$0)
      }
      return true
    }
    markup.picture(
      image.hash,
      [
        ("alt", ProfileWords.alternative(to: post)),
        ("width", "\(image.width)"), ("height", "\(image.height)"),
        ("loading", isWhole ? nil : "lazy"), ("decoding", "async"),
      ])
    return false
  }

  func writeWords(of post: Post, to markup: inout Markup) {
    if !post.text.isEmpty { write(SafeText(post.text, .lines), of: post, to: &markup) }
    writeQuote(of: post, to: &markup)
  }

  private func write(_ text: SafeText, of post: Post, to markup: inout Markup) {
    markup.open("p", [("class", "text"), ("dir", "auto"), ("lang", "")])
    HTMLWords(post, links: links).write(text, to: &markup)
    markup.close("p")
  }

  /// Writes the replies to a post, each with the face of its author.
  ///
  /// If there are more, it links the page with all of them.
  func writeReplies(
    _ replies: [Post], of count: Int, at address: SafeText?, to markup: inout Markup
  ) {
    let rest = replies.count < count ? address : nil
    if replies.isEmpty, rest == nil { return }
    let words = SafeText(Magnitude.phrase(max(replies.count, count), "reply", "replies"))
    markup.open("section", [("class", "answers")])
    markup.open("h3")
    markup.link(rest, words)
    markup.close("h3")
    if !replies.isEmpty {
      markup.open("ol")
      for reply in replies { writeLine(reply, to: &markup) }
      markup.close("ol")
    }
    markup.close("section")
  }

  func writeLine(_ post: Post, to markup: inout Markup) {
    markup.open("li", [("data-hue", "\(Accent(post.author).hue)")])
    markup.open("svg", [("viewBox", "0 0 70 70"), ("aria-hidden", "true")])
    markup.empty("use", [("href", HTMLFaces.address(of: post.author))])
    markup.close("svg")
    markup.open("div")
    markup.open("p", [("class", "facts")])
    writeAuthor(post.author, to: &markup)
    writeFact("day", to: &markup) { HTMLTime(post.createdAt, in: traits).write(to: &$0) }
    writeNumber(of: post, to: &markup)
    if links != nil, post.replyCount > 0 {
      let count = SafeText(Magnitude.phrase(post.replyCount, "reply", "replies"))
      writeFact("only", to: &markup) { $0.text(count) }
    }
    markup.close("p")
    write(PostWords(post).body, of: post, to: &markup)
    writeQuote(of: post, to: &markup)
    markup.literal("</div></li>")
  }

  private func writeQuote(of post: Post, isLinked: Bool = true, to markup: inout Markup) {
    guard post.quotes != nil else { return }
    markup.open("blockquote")
    if let quoted = post.referenced {
      let words: SafeText = "\(quoted.author) · \(quoted.id)"
      let address = isLinked ? links?.post(quoted.id, by: quoted.author) : nil
      markup.open("p", [("class", "facts")])
      markup.link(address, words)
      markup.close("p")
      markup.open("p", [("class", "text"), ("dir", "auto"), ("lang", "")])
      HTMLWords(quoted, links: isLinked ? links : nil).write(PostWords(quoted).body, to: &markup)
      markup.close("p")
    } else {
      markup.element("p", [("class", "facts")], PostWords.gone)
    }
    markup.close("blockquote")
  }

  /// Writes likes, the author of an answered, repeated or foreign post, day and number.
  func writeFacts(of post: Post, on owner: Handle?, to markup: inout Markup) {
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
      let address =
        post.reposts != nil
        ? address(of: post) : post.replyTo.flatMap { links?.post($0, by: post.answered) }
      writeFact("author", to: &markup) { $0.link(address, words) }
    } else if post.author != owner {
      writeFact("author", to: &markup) { $0.link(links?.profile(post.author), "\(post.author)") }
    }
    writeFact("day", to: &markup) { HTMLTime(post.createdAt, in: traits).write(to: &$0) }
    writeNumber(of: post, to: &markup)
    if post.repeated.editedAt != nil { writeFact("only", to: &markup) { $0.text("(edited)") } }
    if post.isPrivate { writeFact("only", to: &markup) { $0.text("private") } }
    markup.close("p")
  }

  private func writeAuthor(_ author: Handle, to markup: inout Markup) {
    markup.open("span", [("class", "author")])
    markup.link(links?.profile(author), "\(author)")
    markup.close("span")
  }

  private func writeNumber(of post: Post, to markup: inout Markup) {
    writeFact("number", to: &markup) { $0.link(address(of: post), "\(post.id)") }
  }

  /// Writes a fact after a dot; narrow tiles hide facts of some classes.
  private func writeFact(
    _ name: SafeText, to markup: inout Markup, _ content: (inout Markup) -> Void
  ) {
    markup.open("span", [("class", name)])
    markup.element("span", [("class", "dot")], " · ")
    content(&markup)
    markup.close("span")
  }
}

extension Markup {
  /// Writes text, as a link if there is an address.
  mutating func link(_ address: SafeText?, _ content: SafeText) {
    if let address { element("a", [("href", address)], content) } else { text(content) }
  }
}

/// The pictures or figures of authors beside posts in lists, once for the whole page.
struct HTMLFaces {
  private static let side = 36

  private let authors: [Handle]
  private let addresses: [Handle: SafeText]

  init(of posts: some Sequence<Post>, addresses: [Handle: SafeText]) {
    authors = Set(posts.map(\.author)).sorted()
    self.addresses = addresses
  }

  static func address(of author: Handle) -> SafeText { "#face-\(author.text)" }

  /// A picture as a `data:` URL.
  static func address(of picture: Thumbnail) -> SafeText {
    PictureContent(Raster(picture, cells: (side, side / 2), samples: (1, 2))).address
  }

  func write(to markup: inout Markup) {
    guard !authors.isEmpty else { return }
    markup.open("svg", [("hidden", "hidden")])
    for author in authors {
      markup.open("symbol", [("id", "face-\(author.text)"), ("viewBox", "0 0 70 70")])
      let size: Markup.Attributes = [("width", "70"), ("height", "70")]
      if let address = addresses[author] {
        markup.empty(
          "image", [("href", address)] + size + [("preserveAspectRatio", "xMidYMid slice")])
      } else {
        Identicon(author).write(to: &markup, size + [("data-hue", "\(Accent(author).hue)")])
      }
      markup.close("symbol")
    }
    markup.literal("</svg>\n")
  }
}
