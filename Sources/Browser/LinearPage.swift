package import Model
package import Rendering

/// A page of the browser in sentences, for screen readers; its rows have numbers.
package struct LinearPage {
  /// Rows that are read and printed at a time.
  package static let batch = 9

  package let source: PageSource
  private let profile: Profile?
  private var rows: [ListRow]
  /// The cursor of the next rows; nil at the end of the list.
  private var next: Cursor?
  /// The index of the first row with a number: on the page of a post, its first reply.
  private let first: Int
  /// The index of the first row that is not printed yet.
  private var end: Int

  package init(_ source: PageSource, _ loaded: LoadedPage) {
    self.source = source.owned(by: loaded.person.map { .person($0) })
    profile = if case .profile(let profile, _) = loaded.header { profile } else { nil }
    (rows, next) = (loaded.rows, loaded.next)
    first = rows.firstIndex { if case .viewed = $0 { true } else { false } }.map { $0 + 1 } ?? 0
    end = first
  }

  /// The row with a number; 0 is the post or the user that the page is about.
  package func row(_ number: Int) -> ListRow? {
    if number == 0, let profile { return .person(profile) }
    let index = first + number - 1
    return (0..<end).contains(index) && number >= 0 ? rows[index] : nil
  }

  /// The page of another tab, or of the list beside this one.
  package func page(ofTab word: String) -> PageSource? {
    guard case .profile(let owner, let tab) = source else {
      return word == "tab" ? source.description(hasViewer: true).sibling?.source : nil
    }
    let tabs = ProfileTab.offered(toOwner: profile?.relation.isMe == true)
    let next = tabs.firstIndex(of: tab).map { tabs[($0 + 1) % tabs.count] }
    let chosen = word == "tab" ? next : tabs.first { $0.rawValue == word }
    return chosen.map { .profile(owner, $0) }
  }

  /// The lines before the rows.
  package func heading(in traits: Traits) -> [SafeText] {
    let text = LinearText(in: traits)
    if let profile, case .profile(_, let tab) = source {
      let tabs = ProfileTab.offered(toOwner: profile.relation.isMe)
      return text.lines(for: profile, tab: tab, of: tabs)
    }
    if first == 0 { return [source.description(hasViewer: true).title + "."] }
    return rows.prefix(first).flatMap { row in
      if case .viewed(let viewed) = row { return text.lines(for: viewed) }
      return ["Above: " + text.line(for: row)]
    } + (rows.count > first ? ["Replies:"] : [])
  }

  /// The next rows with their numbers, or a sentence if there are none; `load` reads more rows.
  package mutating func nextLines(
    in traits: Traits, _ load: (Cursor) throws -> LoadedPage
  ) rethrows -> [SafeText] {
    if end == rows.count, let cursor = next {
      let loaded = try load(cursor)
      rows += loaded.rows
      next = loaded.next
    }
    let (text, start) = (LinearText(in: traits), end)
    end = min(end + LinearPage.batch, rows.count)
    var lines = (start..<end).map { "\($0 - first + 1). " + text.line(for: rows[$0]) }
    if start == end, start > first { lines.append("That was all.") }
    if rows.isEmpty { lines.append(emptyText) }
    if end < rows.count || next != nil { lines.append("Press Enter for more.") }
    return lines
  }

  /// The sentence for a list without rows.
  private var emptyText: SafeText {
    if let profile, case .profile(_, let tab) = source {
      return EmptyTab(tab, of: profile.user, isOwn: profile.relation.isMe).fact
    }
    // The second sentence is about a key.
    let text = source.description(hasViewer: true).emptyText.string
    return SafeText(text.prefix { $0 != "." } + ".")
  }

  /// The request that marks the printed rows as read.
  package var readMark: CommandRequest? {
    source.readMark(of: Array(rows[..<end]), upTo: rows.first?.post?.createdAt)
  }
}
