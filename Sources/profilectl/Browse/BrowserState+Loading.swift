import Model
import Rendering

/// What is asked for a page, and what comes.
extension BrowserState {
  /// Asks for what the top page shows, as much of it as was there.
  mutating func load() -> [BrowserEffect] {
    pages[pages.count - 1].isStale = false
    let page = page
    switch page.content {
    case .profile(let content):
      let count = max(BrowserState.stretch, content.series.items.count)
      return [.load(page: page.id, .profile(content.handle, content.tab, count: count))]
    case .people(let content):
      let count = max(BrowserState.stretch, content.series.items.count)
      return [.load(page: page.id, .people(content.kind, count: count, after: nil))]
    case .feed(let content):
      let count = max(BrowserState.stretch, content.series.items.count)
      return [.load(page: page.id, .feed(content.kind, count: count, after: nil))]
    case .post(let content): return [.load(page: page.id, .post(content.id))]
    case .text: return []
    }
  }

  /// Asks for the next stretch when the end of what is there comes near.
  mutating func loadMore() -> [BrowserEffect] {
    let layout = layout
    let place = content.place
    let isNear =
      place.offset + 2 * layout.window >= layout.lastOffset
      || place.selected + 2 * layout.columns >= layout.count
    guard isNear else { return [] }
    let page = page
    switch page.content {
    case .profile(var content):
      guard let next = content.series.next, !content.series.isLoading else { return [] }
      content.series.isLoading = true
      self.content = .profile(content)
      return [.load(page: page.id, .morePosts(content.handle, content.tab, after: next))]
    case .people(var content):
      guard let next = content.series.next, !content.series.isLoading else { return [] }
      content.series.isLoading = true
      self.content = .people(content)
      return [
        .load(page: page.id, .people(content.kind, count: BrowserState.stretch, after: next))
      ]
    case .feed(var content):
      guard let next = content.series.next, !content.series.isLoading else { return [] }
      content.series.isLoading = true
      self.content = .feed(content)
      return [.load(page: page.id, .feed(content.kind, count: BrowserState.stretch, after: next))]
    case .post, .text: return []
    }
  }

  mutating func take(_ loaded: BrowserEvent.Loaded, for page: Int) -> [BrowserEffect] {
    guard let index = pages.firstIndex(where: { $0.id == page }) else { return [] }
    switch (loaded, pages[index].content) {
    case (.profile(let shown, let set), .profile(var content)):
      take(set)
      content.take(shown, avatar: set.avatarHash)
      pages[index].content = .profile(content)
    case (.posts(let tab, let page, let set), .profile(var content)):
      take(set)
      content.tabs[tab]?.append(page)
      pages[index].content = .profile(content)
    case (.people(let page, let isMore), .people(var content)):
      if isMore {
        content.series.append(page)
      } else {
        content.series.replace(with: page) { $0.user.id }
      }
      pages[index].content = .people(content)
    case (.feed(let page, let set, let isMore), .feed(var content)):
      take(set)
      if isMore {
        content.series.append(page)
      } else {
        content.series.replace(with: page) { $0.id }
      }
      pages[index].content = .feed(content)
    case (.post(let viewed, let set), .post(var content)):
      take(set)
      if content.viewed != viewed {
        content.viewed = viewed
        content.version += 1
        pages[index].content = .post(content)
      }
    default: break
    }
    clampOffset()
    return []
  }
}

extension ProfileContent {
  fileprivate mutating func take(_ shown: ShownProfile, avatar hash: String?) {
    let new = shown.profile.item
    if profile != new || avatar != hash {
      profile = new
      avatar = hash
      version += 1
    }
    // From now on by name, but for whoever looks: they may log in as somebody else.
    if handle != nil { handle = new.user.handle }
    tabs[shown.tab, default: Series()].replace(with: shown.posts) { $0.id }
  }
}
