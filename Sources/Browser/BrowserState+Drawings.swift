package import Model
package import Rendering

/// The drawings that page and layout are made of.
extension BrowserState {
  private func key(_ page: BrowserPage, part: Int = 0, version: Int) -> Drawings.Identity {
    Drawings.Identity(
      page: page.id, part: part, version: version, pictures: gallery.version, width: traits.width,
      height: window, minute: traits.now.microseconds / 60_000_000, style: header)
  }

  /// Nil until the profile is there.
  package func header(of content: ProfileContent, on page: BrowserPage) -> ProfileHeader? {
    guard let profile = content.profile else { return nil }
    let banner = banner(of: content, profile, on: page)
    var key = key(page, part: -1, version: content.version)
    // Other pictures than these make no difference.
    key.pictures = avatar(of: content) == nil ? 0 : 1
    key.detail = banner.detail
    let drawing = drawings.drawing(key) {
      .header(
        ProfileHeader(
          profile, hasViewer: me != nil, avatar: avatar(of: content), banner: banner.steps,
          style: header, window: window, in: traits))
    }
    guard case .header(let header) = drawing else { return nil }
    return header
  }

  /// The newest picture, blurred or not: it outlives changes of the profile that it stands behind.
  package func banner(
    of content: ProfileContent, _ profile: Profile, on page: BrowserPage
  ) -> (steps: BannerCache, detail: String) {
    let hash = newest(of: content)?.image?.hash
    let handle = profile.user.handle
    let detail = hash ?? handle.text
    let drawing = drawings.drawing(Drawings.Identity(page: page.id, part: -2, detail: detail)) {
      .banner(BannerCache(hash.flatMap { gallery.shelf.thumbnails[$0] }, of: handle))
    }
    guard case .banner(let steps) = drawing else { preconditionFailure("a banner is kept as one") }
    return (steps, detail)
  }

  private func avatar(of content: ProfileContent) -> Thumbnail? {
    content.avatar.flatMap { gallery.shelf.thumbnails[$0] }
  }

  package func grid(of content: ProfileContent, on page: BrowserPage) -> GridDrawing? {
    let series = content.series
    let part = ProfileTab.allCases.firstIndex(of: content.tab) ?? 0
    let drawing = drawings.drawing(key(page, part: part, version: series.version)) {
      .grid(
        GridDrawing(
          series.items, of: content.profile?.user.handle, pictures: gallery.shelf, window: window,
          in: traits))
    }
    guard case .grid(let grid) = drawing else { return nil }
    return grid
  }

  package func list(of content: PeopleContent, on page: BrowserPage) -> ListDrawing? {
    let drawing = drawings.drawing(key(page, version: content.series.version)) {
      .list(ListDrawing(content.series.items, hasViewer: me != nil, in: traits))
    }
    guard case .list(let list) = drawing else { return nil }
    return list
  }

  package func list(of content: FeedContent, on page: BrowserPage) -> ListDrawing? {
    let drawing = drawings.drawing(key(page, version: content.series.version)) {
      .list(ListDrawing(content.series.items, pictures: gallery.shelf, in: traits))
    }
    guard case .list(let list) = drawing else { return nil }
    return list
  }

  package func canvas(of content: PostContent, on page: BrowserPage) -> Canvas? {
    guard let viewed = content.viewed else { return nil }
    let drawing = drawings.drawing(key(page, version: content.version)) {
      var traits = traits.with(width: traits.width - 2)
      traits.height = window
      return .canvas(PostPage(viewed, thumbnails: gallery.shelf.thumbnails).canvas(in: traits))
    }
    guard case .canvas(let canvas) = drawing else { return nil }
    return canvas
  }

  package func text(of content: TextContent, on page: BrowserPage) -> TextDrawing? {
    let drawing = drawings.drawing(key(page, version: content.version)) {
      switch content.words {
      case .record(_, let words), .answered(let words):
        .text(TextDrawing(PaintedText(words), in: traits))
      case .keys:
        .text(
          TextDrawing(
            tables: KeyTable.groups.map { group in
              (group.title, group.bindings.map { ($0.label, $0.deed) })
            }, in: traits))
      }
    }
    guard case .text(let text) = drawing else { return nil }
    return text
  }

  /// Where everything is on the top page.
  package var layout: PageLayout {
    let page = page
    var layout = PageLayout(window: window)
    switch page.content {
    case .profile(let content):
      layout.header = header(of: content, on: page)?.layout
      guard let grid = grid(of: content, on: page) else { break }
      (layout.count, layout.columns, layout.height) = (grid.count, grid.columns, grid.height)
      layout.rows = grid.rows(of:)
    case .people(let content): list(of: content, on: page).map { layout.take($0) }
    case .feed(let content): list(of: content, on: page).map { layout.take($0) }
    case .post(let content): layout.height = canvas(of: content, on: page)?.height ?? 0
    case .text(let content): layout.height = text(of: content, on: page)?.height ?? 0
    }
    return layout
  }
}

extension PageLayout {
  fileprivate mutating func take(_ list: ListDrawing) {
    (count, height) = (list.count, list.height)
    rows = list.rows(of:)
  }
}
