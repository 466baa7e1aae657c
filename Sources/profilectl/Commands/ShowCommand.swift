import Model
import Rendering
import Services

/// `show`: somebody's card, their tabs, and the grid of one of them.
struct ShowCommand: Command {
  static let name = "show"
  static let user = Operand(optional: .handle, "Whose profile; yours by default.")
  static let tab = Option("tab", .choice("tab"), default: ProfileTab.posts, "What the grid shows.")
  static let limit = Option(
    "limit", short: "n", .integer(1...1_000), default: 9, "Show at most this many posts.")
  static let columns = Option(
    "columns", .integer(1...6, "1-6"), default: 3, "Draw a grid of so many columns.")
  static let after = Option<Cursor?>("after", .cursor, "Go on after this place, as in \"next\".")
  static let declaration = Declaration(
    name, "Show a profile: card, tabs and grid.",
    discussion: """
      The private tab is its owner's alone. That is a courtesy of the program, not a lock on the \
      file: whoever can read the file can read everything in it.
      """,
    group: .reading, operands: [user.shape],
    options: [tab.shape, limit.shape, columns.shape, after.shape, Session.explain.shape],
    fields: RecordKind.profilePage.keys, formats: OutputFormat.drawn,
    examples: [
      .init("profilectl show bob", "@bob's card and latest posts"),
      .init("profilectl show --tab private", "what only you see"),
      .init("profilectl show bob --json", "the same for a program"),
      .init("profilectl show bob --format html > bob.html", "a page to keep, with all tabs"),
      .init("profilectl show bob --format svg > bob.svg", "the card and grid as a drawing"),
    ])

  private let user: Handle?
  private let tab: ProfileTab
  private let page: PageRequest
  private let columns: Int
  private let explains: Bool

  init(_ parsed: Parsed) throws {
    explains = parsed.value(of: Session.explain)
    user = try parsed.value(of: Self.user)
    tab = try parsed.value(of: Self.tab)
    columns = try parsed.value(of: Self.columns)
    page = PageRequest(
      limit: try parsed.value(of: Self.limit), after: try parsed.value(of: Self.after))
  }

  func run(in session: Session) throws {
    try session.explaining(explains) { try answer(in: session) }
  }

  private func answer(in session: Session) throws {
    let users = try session.network().users
    let viewer = try session.viewer()
    let hasViewer = viewer != .nobody
    if session.options.format == .html {
      let shown = try users.showAllTabs(user, chosen: tab, as: viewer, page)
      guard let profile = shown.first?.profile.item else { return }
      let document = ProfileDocument(
        profile, tabs: shown, chosen: tab, hasViewer: hasViewer, columns: columns)
      return try session.answer(document.output(in: session.traits))
    }
    let shown = try users.show(user, tab: tab, as: viewer, page)
    if session.options.format == .svg {
      let drawing = ProfileDrawing(
        shown.profile.item, tab: tab, posts: shown.posts.items, hasViewer: hasViewer,
        columns: columns)
      return try session.answer(drawing.output(in: session.drawingTraits))
    }
    try session.answer(
      Record(shown),
      text: { ProfilePage(shown, hasViewer: hasViewer, columns: columns).output(in: $0) })
    if let next = shown.posts.next { try session.remarkMore(after: next) }
  }
}
