import CommandLine
import Model
import Rendering
import Services

/// `show`: prints the card of a user and the grid of one tab.
struct ShowCommand: DeclaredCommand {
  static let name = "show"
  static let user = Operand(optional: .handle, "The user; you by default.")
  static let tab = Option(
    "tab", .choice("tab"), default: ProfileTab.posts, "The posts in the grid.")
  static let limit = Option(
    "limit", short: "n", key: "show.limit", .integer(1...1_000), default: 9,
    "Show at most this many posts.")
  static let columns = Option<Int?>(
    "columns", key: "show.columns", .integer(1...6), "Draw a grid of this many columns.")
  /// The limit for `--all`, more than a database has posts.
  private static let most = Int(Int32.max)
  static let after = Option<Cursor?>(
    "after", .cursor, "Continue after this cursor, the value of \"next\".")
  static let declaration = Declaration(
    name, "Show a profile: card, tabs and grid.",
    discussion: """
      On a terminal, without --limit or --all, the command shows as many rows as fit the window. \
      With --limit it shows that many posts, even if they do not fit. Only the owner sees the \
      private tab. The tab is not access control: anyone who can read the file can read everything \
      in it.
      """,
    group: .reading, writeScope: .nothing, operands: [user.shape],
    options: [
      tab.shape, FilterOptions.sort.shape, columns.shape, after.shape,
      CommandContext.explain.shape,
    ],
    groups: [
      OptionGroup(
        options: [limit.shape, ListOptions.all.shape],
        exclusive: [[ListOptions.all.shape, limit.shape]]),
      PictureOptions.group,
    ], fields: RecordKind.profilePage.keys,
    formats: OutputFormat.drawn,
    examples: [
      .init("profilectl show bob", "@bob's card and latest posts"),
      .init("profilectl show --tab private", "your private posts"),
      .init("profilectl show bob --json", "the same for a program"),
      .init("profilectl show bob --all --format html > bob.html", "all posts as a web page"),
      .init("profilectl show bob --format svg > bob.svg", "the card and grid as a drawing"),
    ])

  private let user: Handle?
  private let tab: ProfileTab
  private let page: PageRequest
  private let columns: Int?
  private let pictures: PictureOptions
  private let explains: Bool
  /// Whether the page may end with the window.
  private let mayFit: Bool

  init(_ parsed: Parsed) throws {
    explains = parsed.value(of: CommandContext.explain)
    user = try parsed.value(of: Self.user)
    tab = try parsed.value(of: Self.tab)
    columns = try parsed.value(of: Self.columns)
    pictures = try PictureOptions(parsed)
    mayFit = !parsed.isSet(Self.limit.shape) && !parsed.value(of: ListOptions.all)
    let filter = try FilterOptions(parsed).filter
    page = PageRequest(
      limit: parsed.value(of: ListOptions.all) ? Self.most : try parsed.value(of: Self.limit),
      after: try parsed.value(of: Self.after), filter: filter)
    if filter.order != .new, ![.posts, .replies].contains(tab) {
      let option = FilterOptions.sort.shape.spelled
      throw UsageError(.onlyWith(option: option, other: "--tab posts' or '--tab replies"))
    }
    let fields = GlobalOptions.fields.shape
    if let format = try parsed.format(), OutputFormat.drawings.contains(format),
      parsed.isGiven(fields)
    {
      let drawn = "\(GlobalOptions.format.shape.spelled) \(format.rawValue)"
      throw UsageError(.conflict(fields.spelled, drawn))
    }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.explaining(explains) { try answer(in: context) }
  }

  private func answer(in context: CommandContext) throws -> CommandResult {
    if let format = context.options.format, context.outputIsTerminal,
      OutputFormat.drawings.contains(format)
    {
      let name = user?.text ?? "profile"
      throw UsageError(.needsFile(format: format.rawValue, name: name))
    }
    let network = try context.network()
    let viewer = try context.viewer()
    if context.options.format == .html {
      let page = try document(of: network, for: viewer).page(in: context.traits)
      try context.pictures.answer(page, with: network.pictures)
      return CommandResult()
    }
    var page = page
    if let rows = rows(in: context) { page.limit = ShowCommand.most(in: rows) }
    var (shown, thumbnails) = try context.profile(of: user, tab: tab, page)
    let made =
      explains
      ? MadeThumbnails()
      : try context.pictures.makeMissing(in: &thumbnails, from: network.pictures)
    let banner = try context.pictures.banner(
      of: shown.profile.item.user, or: thumbnails, from: network.pictures)
    try answer(shown, thumbnails, banner, in: context)
    network.pictures.offer(made)
    return CommandResult()
  }

  private func answer(
    _ shown: ShownProfile, _ thumbnails: ThumbnailSet, _ banner: Thumbnail?,
    in context: CommandContext
  ) throws {
    if context.options.format == .svg {
      let shown = shown.kept(choosing: tab)
      let drawing = ProfileDrawing(
        shown.profile.item, tab: tab, posts: shown.posts.items, hasViewer: shown.hasViewer,
        columns: columns, thumbnails: thumbnails.kept, avatar: thumbnails.avatar)
      return try context.answer(drawing.output(in: pictures.applied(to: context.drawingTraits)))
    }
    var next = shown.posts.next
    try context.answer(
      Record(shown),
      text: { traits in
        if context.line.origin.printsPages { return LinearText(in: traits).output(for: shown) }
        var traits = pictures.applied(to: traits)
        traits.height = rows(in: context)
        let page = ProfilePage(
          shown, columns: columns, thumbnails: thumbnails.kept,
          avatar: thumbnails.avatar, banner: banner
        ).drawn(in: traits)
        if page.postCount < shown.posts.entries.count {
          next = shown.posts.entries[page.postCount - 1].cursor
        }
        return page.canvas.output(in: traits, placesClusters: true)
      })
    let showsPosts = context.options.fields?.contains("posts") ?? true
    if showsPosts, let next { try context.remarkMore(after: next) }
  }

  /// The answers to a post that a page contains.
  private static let mostAnswers = 100

  /// The rows of the window that the page fits into; nil if it need not fit.
  private func rows(in context: CommandContext) -> Int? {
    guard mayFit, context.drawsPictures, context.options.format != .svg,
      context.traits.isTerminal, context.surface != .browser
    else { return nil }
    return context.traits.height
  }

  /// An upper limit of the posts that fit into a window: six columns of text tiles under a card.
  private static func most(in rows: Int) -> Int { 6 * max(1, (rows - 8) / 9) }

  /// The HTML page has the public tabs and the chosen one.
  private func document(of network: Network, for viewer: Viewer) throws -> ProfileDocument {
    let (tabs, answers, faces) = try network.atOneMoment { () throws(ServiceError) in
      let tabs = try network.users.showAllTabs(user, chosen: tab, as: viewer, page)
        .map { $0.kept(choosing: tab) }
      let answers = try network.conversations.replies(
        to: tabs.flatMap(\.posts.items), as: viewer, limit: Self.mostAnswers
      )
      .mapValues { $0.filter { tab == .private || !$0.isPrivate } }.filter { !$0.value.isEmpty }
      var faces: [Handle: Thumbnail] = [:]
      for author in Set(answers.values.joined().map(\.author)) {
        let user = try network.users.profile(of: author, as: viewer).item.user
        faces[author] = try network.pictures.thumbnails(of: [], avatarOf: user.id).avatar
      }
      return (tabs, answers, faces)
    }
    let owner = tabs[0].profile.item
    let pictures = tabs.flatMap(\.posts.items).map(\.repeated.image)
    return ProfileDocument(
      owner, tabs: tabs, chosen: tab, hasViewer: tabs[0].hasViewer, columns: columns ?? 3,
      pictures: Set(([owner.user.avatar, owner.user.banner] + pictures).compactMap { $0?.hash }),
      replies: answers, faces: faces)
  }
}
