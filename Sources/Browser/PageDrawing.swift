import Model
package import Rendering

/// Keeps slow drawings until something that they depend on changes.
///
/// Copies of a state share one cache: a key has all that a drawing depends on.
package final class DrawingCache {
  /// Everything that a drawing depends on.
  struct Key: Hashable {
    var page: Int
    var part = 0
    var version = 0
    var pictures = 0
    var width = 0
    var height = 0
    /// Relative times are in minutes.
    var minute: Int64 = 0
    var detail = ""
    var style = HeaderStyle.stretchy
  }

  /// The identity of a drawing; the cache keeps the latest of each.
  private struct Slot: Hashable {
    let page: Int
    let part: Int
  }

  /// A viewer goes back and forth between fewer pages.
  private static let most = 24

  /// The drawings of one type.
  struct LatestDrawings<Drawing> {
    private var kept: [Slot: (key: Key, drawing: Drawing)] = [:]

    mutating func drawing(_ key: Key, _ draw: () -> Drawing) -> Drawing {
      let slot = Slot(page: key.page, part: key.part)
      if let (known, drawing) = kept[slot], known == key { return drawing }
      if kept.count >= DrawingCache.most { kept = [:] }
      let drawing = draw()
      kept[slot] = (key, drawing)
      return drawing
    }
  }

  var bodies = LatestDrawings<PageDrawing.Body>()
  var headers = LatestDrawings<ProfileHeader>()
  var banners = LatestDrawings<BannerCache>()

  package func clear() {
    bodies = LatestDrawings()
    headers = LatestDrawings()
    banners = LatestDrawings()
  }
}

/// The drawings of one page, and its layout.
package struct PageDrawing {
  /// The rows of a page, or the text in their place.
  enum Body {
    case grid(GridDrawing)
    case list(ListDrawing)
    case text(TextDrawing)
  }

  let page: BrowserPage
  let traits: Traits
  /// The rows above the last line.
  let window: Int
  /// The columns of grids; nil for as many as fit best.
  let columns: Int?
  let style: HeaderStyle
  let hasMotion: Bool
  let hasViewer: Bool
  let pictures: PictureCache
  let cache: DrawingCache

  private func key(part: Int = 0, version: Int) -> DrawingCache.Key {
    DrawingCache.Key(
      page: page.id, part: part, version: version, pictures: pictures.version,
      width: traits.width, height: window, minute: traits.now.microseconds / 60_000_000,
      style: style)
  }

  /// Nil unless the page is a profile that is loaded.
  var header: ProfileHeader? {
    guard let profile = page.profile, let banner else { return nil }
    let avatar = page.avatar.flatMap { pictures.thumbnails.thumbnails[$0] }
    var key = key(part: -1, version: page.headerVersion)
    // No other picture is in the header.
    key.pictures = avatar == nil ? 0 : 1
    key.detail = "\(banner.detail) \(page.tab.rawValue) \(hasMotion)"
    var traits = traits
    traits.height = window + 1
    return cache.headers.drawing(key) {
      ProfileHeader(
        profile, tabs: TabBar(page.tab, isOwn: profile.relation.isMe), hasViewer: hasViewer,
        avatar: avatar, banner: banner.steps, style: style, hasMotion: hasMotion, in: traits)
    }
  }

  /// The banner of a profile with its steps of blur, which outlive changes of the profile.
  package var banner: (steps: BannerCache, detail: String)? {
    guard let handle = page.profile?.user.handle else { return nil }
    let hash = page.profile?.user.banner.map(\.hash).flatMap {
      pictures.thumbnails.knows($0) ? $0 : nil
    }
    let whole = hash.flatMap { pictures.thumbnails.wholes[$0] }
    let detail = (whole == nil ? "" : "whole ") + (hash ?? handle.text)
    let steps = cache.banners.drawing(
      DrawingCache.Key(page: page.id, part: -2, detail: detail)
    ) {
      BannerCache(whole ?? hash.flatMap { pictures.thumbnails.thumbnails[$0] }, of: handle)
    }
    return (steps, detail)
  }

  /// Nil for a post that is not loaded.
  var body: Body? {
    switch (page.source.shape, page.header) {
    case (.grid, _):
      let part = ProfileTab.allCases.firstIndex(of: page.tab) ?? 0
      return cache.bodies.drawing(key(part: part, version: page.list.version)) {
        .grid(
          GridDrawing(
            page.list.rows.compactMap(\.post), of: page.profile?.user.handle,
            pictures: pictures.thumbnails, columns: columns, window: window, in: traits))
      }
    case (.list, _):
      var traits = traits
      traits.height = window
      return cache.bodies.drawing(key(version: page.list.version)) {
        .list(
          ListDrawing(
            page.list.rows, hasViewer: hasViewer, pictures: pictures.thumbnails, in: traits))
      }
    case (.text, .none), (.text, .profile): return nil
    case (.text, .text(let text)):
      return cache.bodies.drawing(key(version: page.headerVersion)) {
        .text(TextDrawing(PaintedText(text), in: traits))
      }
    case (.text, .keys):
      return cache.bodies.drawing(key(version: 0)) {
        .text(TextDrawing(tables: KeyTable.helpTables, in: traits))
      }
    }
  }

  package var layout: PageLayout {
    var layout = PageLayout(window: window)
    switch body {
    case .grid(let grid):
      layout.header = header?.layout
      (layout.count, layout.columns, layout.height) = (grid.count, grid.columns, grid.height)
      layout.rows = grid.rows(of:)
    case .list(let list):
      (layout.count, layout.height) = (list.count, list.height)
      layout.rows = list.rows(of:)
    case .text(let text): layout.height = text.height
    case nil: break
    }
    return layout
  }

  /// The middle of the chosen tile or row in the window; nil without one.
  func middleOfChosen(at offset: Int) -> (x: Int, y: Int)? {
    guard page.list.selected != nil else { return nil }
    let (layout, index) = (layout, page.list.position.selected)
    let rows = layout.rows(index)
    var x = traits.width / 2
    if case .grid(let grid) = body { x = grid.middle(ofColumn: index % grid.columns) }
    return (x, layout.listTop(at: offset) + (rows.lowerBound + rows.upperBound - 1) / 2)
  }

  /// Draws the header and the rows, scrolled to `offset`.
  func draw(on canvas: inout Canvas, at offset: Int) {
    if page.source.shape == .grid {
      drawProfile(on: &canvas, at: offset)
    } else {
      drawBelowTitle(on: &canvas, at: offset)
    }
  }

  /// Draws the grid, and the header and the tabs over it.
  private func drawProfile(on canvas: inout Canvas, at offset: Int) {
    guard let profile = page.profile, let header else { return }
    let top = header.layout.regionTop(at: offset)
    var traits = traits
    traits.accentHue = Accent(profile.user.handle).hue
    var part = Canvas(width: traits.width, height: max(0, window - top))
    if page.list.isLoaded, page.list.rows.isEmpty {
      part.draw(
        EmptyTab(
          page.tab, of: profile.user, isOwn: profile.relation.isMe,
          writingKey: KeyTable.label(of: .compose)
        ).canvas(in: traits.with(width: traits.width - 2)), x: 1, y: 1)
    } else if page.list.isLoaded, case .grid(let grid) = body {
      grid.draw(
        on: &part, top: header.layout.listTop(at: offset) - top,
        selected: page.list.position.selected, pictures: pictures.thumbnails)
    }
    canvas.draw(part, x: 0, y: top)
    canvas.draw(header.canvas(at: offset), x: 0, y: 0)
  }

  private func drawBelowTitle(on canvas: inout Canvas, at offset: Int) {
    let description = page.description(hasViewer: hasViewer)
    var part = Canvas(width: traits.width, height: window - TitleBar.rows)
    switch body {
    case .list where page.list.isLoaded && page.list.rows.isEmpty:
      let lines = traits.wrap(description.emptyText, to: max(1, traits.width - 2))
      for (row, line) in lines.enumerated() {
        part.draw(line, x: 1, y: 1 + row, Style.faint.paint(in: traits))
      }
    case .list(let list):
      list.draw(
        on: &part, top: -offset, selected: page.list.position.selected,
        pictures: pictures.thumbnails, in: traits)
    case .text(let text): text.draw(on: &part, top: -offset)
    case .grid, nil: break
    }
    canvas.draw(part, x: 0, y: TitleBar.rows)
    let isMoreBelow = page.source.shape == .text && offset < layout.lastOffset
    let remark = description.sibling?.label ?? (isMoreBelow ? "more below" : "")
    canvas.draw(TitleBar(description.title, remark: remark).canvas(in: traits), x: 0, y: 0)
  }
}
