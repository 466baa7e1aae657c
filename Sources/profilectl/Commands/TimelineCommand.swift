import CommandLine
import Model
import Rendering
import Services

/// A list with a read mark: all items, and the new items.
private struct MarkedList<Item: Sendable> {
  let listing: Listing<Item>
  let newListing: Listing<Item>
  let count: () throws -> Int
  let page: (PageRequest) throws -> Page<Item>
  let new: NewItems<Item>
}

/// The options of lists with a read mark, and their answer.
private struct MarkOptions {
  static let new = Switch(
    "new", "Show only new items, oldest first, and mark them as read.")
  static let mark = Switch("mark-read", "Mark everything up to now as read, and list nothing.")

  /// With more unseen items, `--mark-read` is suggested.
  private static let many = 100

  /// `--mark-read` excludes all others.
  static func exclusive(with others: [OptionShape]) -> [[OptionShape]] {
    [[new.shape, ListOptions.after.shape], [new.shape, ListOptions.reverse.shape]]
      + ([new.shape] + ListOptions.group.options + others).map { [mark.shape, $0] }
  }

  let list: ListOptions
  let filter: PostFilter
  let onlyNew: Bool
  let marksRead: Bool
  /// Whether a batch of new items moves the mark; not if the user has chosen kinds of items.
  let movesMark: Bool

  init(_ parsed: Parsed, choosesKinds: Bool = false) throws {
    list = try ListOptions(parsed)
    filter = try FilterOptions(parsed).filter
    onlyNew = parsed.value(of: Self.new)
    marksRead = parsed.value(of: Self.mark)
    movesMark = !choosesKinds
  }

  static func writeScope(of parsed: Parsed) -> WriteScope {
    let showsNew = parsed.isGiven(new.shape) && !parsed.isGiven(ListOptions.count.shape)
    return showsNew || parsed.isGiven(mark.shape) ? .readMark : .nothing
  }

  func answer<Item>(
    _ marked: MarkedList<Item>, in context: CommandContext
  ) throws -> CommandResult {
    if marksRead {
      let settled = try context.settled(context.now)
      if settled < context.now {
        try marked.new.markSeen(upTo: settled)
      } else {
        try marked.new.markAllSeen(at: settled)
      }
      try saving {
        try context.list([], marked.newListing, isRemarked: false)
        try context.remark("Everything up to now counts as read.")
      }
      return CommandResult(saved: .all)
    }
    if onlyNew { return try answerNew(marked, in: context) }
    return try context.list(
      list, marked.listing, filter: filter, count: marked.count, page: marked.page)
  }

  /// Answers with the new items, and then moves the mark if they were shown.
  private func answerNew<Item>(
    _ marked: MarkedList<Item>, in context: CommandContext
  ) throws -> CommandResult {
    var newest: Moment?
    var remaining = 0
    if let limit = list.limit, !list.onlyCounts {
      let first = try marked.new.first(limit)
      try context.list(first.entries, marked.newListing)
      newest = first.entries.last.map { marked.new.time($0.item) }
      remaining = first.remaining
    } else {
      _ = try context.list(
        list, marked.newListing, filter: filter, count: { try marked.new.count() },
        page: { request in
          let page = try marked.new.page(request)
          newest = page.entries.last.map { marked.new.time($0.item) } ?? newest
          return page
        })
    }
    var result = CommandResult()
    if movesMark, let newest, !context.streams.isMuted {
      result.saved = try remember(newest, in: marked.new, context)
    }
    try saving(result.saved) { try remark(onRest: remaining, of: marked.new, in: context) }
    return result
  }

  /// Prints how many new items were not shown, and the next line to type.
  private func remark<Item>(
    onRest remaining: Int, of new: NewItems<Item>, in context: CommandContext
  ) throws {
    if remaining == 0 { return }
    let most = NewItems<Item>.mostCounted
    let number = SafeText(
      remaining > most ? "More than \(Magnitude.exact(most))" : Magnitude.exact(remaining))
    // The same line would show the same items if the mark stays.
    guard movesMark else { return try context.remark("\(number) more wait; --all shows them.") }
    try context.remark("\(number) more wait:", .command(context.failureContext.words))
    if remaining > MarkOptions.many, let command = context.line.declaration?.name {
      try context.remark("To skip them:", .command([command, Self.mark.shape.spelled]))
    }
  }

  private func remember<Item>(
    _ newest: Moment, in new: NewItems<Item>, _ context: CommandContext
  ) throws -> SavedPart {
    do throws(ServiceError) {
      let newest = (try? context.settled(newest)) ?? newest
      let before = try new.markSeen(upTo: newest)
      context.streams.ifLost {
        do throws(ServiceError) {
          try new.takeBack(newest, to: before)
        } catch {
          try? context.warn(
            "Items that were not shown will not count as new: the mark could not be moved back",
            error)
        }
      }
      return .all
    } catch {
      try context.warn("These items will count as new again: the mark could not be saved", error)
      return .nothing
    }
  }
}

/// `timeline`: lists the posts of the acting user and those they follow.
struct TimelineCommand: DeclaredCommand {
  static let name = "timeline"
  static let declaration = Declaration(
    name, "Show your timeline, newest first.",
    discussion: """
      The timeline holds your own posts and those of the users you follow. --new shows only posts \
      of other users that are new to you, oldest first. If more posts are new than --limit allows, \
      the same command shows the next ones. If a filter such as --no-replies hides new posts, they \
      are marked as read too, up to the last post shown. On a server, --new leaves out \
      the posts of the last second, and --mark-read does not mark them as read.
      """,
    group: .reading, writeScope: .readMark,
    options: [MarkOptions.new.shape, MarkOptions.mark.shape, CommandContext.explain.shape],
    groups: [FilterOptions.group, ListOptions.group],
    exclusive: [[MarkOptions.new.shape, CommandContext.explain.shape]]
      + MarkOptions.exclusive(with: FilterOptions.group.options + [CommandContext.explain.shape]),
    fields: RecordKind.post.fields, columns: RecordKind.post.columns,
    examples: [
      .init("profilectl timeline", "the latest twenty"),
      .init("profilectl timeline --new --json", "the new posts, for a program"),
      .init("profilectl timeline --since yesterday --no-replies", "without replies"),
    ])

  private let options: MarkOptions
  private let explains: Bool

  static func writeScope(of parsed: Parsed) -> WriteScope { MarkOptions.writeScope(of: parsed) }

  init(_ parsed: Parsed) throws {
    explains = parsed.value(of: CommandContext.explain)
    options = try MarkOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.explaining(explains) {
      try options.answer(try marked(in: context), in: context)
    }
  }

  private func marked(in context: CommandContext) throws -> MarkedList<Post> {
    let network = try context.network()
    let timeline = network.timeline
    let viewer = try context.viewer()
    let filter = options.filter
    var now = try context.settled(context.now)
    if options.onlyNew, context.isClockSet {
      // A refusal comes before the first read, which may migrate the network.
      try network.users.expectActor(viewer)
      // Under a fixed clock, posts have times shortly after it.
      now = try timeline.present(at: context.now)
    }
    return MarkedList(
      listing: .posts(ifEmpty: "Nothing here yet. Find people to follow:", .command(["users"])),
      newListing: .posts(ifEmpty: "Nothing new. Older ones:", .command(["timeline"])),
      count: { try timeline.count(of: viewer, filter) },
      page: { try timeline.home(of: viewer, $0) },
      new: timeline.unseen(by: viewer, filter, now: now))
  }
}

extension CommandContext {
  /// The moment up to which items count as seen, earlier than `moment` if items may still arrive.
  ///
  /// A clock set by `--now` is taken as it is.
  fileprivate func settled(_ moment: Moment) throws -> Moment {
    isClockSet ? moment : try network().settled(moment, at: now)
  }
}

/// `notifications`: lists what others did that concerns the acting user.
struct NoticesCommand: DeclaredCommand {
  static let name = "notifications"
  static let only = Option<[Notice.Kind]?>("only", .choices("kind"), "Show only these kinds.")
  static let declaration = Declaration(
    name, "List your notices, newest first.",
    discussion: """
      A notice is a reply, mention, quote, repost, like or follow by another user. Each line \
      names the user, the kind of notice and the post. --new shows only new notices, oldest first. \
      With --only, the command marks nothing as read. On a server, notices of the last second are \
      not marked as read.
      """,
    group: .reading, writeScope: .readMark,
    options: [MarkOptions.new.shape, MarkOptions.mark.shape, only.shape],
    groups: [ListOptions.group], exclusive: MarkOptions.exclusive(with: [only.shape]),
    fields: RecordKind.notice.keys, columns: RecordKind.notice.columns,
    examples: [
      .init("profilectl notifications --new", "only new notices"),
      .init("profilectl notifications --only reply,mention", "only replies and mentions"),
    ])

  private let options: MarkOptions
  private let kinds: Set<Notice.Kind>

  static func writeScope(of parsed: Parsed) -> WriteScope {
    let marksNothing = parsed.isGiven(only.shape) && !parsed.isGiven(MarkOptions.mark.shape)
    return marksNothing ? .nothing : MarkOptions.writeScope(of: parsed)
  }

  init(_ parsed: Parsed) throws {
    let only = try parsed.value(of: Self.only)
    kinds = only.map { Set($0) } ?? NoticeService.allKinds
    options = try MarkOptions(parsed, choosesKinds: only != nil)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let notices = try context.network().notices
    let viewer = try context.viewer()
    let kinds = kinds
    let marked = MarkedList<Notice>(
      listing: kinds == NoticeService.allKinds
        ? .notices(ifEmpty: "No notifications yet. Write something:", .command(["post", "hello"]))
        : .notices(ifEmpty: "No notifications of these kinds. All:", .command([Self.name])),
      newListing: .notices(ifEmpty: "Nothing new. Older ones:", .command([Self.name])),
      count: { try notices.count(for: viewer, kinds) },
      page: { try notices.page(for: viewer, kinds, $0) },
      new: notices.unseen(by: viewer, kinds))
    return try options.answer(marked, in: context)
  }
}
