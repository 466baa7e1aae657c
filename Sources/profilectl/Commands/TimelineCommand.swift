import CommandLine
import Model
import Rendering
import Services

/// `timeline`: lists the posts of the acting user and those they follow.
struct TimelineCommand: DeclaredCommand {
  static let name = "timeline"
  static let new = Switch("new", "Only what you have not seen; the next time begins behind it.")
  static let declaration = Declaration(
    name, "Show your timeline, newest first.",
    discussion: """
      It holds your own posts and those of everyone you follow. With --new, when more waits than \
      the limit, the oldest come first, so that asking again shows every post once. A post that is \
      dated ahead is new when its time has come.
      """,
    group: .reading, reach: .readMark, options: [new.shape, CommandContext.explain.shape],
    groups: [ListOptions.group],
    exclusive: [
      [new.shape, ListOptions.after.shape], [new.shape, ListOptions.reverse.shape],
      [new.shape, CommandContext.explain.shape],
    ], fields: RecordKind.post.keys, columns: RecordKind.post.columns,
    examples: [
      .init("profilectl timeline", "the latest twenty"),
      .init("profilectl timeline --new --json", "what came since the last time"),
    ])

  private let onlyNew: Bool
  private let list: ListOptions
  private let explains: Bool

  static func reach(of parsed: Parsed) -> Reach {
    parsed.isGiven(new.shape) ? .readMark : .nothing
  }

  init(_ parsed: Parsed) throws {
    explains = parsed.value(of: CommandContext.explain)
    onlyNew = parsed.value(of: Self.new)
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.explaining(explains) { try answer(in: context) }
  }

  private func answer(in context: CommandContext) throws -> CommandResult {
    let timeline = try context.network().timeline
    let viewer = try context.viewer()
    if onlyNew { return try answerNew(from: timeline, to: viewer, context) }
    return try context.list(
      list,
      .posts(ifEmpty: "Nothing here yet. Find people to follow:", .command(["users"])),
      count: { try timeline.count(of: viewer) }, page: { try timeline.home(of: viewer, $0) })
  }

  /// Moves the read mark after the posts are shown, if they are.
  private func answerNew(
    from timeline: TimelineService, to viewer: Viewer, _ context: CommandContext
  ) throws -> CommandResult {
    let listing = Listing.posts(ifEmpty: "Nothing new. All there is:", .command(["timeline"]))
    // Posts are moved on past a clock that stands still.
    let now = context.isClockSet ? try timeline.present(at: context.now) : context.now
    var newest: Moment?
    var remaining = 0
    if let limit = list.limit, !list.onlyCounts {
      let unseen = try timeline.unseen(by: viewer, limit: limit, now: now)
      try context.list(unseen.entries, listing)
      newest = unseen.entries.last?.item.createdAt
      remaining = unseen.remaining
    } else {
      _ = try context.list(
        list, listing, count: { try timeline.unseenCount(by: viewer, now: now) },
        page: { request in
          let page = try timeline.allUnseen(by: viewer, request, now: now)
          newest = page.entries.last?.item.createdAt ?? newest
          return page
        })
    }
    var result = CommandResult()
    if let newest, !context.streams.isMuted {
      result.saved = try remember(newest, in: timeline, for: viewer, context)
    }
    if remaining > 0 {
      let most = UnseenPosts.mostCounted
      let number =
        remaining > most ? "More than \(Magnitude.exact(most))" : Magnitude.exact(remaining)
      let words = context.failureContext.words
      try saving(result.saved) {
        try context.remark("\(SafeText(number)) more wait:", .command(words))
      }
    }
    return result
  }

  private func remember(
    _ newest: Moment, in timeline: TimelineService, for viewer: Viewer, _ context: CommandContext
  ) throws -> SavedPart {
    do throws(ServiceError) {
      let before = try timeline.markSeen(upTo: newest, by: viewer)
      context.streams.ifLost {
        do throws(ServiceError) {
          try timeline.takeBack(newest, to: before, by: viewer)
        } catch {
          try? context.warn(
            "Posts that were not shown will not count as new: the read mark could not be moved back",
            error)
        }
      }
      return .all
    } catch {
      try context.warn(
        "These posts will count as new again: the read mark could not be saved", error)
      return .nothing
    }
  }
}
