import Model

/// One tab of a page: its posts as tiles, or a sentence if there are none.
struct HTMLGrid {
  private let tab: ShownProfile
  private let columns: Int
  private let pictures: Set<String>
  private let traits: Traits

  private var owner: Profile { tab.profile.item }

  init(
    _ tab: ShownProfile, columns: Int, pictures: Set<String>, in traits: Traits
  ) {
    self.tab = tab
    self.columns = columns
    self.pictures = pictures
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
      if tab.posts.next != nil { markup.literal("<p class=\"faint\">There are older ones.</p>\n") }
    }
    markup.literal("</section>\n")
  }

  private func writeEmptiness(to markup: inout Markup) {
    let empty = EmptyTab(tab.tab, of: owner.user.handle, isOwn: owner.relation.isMe)
    markup.open("p")
    markup.text(empty.sentence + " ")
    markup.element("code", empty.command())
    markup.literal("</p>\n")
  }

  /// The text of a post stands below its picture; without a picture, in its place.
  private func write(_ stored: Post, to markup: inout Markup) {
    let post = stored.repeated
    let id: SafeText = "\(tab.tab.rawValue)-\(String(stored.id.number))"
    markup.literal("<li>")
    markup.open("article", [("id", id)])
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
      if !post.text.isEmpty { write(SafeText(post.text, .lines), to: &markup) }
      writeQuote(of: post, to: &markup)
    } else {
      markup.open("div", [("class", "box")])
      write(PostWords(stored).body, to: &markup)
      writeQuote(of: post, to: &markup)
      markup.literal("</div></a>")
      writeFacts(of: stored, to: &markup)
    }
    markup.literal("</article></li>\n")
  }

  private func write(_ text: SafeText, to markup: inout Markup) {
    markup.open("p", [("class", "text"), ("dir", "auto"), ("lang", "")])
    markup.lines(text)
    markup.close("p")
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
