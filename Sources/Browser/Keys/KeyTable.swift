package import Rendering

/// The meaning of every key, for the browser and its help.
package enum KeyTable {
  /// The action of a key while no line is being typed.
  package enum Action: Hashable {
    case up, down, left, right, pageUp, pageDown, rowUp, rowDown, first, last
    case open, back, quit
    case nextTab, previousTab
    case tab(Int)
    case author, timeline, notices, people, own, followers, settings
    case compose, reply, quote, edit, follow, like, repost, bookmark, mute
    case search, command, inspect, nextHeader, refresh, help, mouse, stop, redraw, interrupt
    /// In the box for a text.
    case send, editor
  }

  /// The keys of one action, and their help.
  package struct Binding {
    package let keys: [KeyPress]
    /// The keys as help writes them.
    package let label: SafeText
    package let action: Action
    package let deed: SafeText

    package init(_ keys: [KeyPress], _ label: SafeText, _ action: Action, _ deed: SafeText) {
      self.keys = keys
      self.label = label
      self.action = action
      self.deed = deed
    }

    fileprivate init(_ key: Character, _ action: Action, _ deed: SafeText) {
      self.init([.character(key)], SafeText(String(key)), action, deed)
    }
  }

  /// Bindings under one heading of the help.
  package struct Group {
    package let title: SafeText
    package let bindings: [Binding]
  }

  /// Whether a key acts on every page, even while others are ignored.
  static func isGlobal(_ key: KeyPress) -> Bool {
    switch action(for: key) {
    case .interrupt, .stop, .redraw: true
    default: false
    }
  }

  package static let groups = [
    Group(
      title: "Moving",
      bindings: [
        Binding([.up, .character("k")], "Up k", .up, "One up; past the top, pull."),
        Binding([.down, .character("j")], "Down j", .down, "One down."),
        Binding([.left, .character("h")], "Left h", .left, "One to the left."),
        Binding([.right], "Right l", .right, "One to the right; l in the grid only."),
        Binding([.pageUp, .control("b")], "PgUp", .pageUp, "A page up."),
        Binding(
          [.pageDown, .character(" "), .control("f")], "PgDn Space", .pageDown, "A page down."),
        Binding([.control("y")], "Ctrl-Y", .rowUp, "One row up."),
        Binding([.control("e")], "Ctrl-E", .rowDown, "One row down."),
        Binding([.home, .character("g")], "Home g", .first, "To the top."),
        Binding([.end, .character("G")], "End G", .last, "To the end."),
      ]),
    Group(
      title: "Going somewhere",
      bindings: [
        Binding([.enter], "Enter", .open, "Open what is chosen; on its own page, who likes it."),
        Binding([.escape, .backspace], "Esc", .back, "Back; nothing on the first page."),
        Binding("q", .quit, "Back; on the first page leave, if typed twice."),
        Binding([.tab], "Tab", .nextTab, "The next tab."),
        Binding([.backTab], "Shift-Tab", .previousTab, "The tab before."),
        Binding("1", .tab(0), "Posts, or the first list."),
        Binding("2", .tab(1), "Replies, or the second list."),
        Binding("3", .tab(2), "Likes."),
        Binding("4", .tab(3), "Private posts, on your own profile."),
        Binding("t", .timeline, "Your timeline."),
        Binding("n", .notices, "Your notifications."),
        Binding("p", .people, "Find people."),
        Binding("0", .own, "Your own profile."),
        Binding("F", .followers, "Followers, and whom they follow."),
        Binding("u", .author, "The author."),
        Binding("/", .search, "Search: posts, or people in their list."),
      ]),
    Group(
      title: "Talking",
      bindings: [
        Binding("c", .compose, "Write a post."),
        Binding("r", .reply, "Answer a post."),
        Binding("Q", .quote, "Quote a post."),
        Binding("R", .repost, "Repost, or no longer."),
        Binding("e", .edit, "Change the words of your own post."),
        Binding(
          [.character("L"), .character("l")], "L", .like,
          "Like, or no longer; outside the grid l too."),
        Binding("b", .bookmark, "Bookmark, or no longer."),
      ]),
    Group(
      title: "Doing something",
      bindings: [
        Binding("f", .follow, "Follow, or no longer."),
        Binding("M", .mute, "Mute a user, or undo it."),
        Binding("s", .settings, "Settings, on your own profile."),
        Binding(":", .command, "Any command; TAB completes."),
      ]),
    Group(
      title: "The screen",
      bindings: [
        Binding("i", .inspect, "What is chosen, as a record."),
        Binding("H", .nextHeader, "The next style of header."),
        Binding([.control("r")], "Ctrl-R", .refresh, "Read again."),
        Binding("m", .mouse, "Mouse off, and on again."),
        Binding([.control("l")], "Ctrl-L", .redraw, "Draw all of it again."),
        Binding([.control("z")], "Ctrl-Z", .stop, "Stop; 'fg' goes on."),
        Binding([.control("c")], "Ctrl-C", .interrupt, "Close a line or the settings; else leave."),
        Binding("?", .help, "These keys."),
      ]),
    Group(
      title: "While you write",
      bindings: [
        Binding([.control("d"), .control("m")], "Ctrl-D", .send, "Send it; Ctrl-Enter too."),
        Binding([.control("o")], "Ctrl-O", .editor, "Write it in $EDITOR."),
      ]),
  ]

  /// The groups as tables of labels and sentences.
  static var helpTables: [(title: SafeText, rows: [(SafeText, SafeText)])] {
    groups.map { group in (group.title, group.bindings.map { ($0.label, $0.deed) }) }
  }

  private static let actions: [KeyPress: Action] = {
    var actions: [KeyPress: Action] = [:]
    for binding in groups.flatMap(\.bindings) {
      for key in binding.keys { actions[key] = binding.action }
    }
    return actions
  }()

  /// In a grid `l` moves to the right, as `h`, `j` and `k` move.
  package static func action(for key: KeyPress, inGrid: Bool = false) -> Action? {
    inGrid && key == .character("l") ? .right : actions[key]
  }

  /// Whether a line is the letter that goes back.
  package static func isWayOut(_ line: String) -> Bool {
    line.count == 1 && line.first.map { action(for: .character($0)) } == .quit
  }

  package static func label(of action: Action) -> SafeText {
    groups.flatMap(\.bindings).first { $0.action == action }?.label ?? ""
  }
}
