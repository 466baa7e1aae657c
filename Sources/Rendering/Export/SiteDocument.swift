package import Model

/// A page of a site, which shares style sheet, script and pictures with the other pages.
///
/// Everything is readable and reachable without the script.
package struct SiteDocument {
  /// The files that all pages of a site share.
  package static let style = PageResource.style.bytes + PackageResources.site_css
  package static let script = PageResource.script.bytes

  private static let columns = 3

  private let page: SitePage
  private let links: SiteLinks
  private let traits: Traits
  private let drawing: HTMLPosts

  package init(_ page: SitePage, in traits: Traits) {
    (self.page, self.traits) = (page, traits)
    links = SiteLinks(page)
    drawing = HTMLPosts(pictures: Set(page.pictures.keys), links: links, traits: traits)
  }

  package var bytes: [UInt8] {
    var markup = Markup(
      isASCII: traits.isASCII, addresses: page.pictures.mapValues { links.file($0) })
    switch page.content {
    case .people(let people, let counts, let hashtags):
      SitePeople(people, counts, hashtags, page: page, drawing: drawing).write(to: &markup)
    case .profile(let profile, let tabs): write(profile, tabs, to: &markup)
    case .post(let viewed, let author):
      SitePost(viewed, by: author, page: page, drawing: drawing).write(to: &markup)
    case .hashtag(let tag, let posts): write(tag, posts, to: &markup)
    }
    return markup.output.bytes
  }

  /// Writes the card and the tabs; tiles open as dialogs with the script, otherwise as pages.
  private func write(_ profile: Profile, _ tabs: [SiteTab], to markup: inout Markup) {
    let user = profile.user
    let chosen = tabs.first?.tab ?? .posts
    let hasPosts = SitePage.hasPosts(profile, tabs)
    SiteHead(title: ProfileWords(user).title, hue: Accent(user.handle).hue, tab: chosen, links)
      .write(to: &markup) { markup in if hasPosts { writeFeedLinks(to: &markup) } }
    HTMLCard(
      profile, hasViewer: false, pictures: drawing.pictures, links: links, hasPattern: hasPosts,
      in: traits
    ).write(to: &markup)
    markup.open("main", [("id", "main")])
    writeTabs(of: user.handle, tabs, to: &markup)
    for tab in tabs {
      HTMLGrid(tab.tab, of: profile, columns: Self.columns, drawing: drawing)
        .write(tab.posts, replies: tab.replies, to: &markup) { markup in
          writePageLinks(
            newer: tab.page > 1 ? path(of: user.handle, tab, tab.page - 1) : nil,
            older: tab.hasMore ? path(of: user.handle, tab, tab.page + 1) : nil, to: &markup)
        }
    }
    markup.literal("</main>\n")
    HTMLFaces(of: tabs.flatMap { $0.replies.values.joined() }, addresses: faces)
      .write(to: &markup)
    HTMLFooter(hasHeaders: true).write(to: &markup, in: traits) { markup in
      guard hasPosts else { return }
      markup.literal(" · <a href=\"feed.xml\">Atom</a> · <a href=\"feed.json\">JSON Feed</a>")
    }
    markup.open("script", [("src", links.file(SiteMap.script))])
    markup.literal("</script>\n</body>\n</html>\n")
  }

  private func writeFeedLinks(to markup: inout Markup) {
    for (type, address, title): (SafeText, SafeText, SafeText) in [
      ("application/atom+xml", "feed.xml", "Atom"),
      ("application/feed+json", "feed.json", "JSON Feed"),
    ] {
      markup.empty(
        "link", [("rel", "alternate"), ("type", type), ("href", address), ("title", title)])
    }
    markup.newline()
  }

  /// Writes the links to tabs; a later page of a tab links the first page for other tabs.
  private func writeTabs(of handle: Handle, _ tabs: [SiteTab], to markup: inout Markup) {
    markup.open("nav", [("id", "tabs"), ("aria-label", "Lists")])
    let isFirst = tabs.allSatisfy { $0.page == 1 }
    let shown = isFirst ? tabs.map(\.tab) : ProfileTab.offered(toOwner: false)
    for tab in shown {
      let isHere = tabs.contains { $0.tab == tab }
      let address = isHere ? "#\(tab.rawValue)" : links.profile(handle, tab: tab)
      markup.element("a", [("href", address)], TabBar.name(of: tab))
    }
    markup.close("nav")
    markup.newline()
  }

  private func path(of handle: Handle, _ tab: SiteTab, _ page: Int) -> String {
    links.map.profile(handle, tab: tab.tab, page: page)
  }

  private func write(_ tag: Hashtag, _ posts: [Post], to markup: inout Markup) {
    let title: SafeText = "#\(tag.spelling)"
    SiteHead(title: title, links).write(to: &markup)
    markup.literal("<div id=\"page\">\n")
    SiteBreadcrumb([(links.people, "People")], here: title).write(to: &markup)
    markup.literal("<main class=\"list\"><section>\n")
    markup.element("h1", title)
    drawing.writeTiles(
      posts, named: "post", of: nil, columns: Self.columns, replies: [:], to: &markup)
    writePageLinks(newer: page.newer, older: page.older, to: &markup)
    markup.literal("</section></main>\n")
    HTMLFooter(hasHeaders: false).write(to: &markup, in: traits)
    markup.literal("</body>\n</html>\n")
  }

  private func writePageLinks(newer: String?, older: String?, to markup: inout Markup) {
    SitePageLinks(newer: newer, older: older, links).write(to: &markup)
  }

  private var faces: [Handle: SafeText] { page.faces(links) }
}

extension SitePage {
  func faces(_ links: SiteLinks) -> [Handle: SafeText] {
    avatars.compactMapValues { pictures[$0].map { links.file($0) } }
  }
}

/// The head of a page of a site, with the shared style sheet.
struct SiteHead {
  private let head: HTMLHead
  private let links: SiteLinks

  init(title: SafeText, hue: Int? = nil, tab: ProfileTab? = nil, _ links: SiteLinks) {
    head = HTMLHead(
      title: title, hue: hue, tab: tab,
      policy: """
        default-src 'none'; img-src 'self' file: data:; style-src 'self' file:; \
        script-src 'self' file:; base-uri 'none'; form-action 'none'
        """)
    self.links = links
  }

  func write(to markup: inout Markup, more writeMore: (inout Markup) -> Void = { _ in }) {
    head.write(to: &markup) { markup in
      markup.empty("link", [("rel", "stylesheet"), ("href", links.file(SiteMap.style))])
      markup.newline()
      writeMore(&markup)
    }
  }
}

/// The links from the first page to this one.
struct SiteBreadcrumb {
  private let steps: [(address: SafeText?, words: SafeText)]
  private let here: SafeText

  init(_ steps: [(address: SafeText?, words: SafeText)], here: SafeText) {
    (self.steps, self.here) = (steps, here)
  }

  func write(to markup: inout Markup) {
    markup.open("nav", [("class", "way"), ("aria-label", "Site")])
    for (address, words) in steps {
      markup.link(address, words)
      markup.literal("<span aria-hidden=\"true\"> › </span>")
    }
    markup.element("span", [("aria-current", "page")], here)
    markup.close("nav")
    markup.newline()
  }
}

/// The links to the previous and the next page of a list.
struct SitePageLinks {
  private let newer: String?
  private let older: String?
  private let links: SiteLinks
  private let words: (newer: SafeText, older: SafeText)

  init(
    newer: String?, older: String?, _ links: SiteLinks,
    words: (newer: SafeText, older: SafeText) = ("Newer posts", "Older posts")
  ) {
    (self.newer, self.older, self.links, self.words) = (newer, older, links, words)
  }

  func write(to markup: inout Markup) {
    if newer == nil, older == nil { return }
    markup.open("nav", [("class", "pages"), ("aria-label", "Pages")])
    if let newer {
      markup.element("a", [("rel", "prev"), ("href", links.file(newer))], "‹ " + words.newer)
    }
    if let older {
      markup.element("a", [("rel", "next"), ("href", links.file(older))], words.older + " ›")
    }
    markup.close("nav")
    markup.newline()
  }
}
