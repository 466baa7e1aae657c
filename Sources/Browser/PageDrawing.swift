import Model
package import Rendering

/// Keeps the drawings of the page on top until something that they depend on changes.
///
/// The owner of the view has one for all frames.
package final class DrawingCache {
  /// The latest drawing of one kind.
  struct Latest<Version: Equatable, Drawing> {
    private var kept: (version: Version, drawing: Drawing)?

    mutating func drawing(for version: Version, _ draw: () -> Drawing) -> Drawing {
      if let kept, kept.version == version { return kept.drawing }
      let drawing = draw()
      kept = (version, drawing)
      return drawing
    }
  }

  fileprivate var grid = Latest<PageVersion, GridDrawing>()
  fileprivate var list = Latest<PageVersion, ListDrawing>()
  fileprivate var header = Latest<PageVersion, ProfileHeader>()
  /// By the source of the picture and the width.
  fileprivate var banner = Latest<String, BannerCache>()

  package init() {}
}

/// The drawings of the page on top.
package struct PageDrawing {
  private let state: BrowserState
  private let layout: PageLayout
  private let cache: DrawingCache
  private let version: PageVersion

  private var page: BrowserPage { state.page }
  private var traits: Traits { state.traits }
  private var window: Int { state.window }
  private var pictures: EvictableThumbnails { state.pictures.thumbnails }

  init(_ state: BrowserState, _ layout: PageLayout, _ cache: DrawingCache) {
    (self.state, self.layout, self.cache) = (state, layout, cache)
    version = PageVersion(state)
  }

  /// Nil unless the page is a profile that is loaded.
  private var header: ProfileHeader? {
    guard let profile = page.profile, let banner else { return nil }
    return cache.header.drawing(for: version) {
      ProfileHeader(profile, in: state, banner: banner)
    }
  }

  /// The banner of a profile with its steps of blur, which outlive changes of the profile.
  package var banner: BannerCache? {
    guard let user = page.profile?.user else { return nil }
    let hash = user.banner.map(\.hash).flatMap { pictures.knows($0) ? $0 : nil }
    let whole = hash.flatMap { pictures.wholes[$0] }
    let picture = "\(whole == nil ? "" : "whole ")\(hash ?? user.handle.text) \(traits.width)"
    return cache.banner.drawing(for: picture) {
      BannerCache(whole ?? hash.flatMap { pictures.thumbnails[$0] }, of: user.handle)
    }
  }

  /// The middle of the chosen tile or row in the window; nil without one.
  func middleOfChosen(at offset: Int) -> (x: Int, y: Int)? {
    guard page.list.selected != nil else { return nil }
    let index = page.list.position.selected
    let rows = layout.rows(index)
    var x = traits.width / 2
    if case .grid(let grid) = layout.body { x = grid.middle(ofColumn: index % grid.columns) }
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
    } else if page.list.isLoaded, case .grid(let rows) = layout.body {
      cache.grid.drawing(for: version) { GridDrawing(rows, in: state.traits) }.draw(
        on: &part, top: header.layout.listTop(at: offset) - top,
        selected: page.list.position.selected, pictures: pictures)
    }
    canvas.draw(part, x: 0, y: top)
    canvas.draw(header.canvas(at: offset), x: 0, y: 0)
  }

  private func drawBelowTitle(on canvas: inout Canvas, at offset: Int) {
    let description = page.description(hasViewer: state.me != nil)
    var part = Canvas(width: traits.width, height: window - TitleBar.rows)
    switch layout.body {
    case .list where page.list.isLoaded && page.list.rows.isEmpty:
      let lines = traits.wrap(description.emptyText, to: max(1, traits.width - 2))
      for (row, line) in lines.enumerated() {
        part.draw(line, x: 1, y: 1 + row, Style.faint.paint(in: traits))
      }
    case .list(let rows):
      cache.list.drawing(for: version) { ListDrawing(rows) }.draw(
        on: &part, top: -offset, selected: page.list.position.selected, pictures: pictures,
        in: traits)
    case .text(let text): text.draw(on: &part, top: -offset)
    case .grid, nil: break
    }
    canvas.draw(part, x: 0, y: TitleBar.rows)
    let isMoreBelow = page.source.shape == .text && offset < layout.lastOffset
    let remark = description.sibling?.label ?? (isMoreBelow ? "more below" : "")
    canvas.draw(TitleBar(description.title, remark: remark).canvas(in: traits), x: 0, y: 0)
  }
}

extension ProfileHeader {
  /// The header of the page on top.
  convenience init(_ profile: Profile, in state: BrowserState, banner: BannerCache) {
    self.init(
      profile, tabs: TabBar(state.page.tab, isOwn: profile.relation.isMe),
      hasViewer: state.me != nil,
      avatar: state.page.avatar.flatMap { state.pictures.thumbnails.thumbnails[$0] },
      banner: banner, style: state.header, hasMotion: state.hasMotion, in: state.traits)
  }
}
