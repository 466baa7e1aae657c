package import Keys
import Model
package import Rendering

/// The top page of a state in lines of text, for screen readers.
package struct LinearPage {
  /// Cells of the answered post before the question for a text.
  private static let longestBeginning = 160

  private let state: BrowserState
  private let text: LinearText
  private var page: BrowserPage { state.page }

  package init(_ state: BrowserState) {
    self.state = state
    text = LinearText(in: state.traits)
  }

  /// The identity of a list: its page, and its tab.
  package struct Name: Hashable {
    let page: Int
    let tab: ProfileTab
  }

  package var name: Name { Name(page: page.id, tab: page.tab) }

  /// The key that shows another tab or reads the page again; nil for words that name none here.
  package func key(named word: String) -> KeyPress? {
    if word.lowercased() == "tab" { return .tab }
    if word.lowercased() == "refresh" { return .control("r") }
    let place = page.offeredTabs.firstIndex { $0.rawValue == word.lowercased() }
    return place.map { .character(Character(String($0 + 1))) }
  }

  /// Whether an action makes sense without a screen.
  package static func offers(_ action: KeyTable.Action) -> Bool {
    switch action {
    case .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .nextHeader, .mouse: false
    default: true
    }
  }

  /// The lines before the list.
  package var heading: [SafeText] {
    switch page.header {
    case .profile(let profile, _):
      text.lines(for: profile, tab: page.tab, of: page.offeredTabs)
    case .text(let printed):
      PaintedText(printed).plain.split(separator: "\n").map { state.traits.text(String($0)) }
    case .keys: LinearPage.help.map { state.traits.text($0) }
    case .none where firstItem > 0: page.list.rows.prefix(firstItem).flatMap(lines)
    case .none: page.source.shape == .list ? [state.traits.words(description.title) + "."] : []
    }
  }

  /// The index of the first row with a number: on the page of a post, its first answer.
  package var firstItem: Int {
    let viewed = page.list.rows.firstIndex { if case .viewed = $0 { true } else { false } }
    return viewed.map { $0 + 1 } ?? 0
  }

  /// The post whose page it is.
  package var subject: ListedThing? { firstItem == 0 ? nil : things[firstItem - 1] }

  /// The lines of a row without a number: the post whose page it is, or one that it answers.
  private func lines(for row: ListRow) -> [SafeText] {
    if case .viewed(let viewed) = row { return text.lines(for: viewed) }
    return ["Above: " + text.line(for: row)]
  }

  /// The beginning of the post that a text answers or quotes; nil for other texts.
  package func beginning(ofPostAnsweredBy composer: Composer) -> SafeText? {
    state.post(answeredBy: composer).map {
      state.traits.fit("Above: " + text.line(for: $0), to: LinearPage.longestBeginning)
    }
  }

  private var description: PageSource.Description {
    page.source.description(hasViewer: state.me != nil)
  }

  /// The rows, each in one line without its number; more may be loaded.
  package var items: [SafeText] { page.list.rows.map { text.line(for: $0) } }

  /// The same rows by their identity.
  package var things: [ListedThing] { page.list.rows.map(ListedThing.init) }

  /// The sentence for a list without rows.
  package var emptyText: SafeText { description.emptyText }

  /// Whether the page has rows to choose.
  package var isList: Bool { page.source.shape != .text }

  package var hasMore: Bool { page.list.next != nil }

  private static var help: [String] {
    let keys = KeyTable.groups.flatMap(\.bindings).filter {
      $0.keys.contains(where: \.isLetter) && $0.action.map(offers) == true
    }
    return [
      "A number opens what it stands for. An empty line shows more of a list.",
      "tab shows the next tab; on a profile posts, replies, likes and private show theirs.",
      "refresh reads the page again, and 0 opens your own profile.",
      "A command is typed as in a shell. These letters by themselves do something:",
    ] + keys.map { "\($0.label.string): \(meaning(of: $0))" }
  }

  /// The help of a key where there is no grid, and `q` is typed once.
  private static func meaning(of key: KeyTable.Binding) -> String {
    switch key.action {
    case .quit: "Go back; on the first page, leave."
    case .like: "Like or unlike; l does the same."
    default: key.meaning.string
    }
  }
}

extension KeyPress {
  /// Whether a typed line can name the key; numbers choose rows.
  fileprivate var isLetter: Bool {
    if case .character(let letter) = self {
      !letter.isNumber && letter != " " && letter != ":"
    } else {
      false
    }
  }
}
