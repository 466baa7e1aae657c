import Model
import Rendering

/// The actions of keys on a page.
extension BrowserState {
  /// Nil for an action that is impossible on this page.
  mutating func carryOut(_ action: KeyTable.Action) -> [BrowserEffect]? {
    switch action {
    case .up: scroll { $0.move(rows: -1) }
    case .left, .right: scroll { $0.move(columns: action == .left ? -1 : 1) }
    case .pageUp: scroll { $0.movePage(-1) }
    case .first: scroll { $0.moveToFirst() }
    case .down:
      scroll { $0.move(rows: 1) }
      return loadMore()
    case .pageDown:
      scroll { $0.movePage(1) }
      return loadMore()
    case .rowUp: scroll { $0.scroll(by: -1) }
    case .rowDown:
      scroll { $0.scroll(by: 1) }
      return loadMore()
    case .last: return goToEnd()
    case .open: return open()
    case .back where pages.count == 1: alert = nil
    case .quit where pages.count == 1: askToLeave()
    case .back, .quit: return goBack()
    case .nextTab: return turnTab(1)
    case .previousTab: return turnTab(-1)
    case .tab(let index): return showTab(at: index)
    case .follow, .like, .repost, .bookmark, .mute: return apply(action)
    case .compose, .reply, .quote, .edit: return compose(action)
    case .author: return openAuthor()
    case .timeline: return push(me == nil ? .explore : .timeline)
    case .notices: return me == nil ? askForLogin() : push(.notices)
    case .own: return openOwn()
    case .people: return push(.people(matching: nil))
    case .followers: return openFollowers()
    case .settings: return openSettings()
    case .search: panel = .prompt(Prompt(.search))
    case .command: panel = .prompt(Prompt(.command))
    case .inspect: return inspect()
    case .help: return page.source == .keys ? [] : push(.keys, .keys)
    case .send, .editor: return nil
    default: return carryOutOnScreen(action)
    }
    return []
  }

  /// Carries out the actions that don't depend on the page.
  private mutating func carryOutOnScreen(_ action: KeyTable.Action) -> [BrowserEffect] {
    switch action {
    case .nextHeader:
      change(to: header.next)
      say("Header: \(header.rawValue)")
    case .refresh: return load()
    case .mouse:
      usesMouse.toggle()
      say(usesMouse ? "The mouse is on." : "The mouse is off: the terminal can select text.")
      return [.useMouse(usesMouse)]
    case .sync: return pending.contains(.sync) ? [] : [.carryOut(.sync)]
    case .stop: return [.stop]
    case .redraw: return [.redraw]
    case .interrupt: askToLeave(as: .interrupted)
    default: break
    }
    return []
  }

  /// Takes another header style without moving the list on the screen, if it can begin there.
  mutating func change(to style: HeaderStyle) {
    let before = scroller
    header = style
    motion = ScrollMotion()
    guard before.position.offset > 0 else { return }
    let top = before.layout.listTop(at: before.position.offset)
    scroll { scroll in
      scroll.position.offset = scroll.layout.offset(puttingListAt: top)
      if before.isInSight { scroll.reveal() }
    }
  }

  /// Leaves at the second press of the key; the last line announces that after the first.
  private mutating func askToLeave(as end: Ending = .left) {
    let isSafe = draftCount == 0 && end == .interrupted
    if wasLeaveAsked || isSafe || isTooSmall { ending = end }
    isLeaveAsked = true
  }

  private mutating func goBack() -> [BrowserEffect] {
    if alert != nil { alert = nil }
    let effects = markRead()
    motion = ScrollMotion()
    pages.removeLast()
    scroll { $0.comeBack() }
    return effects + (page.isStale ? load() : [])
  }

  private mutating func open() -> [BrowserEffect]? {
    if case .viewed(let viewed) = page.list.selected { return push(.likers(viewed.post.item.id)) }
    return page.chosen.map { push($0.source) }
  }

  /// Opens the profile of the viewer, or reads it again if it is open.
  private mutating func openOwn() -> [BrowserEffect] {
    if me == nil { return askForLogin() }
    if page.profile?.relation.isMe == true { return load() }
    return push(.profile(.viewer, .posts))
  }

  private mutating func openAuthor() -> [BrowserEffect]? {
    guard let actor = page.chosenActor, page.profile?.user.handle != actor.handle else {
      return nil
    }
    return push(.profile(actor.owner, .posts))
  }

  /// Opens the box for a text, with the draft that was left.
  private mutating func compose(_ action: KeyTable.Action) -> [BrowserEffect]? {
    var subject: Composer.Subject = page.tab == .private ? .privatePost : .post
    var text = ""
    if action != .compose {
      guard let post = page.chosenPost else { return nil }
      switch action {
      case .reply: subject = .reply(post.target, to: post.repeated.author)
      case .quote: subject = .quote(post.target, of: post.repeated.author)
      default: (subject, text) = (.edit(post.target), post.repeated.text)
      }
      if me != nil, action == .edit, post.repeated.author != me?.handle {
        say("Only your own posts can be edited.", .trouble)
        return []
      }
    }
    guard me != nil else { return askForLogin() }
    panel = .composer(Composer(subject, drafts[subject] ?? text))
    return []
  }

  /// Carries out the verb of a key, or the opposite verb if the edge exists.
  ///
  /// Does nothing while the same command is pending.
  private mutating func apply(_ action: KeyTable.Action) -> [BrowserEffect]? {
    guard let verb = EdgeVerbKey.all[action] else { return nil }
    guard let (thing, isDone) = subject(of: verb) else {
      // The rows of a muted author are gone, so that another row is chosen.
      if action == .mute, let mutedByKeyBefore {
        return [.carryOut(.verb(verb.opposite, nil, text: mutedByKeyBefore.text))]
      }
      // A row of a list does not say whether its author is followed or muted already.
      guard case .person = verb.state, let handle = page.chosenActor?.handle else { return nil }
      guard let me else { return askForLogin() }
      if handle == me.handle { return refuse(verb) }
      if action == .mute { mutedByLastKey = handle }
      return [.carryOut(.verb(verb.name, nil, text: handle.text))]
    }
    guard let me else { return askForLogin() }
    if thing == .person(me) { return refuse(verb) }
    let request = CommandRequest.verb(isDone ? verb.opposite : verb.name, thing)
    if action == .like, !isDone, hasMotion { burst = HeartBurst(since: time) }
    return pending.contains(request) ? [] : [.carryOut(request)]
  }

  private mutating func refuse(_ verb: EdgeVerbKey) -> [BrowserEffect] {
    say(verb.refusal, .trouble)
    return []
  }

  /// The chosen thing that a verb applies to, and whether the edge exists.
  private func subject(of verb: EdgeVerbKey) -> (ListedThing, Bool)? {
    switch verb.state {
    case .person(let isDone):
      page.chosenProfile.map { (.person(UserReference($0.user)), isDone($0.relation)) }
    case .post(let isDone): page.chosenPost.map { (.post($0.target), isDone($0)) }
    }
  }

  private mutating func askForLogin() -> [BrowserEffect] {
    say("No user is logged in: type :login and a name.", .trouble)
    return []
  }

  private mutating func openFollowers() -> [BrowserEffect]? {
    if page.source.owner != nil, sibling != nil { return turnTab(1) }
    if let profile = page.chosenProfile {
      return push(.followers(.person(UserReference(profile.user))))
    }
    return page.chosenActor.map { push(.followers($0.owner)) } ?? turnTab(1)
  }

  private mutating func openSettings() -> [BrowserEffect] {
    guard page.profile?.relation.isMe == true else {
      guard me != nil else { return askForLogin() }
      say("Settings are on your own profile.", .trouble)
      return []
    }
    settingsAskedAt = time
    return [.measureCache]
  }

  /// Opens the settings, unless another page or a panel came up meanwhile.
  mutating func openSettings(_ cache: ThumbnailCache) {
    let since = settingsAskedAt ?? time
    settingsAskedAt = nil
    guard panel == nil, let profile = page.profile, profile.relation.isMe else { return }
    panel = .sheet(.settings(profile.user, cache))
    if time - since > BrowserState.answerGrace { ignored.notePanel(at: time) }
  }

  private mutating func turnTab(_ step: Int) -> [BrowserEffect]? {
    let tabs = page.offeredTabs
    if let index = tabs.firstIndex(of: page.tab) {
      return show(tabs[(index + step + tabs.count) % tabs.count])
    }
    return sibling.map { replace(with: $0.source) }
  }

  private var sibling: PageSource.Sibling? {
    page.source.description(hasViewer: me != nil).sibling
  }

  private mutating func showTab(at index: Int) -> [BrowserEffect]? {
    let tabs = page.offeredTabs
    if !tabs.isEmpty { return tabs.indices.contains(index) ? show(tabs[index]) : nil }
    guard let sibling, index < 2 else { return nil }
    return index == sibling.index ? [] : turnTab(1)
  }

  /// Shows another tab where it was left.
  mutating func show(_ tab: ProfileTab) -> [BrowserEffect] {
    guard page.offeredTabs.contains(tab), page.tab != tab else { return [] }
    motion = ScrollMotion()
    page.show(tab)
    let effects = load()
    scroll { $0.comeBack() }
    return effects
  }

  private mutating func inspect() -> [BrowserEffect]? {
    if let post = page.chosenPost {
      return push(.record(.post(post.id)), .text(Record(post).tallJSON.text))
    }
    return page.chosenProfile.map { profile in
      let person = ListedThing.person(UserReference(profile.user))
      return push(.record(person), .text(Record(profile).tallJSON.text))
    }
  }
}

/// The commands of a key that draws an edge or removes it.
private struct EdgeVerbKey {
  /// Reads whether the edge exists.
  enum State {
    case person((Relation) -> Bool)
    case post((Post) -> Bool)
  }

  let name: String
  let opposite: String
  let state: State
  /// The answer if the viewer applies the verb to themself.
  var refusal: SafeText = ""

  static var all: [KeyTable.Action: EdgeVerbKey] {
    [
      .follow: EdgeVerbKey(
        name: "follow", opposite: "unfollow", state: .person(\.isFollowed),
        refusal: "Nobody follows themself."),
      .mute: EdgeVerbKey(
        name: "mute", opposite: "unmute", state: .person(\.isMuted),
        refusal: "Nobody mutes themself."),
      .like: EdgeVerbKey(name: "like", opposite: "unlike", state: .post(\.isLiked)),
      .repost: EdgeVerbKey(name: "repost", opposite: "unrepost", state: .post(\.viewed.isReposted)),
      .bookmark: EdgeVerbKey(
        name: "bookmark", opposite: "unbookmark", state: .post(\.viewed.isBookmarked)),
    ]
  }
}
