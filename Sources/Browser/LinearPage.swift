package import Model
package import Rendering

/// The top page of a state in lines, its things numbered.
package struct LinearPage {
  private let state: BrowserState
  private let text: LinearText

  package init(_ state: BrowserState) {
    self.state = state
    text = LinearText(in: state.traits)
  }

  /// Which list of which page it is.
  package struct Name: Hashable {
    package let page: Int
    package let tab: ProfileTab?
  }

  package var name: Name {
    if case .profile(let content) = state.content {
      return Name(page: state.page.id, tab: content.tab)
    }
    return Name(page: state.page.id, tab: nil)
  }

  /// The key that shows another tab; nil for words that name none here.
  package func tab(named word: String) -> KeyPress? {
    if word.lowercased() == "tab" { return .tab }
    guard case .profile(let content) = state.content,
      let place = content.offeredTabs.firstIndex(where: { $0.rawValue == word.lowercased() })
    else { return nil }
    return .character(Character(String(place + 1)))
  }

  /// Whether a key is one for lines: what moves about on a screen isn't.
  package static func offers(_ action: KeyTable.Action) -> Bool {
    switch action {
    case .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .nextHeader, .mouse: false
    default: true
    }
  }

  /// What is told before the list.
  package var heading: [SafeText] {
    let view = BrowserView(state)
    switch state.content {
    case .profile(let content):
      guard let profile = content.profile else { return [] }
      return text.lines(for: profile, tab: content.tab, of: content.offeredTabs)
    case .people(let content): return [state.traits.words(view.title(of: content)) + "."]
    case .feed(let content): return [state.traits.words(view.title(of: content)) + "."]
    case .post(let content): return content.viewed.map { text.lines(for: $0) } ?? []
    case .text(let content): return content.lines.map { state.traits.text($0) }
    }
  }

  /// Each thing to choose, in one line without its number; more may be loaded.
  package var items: [SafeText] {
    switch state.content {
    case .profile(let content): content.series.items.map { text.line(for: $0) }
    case .people(let content): content.series.items.map { text.line(for: $0) }
    case .feed(let content): content.series.items.map { text.line(for: $0) }
    case .post, .text: []
    }
  }

  /// The same things as `items`.
  package var names: [ListedThing] {
    switch state.content {
    case .profile(let content): content.series.items.map { .post($0.id) }
    case .people(let content): content.series.items.map { .person(Person($0.user)) }
    case .feed(let content): content.series.items.map { .post($0.id) }
    case .post, .text: []
    }
  }

  /// What is told of a list that holds nothing.
  package var emptiness: SafeText {
    let view = BrowserView(state)
    return switch state.content {
    case .people(let content): view.words(ifEmpty: content)
    case .feed(let content): view.words(ifEmpty: content)
    case .profile, .post, .text: "Nothing is here."
    }
  }

  /// Whether there is a list at all.
  package var isList: Bool {
    switch state.content {
    case .profile, .people, .feed: true
    case .post, .text: false
    }
  }

  package var hasMore: Bool {
    switch state.content {
    case .profile(let content): content.series.next != nil
    case .people(let content): content.series.next != nil
    case .feed(let content): content.series.next != nil
    case .post, .text: false
    }
  }
}

extension TextContent {
  fileprivate var lines: [String] {
    switch words {
    case .record(_, let text), .answered(let text):
      return PaintedText(text).plain.split(separator: "\n").map(String.init)
    case .keys:
      let keys = KeyTable.groups.flatMap(\.bindings).filter {
        $0.keys.contains(where: \.isLetter) && LinearPage.offers($0.action)
      }
      return [
        "A number opens what it stands for. An empty line tells more of a list.",
        "tab shows the next tab; on a profile posts, likes and private show theirs.",
        "A command is typed as in a shell. These letters by themselves do something:",
      ] + keys.map { "\($0.label.string): \($0.deed.string)" }
    }
  }
}

extension KeyPress {
  /// Whether it means on a line what it means as a key: numbers choose things there.
  fileprivate var isLetter: Bool {
    if case .character(let letter) = self {
      !letter.isNumber && letter != " " && letter != ":"
    } else {
      false
    }
  }
}
