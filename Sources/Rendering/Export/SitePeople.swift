import Model

/// The list of users of a site; its first page also has the hashtags.
struct SitePeople {
  private let people: [Profile]
  private let counts: SiteCounts
  private let hashtags: [HashtagUse]
  private let page: SitePage
  private let drawing: HTMLPosts
  private let links: SiteLinks

  init(
    _ people: [Profile], _ counts: SiteCounts, _ hashtags: [HashtagUse], page: SitePage,
    drawing: HTMLPosts
  ) {
    self.people = people
    self.counts = counts
    self.hashtags = hashtags
    self.page = page
    self.drawing = drawing
    links = SiteLinks(page)
  }

  func write(to markup: inout Markup) {
    let title = SafeText(Magnitude.phrase(counts.users, "person", "people"))
    SiteHead(title: title, links).write(to: &markup)
    markup.literal("<div id=\"page\">\n<main class=\"list\"><section>\n<h1>")
    markup.link(page.newer == nil ? nil : links.people, title)
    let posts = SafeText(Magnitude.phrase(counts.posts, "post"))
    markup.element("span", [("class", "faint")], " · \(posts)")
    markup.close("h1")
    if people.isEmpty { markup.literal("<p class=\"faint\">There is nobody here yet.</p>") }
    markup.literal("<ol class=\"people\">\n")
    for person in people { write(person.user, to: &markup) }
    markup.literal("</ol>\n")
    SitePageLinks(
      newer: page.newer, older: page.older, links, words: ("Earlier people", "More people")
    ).write(to: &markup)
    writeHashtags(to: &markup)
    markup.literal("</section></main>\n")
    HTMLFooter(hasHeaders: false).write(to: &markup, in: drawing.traits)
    markup.literal("</body>\n</html>\n")
  }

  private func write(_ user: User, to markup: inout Markup) {
    markup.open("li", [("data-hue", "\(Accent(user.handle).hue)")])
    markup.open("a", [("href", links.profile(user.handle))])
    let size: Markup.Attributes = [("width", "64"), ("height", "64")]
    if let avatar = user.avatar, drawing.pictures.contains(avatar.hash) {
      markup.picture(avatar.hash, [("alt", ""), ("loading", "lazy")] + size)
    } else {
      Identicon(user.handle).write(to: &markup, [("aria-hidden", "true")] + size)
    }
    markup.open("div")
    markup.open("p")
    let handle = SafeText(user.handle)
    markup.element("bdi", user.name.isEmpty ? handle : SafeText(user.name))
    if !user.name.isEmpty { markup.element("span", [("class", "handle")], handle) }
    markup.close("p")
    if !user.bio.isEmpty {
      markup.open("p", [("class", "bio"), ("dir", "auto"), ("lang", "")])
      markup.lines(SafeText(user.bio, .lines))
      markup.close("p")
    }
    let posts = SafeText(Magnitude.phrase(user.counts.posts, "post"))
    let followers = SafeText(Magnitude.phrase(user.counts.followers, "follower"))
    markup.element("p", [("class", "faint")], "\(posts) · \(followers)")
    markup.literal("</div></a></li>\n")
  }

  private func writeHashtags(to markup: inout Markup) {
    guard !hashtags.isEmpty else { return }
    markup.literal("<h2>Hashtags</h2>\n<ul class=\"hashtags\">\n")
    for use in hashtags {
      markup.open("li")
      // Isolates a right-to-left hashtag from its count.
      markup.literal("<bdi>")
      markup.element("a", [("href", links.hashtag(use.tag))], "#\(use.tag.spelling)")
      markup.literal("</bdi>")
      markup.element("span", [("class", "faint")], " " + SafeText(Magnitude.text(use.postCount)))
      markup.close("li")
    }
    markup.literal("</ul>\n")
  }
}
