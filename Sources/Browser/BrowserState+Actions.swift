package import Model
import Rendering

/// What keys do while no line is being typed.
extension BrowserState {
  /// Nil for what can't be done where somebody is.
  package mutating func carryOut(_ action: KeyTable.Action) -> [BrowserEffect]? {
    switch action {
    case .up, .left, .right, .pageUp, .first: move(action)
    case .down, .pageDown:
      move(action)
      return loadMore()
    case .last: return goToEnd()
    case .open: return open()
    case .back where alert != nil && pages.count == 1: alert = nil
    case .back, .quit: return goBack()
    case .nextTab: return turnTab(1)
    case .previousTab: return turnTab(-1)
    case .tab(let place): return showTab(at: place)
    case .follow: return follow()
    case .like: return like()
    case .author: return openAuthor()
    case .timeline: return push(.feed(FeedContent(kind: me == nil ? .explore : .timeline)))
    case .people: return push(.people(PeopleContent(kind: .everybody(matching: nil))))
    case .followers: return openFollowers()
    case .settings: return openSettings()
    case .search: panel = .prompt(Prompt(.search))
    case .command: panel = .prompt(Prompt(.command))
    case .inspect: return inspect()
    case .nextHeader: changeHeader()
    case .refresh:
      drawings.clear()
      return load()
    case .help: return openHelp()
    case .mouse:
      usesMouse.toggle()
      say(usesMouse ? "The mouse is on." : "The mouse is off: the terminal can select text.")
      return [.useMouse(usesMouse)]
    case .stop: return [.stop]
    case .redraw: return [.redraw]
    case .interrupt: ending = .interrupted
    }
    return []
  }

  private mutating func move(_ action: KeyTable.Action) {
    switch action {
    case .up: move(rows: -1)
    case .down: move(rows: 1)
    case .left: move(columns: -1)
    case .right: move(columns: 1)
    case .pageUp: movePage(-1)
    case .pageDown: movePage(1)
    case .first: moveToFirst()
    default: break
    }
  }

  private mutating func changeHeader() {
    change(to: header.next)
    say("Header: \(header.rawValue)")
  }

  private mutating func goBack() -> [BrowserEffect] {
    if alert != nil { alert = nil }
    guard pages.count > 1 else {
      ending = .left
      return []
    }
    settle()
    pages.removeLast()
    comeBack()
    return page.isStale ? load() : []
  }

  private mutating func open() -> [BrowserEffect]? {
    if case .post(let content) = content {
      return push(.people(PeopleContent(kind: .likers(content.id))))
    }
    return content.chosen.map { push($0.content) }
  }

  /// The post that is chosen or open.
  package var chosenPost: Post? {
    switch content {
    case .profile(let content): content.series.selected
    case .feed(let content): content.series.selected
    case .post(let content): content.viewed?.post.item
    case .people, .text: nil
    }
  }

  /// Whoever a deed about people is about here.
  package var chosenProfile: Profile? {
    switch content {
    case .profile(let content): content.profile
    case .people(let content): content.series.selected
    case .feed, .post, .text: nil
    }
  }

  private mutating func openAuthor() -> [BrowserEffect]? {
    guard let post = chosenPost else { return nil }
    if case .profile(let content) = content, content.profile?.user.handle == post.author {
      return nil
    }
    return push(.profile(ProfileContent(subject: .author(of: post.id, post.author))))
  }

  private mutating func follow() -> [BrowserEffect]? {
    guard let profile = chosenProfile else { return nil }
    guard me != nil else { return askForLogin() }
    let person = Person(profile.user)
    if profile.relation.isMe {
      say("Nobody follows themself.", isTrouble: true)
      return []
    }
    return once(profile.relation.isFollowed ? .unfollow(person) : .follow(person))
  }

  private mutating func like() -> [BrowserEffect]? {
    guard let post = chosenPost else { return nil }
    guard me != nil else { return askForLogin() }
    return once(post.isLiked ? .unlike(post.id) : .like(post.id))
  }

  /// Nothing where the same is under way: whoever presses again saw nothing come of it yet.
  private func once(_ request: CommandRequest) -> [BrowserEffect] {
    underWay.contains { $0.request == request } ? [] : [.carryOut(request)]
  }

  private mutating func askForLogin() -> [BrowserEffect] {
    say("Nobody is logged in: type :login and a name.", isTrouble: true)
    return []
  }

  private mutating func openFollowers() -> [BrowserEffect]? {
    if case .people(let content) = content {
      switch content.kind {
      case .followers, .following: return turnTab(1)
      case .everybody, .likers: break
      }
    }
    let person = chosenProfile.map { Subject.person(Person($0.user)) }
    guard let subject = person ?? chosenPost.map({ .author(of: $0.id, $0.author) }) else {
      return turnTab(1)
    }
    return push(.people(PeopleContent(kind: .followers(subject))))
  }

  private mutating func openSettings() -> [BrowserEffect] {
    guard case .profile(let content) = content, content.profile?.relation.isMe == true else {
      guard me != nil else { return askForLogin() }
      say("Settings are on your own profile.", isTrouble: true)
      return []
    }
    settingsAskedAt = time
    return [.measureCache]
  }

  /// If it is still their own profile that somebody looks at.
  package mutating func openSettings(_ cache: ThumbnailCache) {
    let since = settingsAskedAt ?? time
    settingsAskedAt = nil
    guard panel == nil, case .profile(let content) = content, let profile = content.profile,
      profile.relation.isMe
    else { return }
    panel = .sheet(.own(profile.user, cache))
    // Whoever types by now has the page before in front of them.
    if time - since > BrowserState.soon { promptDeafUntil = time + BrowserState.deafness }
  }

  private mutating func turnTab(_ step: Int) -> [BrowserEffect]? {
    switch content {
    case .profile(let content):
      let tabs = content.offeredTabs
      let place = tabs.firstIndex(of: content.tab) ?? 0
      return show(tabs[(place + step + tabs.count) % tabs.count])
    case .people(let content): return turn(content)
    case .feed(let content):
      return content.kind == .timeline || content.kind == .explore && me != nil
        ? replace(.feed(FeedContent(kind: content.kind == .timeline ? .explore : .timeline))) : nil
    case .post, .text: return nil
    }
  }

  private mutating func turn(_ content: PeopleContent) -> [BrowserEffect]? {
    switch content.kind {
    case .followers(let subject): replace(.people(PeopleContent(kind: .following(subject))))
    case .following(let subject): replace(.people(PeopleContent(kind: .followers(subject))))
    case .everybody, .likers: nil
    }
  }

  package mutating func replace(_ content: BrowserPage.Content) -> [BrowserEffect] {
    settle()
    pages.removeLast()
    return push(content)
  }

  private mutating func showTab(at place: Int) -> [BrowserEffect]? {
    if case .profile(let content) = content {
      return content.offeredTabs.indices.contains(place) ? show(content.offeredTabs[place]) : nil
    }
    guard let shown = content.placeOfTwo, place < 2 else { return nil }
    return place == shown ? [] : turnTab(1)
  }

  /// Each tab is where it was left.
  package mutating func show(_ tab: ProfileTab) -> [BrowserEffect] {
    guard case .profile(var content) = content, content.tab != tab else { return [] }
    settle()
    content.tab = tab
    self.content = .profile(content)
    let effects = load()
    comeBack()
    return effects
  }

  private mutating func openHelp() -> [BrowserEffect] {
    if case .text(let content) = content, content.isHelp { return [] }
    return push(.text(TextContent(title: "Keys", words: .keys)))
  }

  private mutating func inspect() -> [BrowserEffect]? {
    let (thing, record): (ListedThing, Record)
    if let post = chosenPost {
      (thing, record) = (.post(post.id), Record(post))
    } else if let profile = chosenProfile {
      (thing, record) = (.person(Person(profile.user)), Record(profile))
    } else {
      return nil
    }
    let words = TextContent.Words.record(of: thing, record.tallJSON.text)
    return push(.text(TextContent(title: "Record", words: words)))
  }
}
