import Model

/// The page of a post: the posts above it, the post, and its replies.
struct SitePost {
  private let viewed: ViewedPost
  private let author: User
  private let page: SitePage
  private let drawing: HTMLPosts
  private let links: SiteLinks

  init(_ viewed: ViewedPost, by author: User, page: SitePage, drawing: HTMLPosts) {
    (self.viewed, self.author, self.page, self.drawing) = (viewed, author, page, drawing)
    links = SiteLinks(page)
  }

  private var post: Post { viewed.post.item }

  func write(to markup: inout Markup) {
    let id = SafeText(post.id)
    SiteHead(
      title: "\(ProfileWords(author).title) · \(id)", hue: Accent(author.handle).hue, links
    ).write(to: &markup)
    markup.literal("<div id=\"page\">\n")
    SiteBreadcrumb(
      [(links.people, "People"), (links.profile(author.handle), SafeText(author.handle))],
      here: id
    ).write(to: &markup)
    markup.literal("<main class=\"post\"><section>\n")
    writeAbove(to: &markup)
    markup.open("article")
    writeAuthor(to: &markup)
    if !drawing.writeFace(of: post, isWhole: true, to: &markup) {
      markup.open("div", [("class", "more")])
      drawing.writeWords(of: post, to: &markup)
      markup.close("div")
    }
    drawing.writeFacts(of: post, on: author.handle, to: &markup)
    markup.close("article")
    drawing.writeReplies(viewed.replies, of: post.replyCount, at: nil, to: &markup)
    if viewed.replies.count < post.replyCount {
      markup.literal(
        "<p class=\"faint\">There are more replies; they are on the pages of their authors.</p>\n")
    }
    markup.literal("</section></main>\n")
    let others = viewed.replies + viewed.above.compactMap(\.post)
    HTMLFaces(of: others + [post], addresses: page.faces(links)).write(to: &markup)
    HTMLFooter(hasHeaders: false).write(to: &markup, in: drawing.traits)
    markup.literal("</body>\n</html>\n")
  }

  private func writeAbove(to markup: inout Markup) {
    guard !viewed.above.isEmpty else { return }
    markup.literal("<section class=\"answers above\" aria-label=\"Above\"><ol>")
    for place in viewed.above {
      if let post = place.post {
        drawing.writeLine(post, to: &markup)
      } else {
        markup.open("li")
        markup.element("p", [("class", "facts")], PostWords.gone)
        markup.close("li")
      }
    }
    markup.literal("</ol></section>\n")
  }

  private func writeAuthor(to markup: inout Markup) {
    markup.open("p", [("class", "author-line")])
    markup.open("svg", [("viewBox", "0 0 70 70"), ("aria-hidden", "true")])
    markup.empty("use", [("href", HTMLFaces.address(of: author.handle))])
    markup.close("svg")
    markup.open("a", [("href", links.profile(author.handle))])
    markup.element("bdi", ProfileWords(author).name)
    markup.close("a")
    if !author.name.isEmpty {
      markup.element("span", [("class", "handle")], " \(author.handle)")
    }
    markup.close("p")
    markup.newline()
  }
}
