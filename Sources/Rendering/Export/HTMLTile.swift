import Model

/// A post without a picture, in the colours of its author: first sentence, remainder, and hashtags
/// at the end.
struct HTMLTile {
  private let words: HTMLWords
  private let text: SafeText
  private let parts: TileText
  /// The most characters of a text in larger type.
  private static let brief = 90

  /// With `links`, web addresses, mentions and hashtags are links.
  init(_ post: Post, links: SiteLinks? = nil) {
    words = HTMLWords(post.repeated, links: links)
    text = PostWords(post).body
    parts = TileText(text)
  }

  /// `quote` writes the quoted post below the words.
  func write(to markup: inout Markup, quote: (inout Markup) -> Void) {
    let isBrief = text.string.count <= HTMLTile.brief
    markup.open("div", [("class", isBrief ? "tile brief" : "tile")])
    markup.open("p", [("class", "text"), ("dir", "auto"), ("lang", "")])
    // Keeps the blanks between the parts, so that the page contains the whole text.
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
    words.write(part, to: &markup)
    markup.close("span")
  }
}

/// The words of a post; in a site its web addresses, mentions and hashtags are links.
struct HTMLWords {
  private let mentions: Set<Handle>
  private let hashtags: Set<Hashtag>
  private let links: SiteLinks?

  init(_ post: Post, links: SiteLinks?) {
    self.links = links
    mentions = links == nil ? [] : Set(post.mentions)
    // Pages of hashtags have only public posts of users with pages.
    let isListed = links?.map.hasPages(post.author) == true && !post.isPrivate
    hashtags = isListed ? Set(post.hashtags) : []
  }

  /// Writes a part of the words, with a `br` element for each line feed.
  func write(_ words: SafeText, to markup: inout Markup) {
    guard let links else { return markup.lines(words) }
    var place = words.string.startIndex
    for (range, address) in targets(in: words, links) where range.lowerBound >= place {
      markup.lines(words[place..<range.lowerBound])
      let rel: SafeText? = address == nil ? "noreferrer" : nil
      markup.element("a", [("href", address ?? words[range]), ("rel", rel)], words[range])
      place = range.upperBound
    }
    markup.lines(words[place..<words.string.endIndex])
  }

  /// The links in the words, in order, each with its page in the site.
  ///
  /// A link without a page is a web address.
  private func targets(
    in words: SafeText, _ links: SiteLinks
  ) -> [(range: Range<String.Index>, page: SafeText?)] {
    var targets: [(range: Range<String.Index>, page: SafeText?)] =
      WebAddress.all(in: words.string).map { ($0.range, nil) }
    guard !mentions.isEmpty || !hashtags.isEmpty else { return targets }
    for token in TextToken.all(in: words.string) {
      if let page = address(of: token, links) { targets.append((token.range, page)) }
    }
    return targets.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func address(of token: TextToken, _ links: SiteLinks) -> SafeText? {
    switch token.kind {
    case .mention(let handle): mentions.contains(handle) ? links.profile(handle) : nil
    case .hashtag(let tag): hashtags.contains(tag) ? links.hashtag(tag) : nil
    }
  }
}

/// The addresses of the pages of a site, relative to one of its pages.
struct SiteLinks {
  let map: SiteMap
  /// The relative path from the page to the folder of the site.
  private let root: String

  init(_ page: SitePage) {
    map = page.map
    let depth = page.path.utf8.count { $0 == UInt8(ascii: "/") }
    root = String(repeating: "../", count: depth)
  }

  /// A file or a page of the site by its path.
  func file(_ path: String) -> SafeText {
    // Hashtags have letters outside ASCII.
    SafeText.percentEncoded(root + path)
  }

  var people: SafeText { file(map.people()) }

  /// Nil for a user without pages.
  func profile(_ handle: Handle, tab: ProfileTab = .posts) -> SafeText? {
    map.hasPages(handle) ? file(map.profile(handle, tab: tab)) : nil
  }

  /// Nil for a post without a page.
  func post(_ id: Post.ID, by author: Handle?) -> SafeText? {
    author.flatMap { map.hasPages($0) ? file(map.post(id, by: $0)) : nil }
  }

  func hashtag(_ tag: Hashtag) -> SafeText { file(map.hashtag(tag)) }
}
