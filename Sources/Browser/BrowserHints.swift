import Model
package import Rendering

/// The keys that matter on the page that is shown, the most useful first.
package struct BrowserHints {
  /// A key that matters, and how it is told.
  private struct Offer {
    let action: KeyTable.Action
    let hint: KeyHint
  }

  private let state: BrowserState

  package init(_ state: BrowserState) {
    self.state = state
  }

  package var all: [KeyHint] { hints.map(\.hint) }

  /// What each of them does.
  package var actions: [KeyTable.Action] { hints.map(\.action) }

  private var hints: [Offer] {
    if case .sheet = state.panel {
      return [hint(.open, "choose"), hint(.back, "cancel")]
    }
    let others = [hint(.search, "search"), hint(.command, "command")]
    // The last one is there in any window.
    if case .text(let content) = state.content, content.isHelp {
      return others + [back]
    }
    return own + others + [hint(.help, "keys")]
  }

  private var own: [Offer] {
    switch state.content {
    case .profile(let content):
      return open + deeds(on: content) + [
        hint(.nextTab, "tabs"), hint(.timeline, "timeline"), hint(.people, "people"),
        hint(.followers, "followers"), hint(.nextHeader, "header"),
      ]
    case .people(let content):
      return open + follow(content.series.selected) + followers(in: content) + [back]
    case .feed:
      let author = state.chosenPost == nil ? [] : [hint(.author, "author")]
      return open + like + author + [back]
    case .post:
      return like + [hint(.author, "author"), hint(.open, "likers"), back]
    case .text: return [back]
    }
  }

  private var back: Offer { hint(.back, state.pages.count > 1 ? "back" : "leave") }

  private var open: [Offer] { state.content.chosen == nil ? [] : [hint(.open, "open")] }

  /// Where it is one of two lists, its title tells how to get to the other.
  private func followers(in content: PeopleContent) -> [Offer] {
    content.kind.subject != nil || content.series.selected == nil
      ? [] : [hint(.followers, "followers")]
  }

  /// The nobody can't do anything to anybody.
  private func deeds(on content: ProfileContent) -> [Offer] {
    guard state.me != nil, let relation = content.profile?.relation else { return [] }
    return (relation.isMe ? [hint(.settings, "settings")] : follow(content.profile)) + like
  }

  private func follow(_ profile: Profile?) -> [Offer] {
    guard state.me != nil, let relation = profile?.relation, !relation.isMe else { return [] }
    return [hint(.follow, relation.isFollowed ? "unfollow" : "follow")]
  }

  private var like: [Offer] {
    guard state.me != nil, let post = state.chosenPost else { return [] }
    return [hint(.like, post.isLiked ? "unlike" : "like")]
  }

  private func hint(_ action: KeyTable.Action, _ deed: SafeText) -> Offer {
    Offer(action: action, hint: KeyHint(KeyTable.label(of: action), deed))
  }
}
