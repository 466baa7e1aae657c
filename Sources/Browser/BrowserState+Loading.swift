package import Model
import Rendering

/// What is asked for a page, and what comes.
extension BrowserState {
  /// Asks for what the top page shows, as much of it as was there or so many, or only what is near.
  package mutating func load(onlyNear: Bool = false, atLeast least: Int = 0) -> [BrowserEffect] {
    pages[pages.count - 1].isStale = false
    // Changes may come many times a second; whoever asks for a page wants to see its pictures.
    if !onlyNear { gallery.retryPostponed() }
    let page = page
    let near = onlyNear ? page.content.place.selected + BrowserState.longStretch : .max
    func count(_ loaded: Int) -> Int { max(least, BrowserState.stretch, min(loaded, near)) }
    let wanted: BrowserEffect.Wanted
    switch page.content {
    case .profile(let content):
      let count = count(content.series.items.count)
      wanted = .profile(content.subject, content.tab, count: count)
    case .people(let content):
      wanted = .people(content.kind, count: count(content.series.items.count), after: nil)
    case .feed(let content):
      wanted = .feed(content.kind, count: count(content.series.items.count), after: nil)
    case .post(let content): wanted = .post(content.id)
    case .text(let content):
      wanted = if case .record(let thing, _) = content.words { .record(thing) } else { .text }
    }
    pages[pages.count - 1].isReading = true
    return [.load(page: page.id, wanted)]
  }

  /// The top page is read again because of a change: once more after it came where it is on its
  /// way, however many changes there are, and of a long list no more than is near.
  package mutating func reload() -> [BrowserEffect] {
    page.isReading ? [] : load(onlyNear: true)
  }

  /// Asks for the next stretch when the end of what is there comes near.
  package mutating func loadMore() -> [BrowserEffect] {
    let layout = layout
    let place = content.place
    let isNear =
      place.offset + 2 * layout.window >= layout.lastOffset
      || place.selected + 2 * layout.columns >= layout.count
    return isNear ? loadNext(BrowserState.stretch) : []
  }

  /// Goes to the end of what is there, and on while more of it comes, until another key is pressed.
  ///
  /// A list may be longer than anybody waits for, so that it rests after some way.
  package mutating func goToEnd() -> [BrowserEffect] {
    // What was said of the way is so no longer.
    alert = nil
    moveToLast()
    guard content.next != nil else { return [] }
    pages[pages.count - 1].goal = layout.count + BrowserState.reach
    return loadNext(BrowserState.longStretch)
  }

  private mutating func goOnToEnd() -> [BrowserEffect] {
    guard let goal = page.goal else { return [] }
    moveToLast()
    let count = layout.count
    if content.next != nil, count < goal { return loadNext(BrowserState.longStretch) }
    pages[pages.count - 1].goal = nil
    if content.next != nil { say("\(Magnitude.exact(count)) are here, and more: G goes on.") }
    return []
  }

  private mutating func loadNext(_ count: Int) -> [BrowserEffect] {
    guard let next = content.next, !content.isLoading else { return [] }
    content.isLoading = true
    switch content {
    case .profile(let content):
      return [
        .load(page: page.id, .morePosts(content.subject, content.tab, count: count, after: next))
      ]
    case .people(let content):
      return [.load(page: page.id, .people(content.kind, count: count, after: next))]
    case .feed(let content):
      return [.load(page: page.id, .feed(content.kind, count: count, after: next))]
    case .post, .text: return []
    }
  }

  package mutating func take(_ loaded: BrowserEvent.Loaded, for page: Int) -> [BrowserEffect] {
    guard let index = pages.firstIndex(where: { $0.id == page }) else { return [] }
    if loaded.isFromBeginning { pages[index].isReading = false }
    let isOnTop = index == pages.count - 1
    if pages[index].content.isBeyond(loaded) {
      pages[index].isStale = !isOnTop
      return isOnTop ? load(atLeast: loaded.count + BrowserState.longStretch) : []
    }
    let before = pages[index].content
    guard isOnTop else {
      take(loaded, forPageAt: index)
      return []
    }
    let wasInSight = isInSight
    take(loaded, forPageAt: index)
    clampToEnd()
    // Pictures that came with it make rows higher.
    if loaded.isFromBeginning, wasInSight, content.place.offset > 0 { reveal() }
    // Nobody acts on what they can't see, or have not seen yet.
    if content.place.selected != before.place.selected {
      content.place.isChosen ? reveal() : stayAtTop()
    }
    if before.isLoaded, before.chosen != content.chosen {
      choiceDeafUntil = time + BrowserState.deafness
    }
    return (self.page.isStale ? reload() : []) + goOnToEnd()
  }

  private mutating func take(_ loaded: BrowserEvent.Loaded, forPageAt index: Int) {
    switch (loaded, pages[index].content) {
    case (.profile(let shown, let set), .profile(var content)):
      gallery.take(set)
      content.take(shown, avatar: set.avatarHash)
      pages[index].content = .profile(content)
    case (.posts(let tab, let page, let set, let cursor), .profile(var content)):
      gallery.take(set)
      content.tabs[tab]?.append(page, after: cursor)
      pages[index].content = .profile(content)
    case (.people(let page, let person, let cursor), .people(var content)):
      if let person { content.kind.name(person) }
      if let cursor {
        content.series.append(page, after: cursor)
      } else {
        content.series.replace(with: page) { $0.user.id }
      }
      pages[index].content = .people(content)
    case (.feed(let page, let set, let cursor), .feed(var content)):
      gallery.take(set)
      if let cursor {
        content.series.append(page, after: cursor)
      } else {
        content.series.replace(with: page) { $0.id }
      }
      pages[index].content = .feed(content)
    case (.post(let viewed, let set), .post(var content)):
      gallery.take(set)
      if content.viewed != viewed {
        content.viewed = viewed
        content.version += 1
        pages[index].content = .post(content)
      }
    case (.record(let words), .text(var content)):
      content.take(record: words)
      pages[index].content = .text(content)
    default: break
    }
  }
}

extension TextContent {
  fileprivate mutating func take(record words: String) {
    guard case .record(let thing, let before) = self.words, words != before else { return }
    self.words = .record(of: thing, words)
    version += 1
  }
}

extension BrowserPage.Content {
  /// Whether what was chosen may stand behind all that came.
  package func isBeyond(_ loaded: BrowserEvent.Loaded) -> Bool {
    switch (loaded, self) {
    case (.profile(let shown, _), .profile(let content)):
      content.tabs[shown.tab]?.isBeyond(shown.posts) { $0.id } ?? false
    case (.people(let page, _, after: nil), .people(let content)):
      content.series.isBeyond(page) { $0.user.id }
    case (.feed(let page, _, after: nil), .feed(let content)):
      content.series.isBeyond(page) { $0.id }
    default: false
    }
  }

  /// Where its list goes on; nil at the end, and where there is none.
  package var next: Cursor? {
    switch self {
    case .profile(let content): content.series.next
    case .people(let content): content.series.next
    case .feed(let content): content.series.next
    case .post, .text: nil
    }
  }

  /// Whether the next stretch of its list is on its way.
  package var isLoading: Bool {
    get {
      switch self {
      case .profile(let content): content.series.isLoading
      case .people(let content): content.series.isLoading
      case .feed(let content): content.series.isLoading
      case .post, .text: false
      }
    }
    set {
      switch self {
      case .profile(var content):
        content.series.isLoading = newValue
        self = .profile(content)
      case .people(var content):
        content.series.isLoading = newValue
        self = .people(content)
      case .feed(var content):
        content.series.isLoading = newValue
        self = .feed(content)
      case .post, .text: break
      }
    }
  }

  /// No stretch is on its way any more, of whichever tab: should one be, it is told apart by where
  /// it begins.
  package mutating func stopLoading() {
    isLoading = false
    guard case .profile(var content) = self else { return }
    for tab in content.tabs.keys { content.tabs[tab]?.isLoading = false }
    self = .profile(content)
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
    // From now on it is them, but for whoever looks: they may log in as somebody else.
    if subject != .viewer { subject = .person(Person(new.user)) }
    tabs[shown.tab, default: Series()].replace(with: shown.posts) { $0.id }
  }
}
