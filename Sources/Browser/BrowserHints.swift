import Model
package import Rendering

/// The keys that matter on the page that is shown, the most useful first.
package struct BrowserHints {
  private struct Entry {
    let action: KeyTable.Action
    let hint: KeyHint
  }

  private let state: BrowserState
  private var page: BrowserPage { state.page }

  package init(_ state: BrowserState) {
    self.state = state
  }

  package var all: [KeyHint] { entries.map(\.hint) }

  /// The changes of a shared network with the key that exchanges them, and the number of new
  /// notices with the key that shows them; both only if there are some.
  var news: [KeyHint] { newEntries.map(\.hint) }

  /// The actions of the hints, in the same order, and at the end those of `news`.
  package var actions: [KeyTable.Action] { (entries + newEntries).map(\.action) }

  private var newEntries: [Entry] {
    guard state.panel == nil else { return [] }
    var entries: [Entry] = []
    let changes = [(state.unsent, "not sent"), (state.received, "received")].filter { $0.0 > 0 }
    if !changes.isEmpty {
      let words = changes.map { SafeText("\($0) \($1)") }
      entries.append(hint(.sync, SafeText.joined(words, by: ", ")))
    }
    if state.news > 0 { entries.append(hint(.notices, "\(String(state.news)) new")) }
    return entries
  }

  private var entries: [Entry] {
    switch state.panel {
    case .sheet: return [hint(.open, "choose"), hint(.back, "cancel")]
    case .composer:
      return [
        hint(.send, "send"), hint(.nextTab, "complete"), hint(.editor, "editor"),
        hint(.back, "keep for later"),
      ]
    case .prompt, nil: break
    }
    if state.isLeaveAsked {
      let lost: SafeText =
        state.draftCount == 0
        ? "" : " and loses \(Magnitude.phrase(state.draftCount, "draft"))"
      return [hint(.quit, "leaves\(lost); any other key stays")]
    }
    let others = [hint(.search, "search"), hint(.command, "command")]
    // The last hint is shown in any window.
    if page.source == .keys { return others + [back] }
    return login + own + others + lateWrite + [hint(.help, "keys")]
  }

  private var own: [Entry] {
    switch page.source {
    case .profile:
      open + earlyWrite + verbs + [
        hint(.nextTab, "tabs"), hint(.timeline, "timeline"), hint(.people, "people"),
        hint(.followers, "followers"), hint(.nextHeader, "header"),
      ]
    case .record, .answer: [back]
    default:
      switch page.list.selected {
      case .person(let profile): open + follow(profile) + followers + [back]
      case .post, .conversation:
        open + earlyWrite + reply + like + [hint(.author, "author"), back]
      case .notice: open + (page.chosenPost == nil ? [] : reply) + [hint(.author, "who"), back]
      case .viewed: reply + like + [hint(.author, "author"), hint(.open, "likers"), back]
      case nil: earlyWrite + [back]
      }
    }
  }

  private var back: Entry {
    state.pages.count > 1 ? hint(.back, "back") : hint(.quit, "leave")
  }

  private var open: [Entry] { page.chosen == nil ? [] : [hint(.open, "open")] }

  /// The title of one of two lists names the key for the other one.
  private var followers: [Entry] {
    page.source.owner == nil ? [hint(.followers, "followers")] : []
  }

  /// Verbs are offered to a logged-in user only.
  private var verbs: [Entry] {
    guard state.me != nil, let profile = page.profile else { return [] }
    return (profile.relation.isMe ? [hint(.settings, "settings")] : follow(profile)) + like
  }

  private func follow(_ profile: Profile) -> [Entry] {
    guard state.me != nil, !profile.relation.isMe else { return [] }
    return [hint(.follow, profile.relation.isFollowed ? "unfollow" : "follow")]
  }

  private var reply: [Entry] { state.me == nil ? [] : [hint(.reply, "reply")] }

  private var write: [Entry] { state.me == nil ? [] : [hint(.compose, "write")] }

  private var earlyWrite: [Entry] { isForWriting ? write : [] }

  private var lateWrite: [Entry] { isForWriting ? [] : write }

  /// Whether the viewer's own posts appear here, so that writing comes early in the line.
  private var isForWriting: Bool {
    page.source == .timeline || page.profile?.relation.isMe == true
  }

  /// The line that logs in, for a viewer without a login in a network with users.
  private var login: [Entry] {
    let hasUsers = page.source != .people(matching: nil) || page.chosen != nil
    guard state.me == nil, !page.isText, hasUsers else { return [] }
    return [Entry(action: .command, hint: KeyHint(":login", "NAME"))]
  }

  private var like: [Entry] {
    guard state.me != nil, let post = page.chosenPost else { return [] }
    return [hint(.like, post.isLiked ? "unlike" : "like")]
  }

  private func hint(_ action: KeyTable.Action, _ words: SafeText) -> Entry {
    Entry(action: action, hint: KeyHint(KeyTable.label(of: action), words))
  }
}
