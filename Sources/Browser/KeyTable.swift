package import Keys
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
    case search, command, sync, inspect, nextHeader, refresh, help, mouse, stop, redraw, interrupt
    /// In the box for a text.
    case send, editor
  }

  /// The keys of one action, and their help.
  ///
  /// A binding without an action is text for the help only; the box handles its key.
  package struct Binding {
    package let keys: [KeyPress]
    /// The keys as help writes them.
    package let label: SafeText
    package let action: Action?
    package let meaning: SafeText

    package init(_ keys: [KeyPress], _ label: SafeText, _ action: Action?, _ meaning: SafeText) {
      self.keys = keys
      self.label = label
      self.action = action
      self.meaning = meaning
    }

    fileprivate init(_ key: Character, _ action: Action, _ meaning: SafeText) {
      self.init([.character(key)], SafeText(String(key)), action, meaning)
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
        Binding([.up, .character("k")], "Up k", .up, "Move up; at the top, pull the header down."),
        Binding([.down, .character("j")], "Down j", .down, "Move down."),
        Binding([.left, .character("h")], "Left h", .left, "Move left."),
        Binding([.right], "Right l", .right, "Move right; l only in the grid."),
        Binding([.pageUp, .control("b")], "PgUp", .pageUp, "Move a page up."),
        Binding(
          [.pageDown, .character(" "), .control("f")], "PgDn Space", .pageDown, "Move a page down."),
        Binding([.control("y")], "Ctrl-Y", .rowUp, "Scroll one row up."),
        Binding([.control("e")], "Ctrl-E", .rowDown, "Scroll one row down."),
        Binding([.home, .character("g")], "Home g", .first, "Go to the top."),
        Binding([.end, .character("G")], "End G", .last, "Go to the end."),
      ]),
    Group(
      title: "Opening pages",
      bindings: [
        Binding(
          [.enter], "Enter", .open, "Open the chosen post or user; on a post's page, its likers."),
        Binding([.escape, .backspace], "Esc", .back, "Go back."),
        Binding("q", .quit, "Go back; on the first page, type it twice to leave."),
        Binding([.tab], "Tab", .nextTab, "Show the next tab."),
        Binding([.backTab], "Shift-Tab", .previousTab, "Show the previous tab."),
        Binding("1", .tab(0), "Show the posts, or the first list."),
        Binding("2", .tab(1), "Show the replies, or the second list."),
        Binding("3", .tab(2), "Show the likes."),
        Binding("4", .tab(3), "Show your private posts, on your own profile."),
        Binding("t", .timeline, "Open your timeline."),
        Binding("n", .notices, "Open your notifications."),
        Binding("p", .people, "Find people."),
        Binding("0", .own, "Open your own profile."),
        Binding("F", .followers, "List followers and following."),
        Binding("u", .author, "Open the author's profile."),
        Binding("/", .search, "Search posts, or people in a list of people."),
      ]),
    Group(
      title: "Posts",
      bindings: [
        Binding("c", .compose, "Write a post."),
        Binding("r", .reply, "Reply to a post."),
        Binding("Q", .quote, "Quote a post."),
        Binding("R", .repost, "Repost, or take it back."),
        Binding("e", .edit, "Edit a post of your own."),
        Binding(
          [.character("L"), .character("l")], "L", .like,
          "Like or unlike; outside the grid also l."),
        Binding("b", .bookmark, "Bookmark, or remove the bookmark."),
      ]),
    Group(
      title: "Users and commands",
      bindings: [
        Binding("f", .follow, "Follow or unfollow the user; on a post, follow its author."),
        Binding("M", .mute, "Mute or unmute the user; on a post, mute its author."),
        Binding("s", .settings, "Open the settings, on your own profile."),
        Binding(":", .command, "Type any command; TAB completes it."),
        Binding("S", .sync, "Exchange the changes of a shared network now."),
      ]),
    Group(
      title: "The screen",
      bindings: [
        Binding("i", .inspect, "Show the chosen post or user as JSON."),
        Binding("H", .nextHeader, "Change the style of the header."),
        Binding([.control("r")], "Ctrl-R", .refresh, "Refresh the page."),
        Binding("m", .mouse, "Turn the mouse off or on."),
        Binding([.control("l")], "Ctrl-L", .redraw, "Redraw the screen."),
        Binding([.control("z")], "Ctrl-Z", .stop, "Suspend the program; 'fg' resumes it."),
        Binding(
          [.control("c")], "Ctrl-C", .interrupt, "Close the line or the settings; else leave."),
        Binding("?", .help, "Show these keys."),
      ]),
    Group(
      title: "While you write",
      bindings: [
        Binding([], "Enter", nil, "Begin a new line."),
        Binding([], "Tab", nil, "Complete a handle or a hashtag."),
        Binding(
          [.control("d"), .control("m")], "Ctrl-D", .send, "Send; Ctrl-Enter also sends."),
        Binding([.control("o")], "Ctrl-O", .editor, "Continue in $EDITOR."),
        Binding([], "Esc", nil, "Close the box; the draft is kept until the browser ends."),
      ]),
  ]

  /// The groups as tables of labels and sentences.
  static var helpTables: [TextDrawing.Table] {
    groups.map { group in (group.title, group.bindings.map { ($0.label, $0.meaning) }) }
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

  package static func label(of action: Action) -> SafeText {
    groups.flatMap(\.bindings).first { $0.action == action }?.label ?? ""
  }
}
