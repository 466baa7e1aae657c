import Model
import Rendering

/// The keys that matter on the page that is shown, the most useful first.
struct BrowserHints {
  private let state: BrowserState

  init(_ state: BrowserState) {
    self.state = state
  }

  var all: [HintLine.Hint] {
    if case .sheet = state.panel {
      return [hint(.open, "choose"), hint(.back, "cancel")]
    }
    return own + [hint(.search, "search"), hint(.command, "command"), hint(.help, "keys")]
  }

  private var own: [HintLine.Hint] {
    switch state.content {
    case .profile(let content):
      let relation = content.profile?.relation
      let deed =
        relation?.isMe == true
        ? hint(.settings, "settings")
        : hint(.follow, relation?.isFollowed == true ? "unfollow" : "follow")
      return [
        hint(.open, "open"), deed, like, hint(.nextTab, "tabs"), hint(.timeline, "timeline"),
        hint(.people, "people"), hint(.followers, "followers"), hint(.nextHeader, "header"),
      ]
    case .people: return [hint(.open, "open"), hint(.follow, "follow"), hint(.back, "back")]
    case .feed:
      return [hint(.open, "open"), like, hint(.author, "author"), hint(.back, "back")]
    case .post:
      return [like, hint(.author, "author"), hint(.open, "likers"), hint(.back, "back")]
    case .text: return [hint(.back, "back")]
    }
  }

  private var like: HintLine.Hint {
    hint(.like, state.chosenPost?.isLiked == true ? "unlike" : "like")
  }

  private func hint(_ action: KeyTable.Action, _ deed: SafeText) -> HintLine.Hint {
    HintLine.Hint(KeyTable.label(of: action), deed)
  }
}
