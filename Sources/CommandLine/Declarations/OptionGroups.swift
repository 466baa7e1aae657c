package import Model

/// Options that several commands share.
package struct OptionGroup: Sendable {
  package let options: [OptionShape]
  /// Sets of options; a line may have only one of each set, such as --all and --limit.
  package let exclusive: [[OptionShape]]

  package init(options: [OptionShape], exclusive: [[OptionShape]] = []) {
    (self.options, self.exclusive) = (options, exclusive)
  }
}

/// The options of every command that prints a list.
package struct ListOptions: Equatable, Sendable {
  private static let bounds = ValueKind<Int>.integer(1...1_000_000)

  package static let limit = Option(
    "limit", short: "n", key: "list.limit", bounds, default: 20, "Show at most this many.")
  package static let all = Switch("all", "Show all, however many there are.")
  package static let after = Option(
    "after", .cursor, "Continue after this cursor of an earlier list.")
  package static let count = Switch("count", "Print only how many there are.")
  package static let reverse = Switch("reverse", "Reverse the order.")

  /// `--limit` without a default.
  private static let optionalLimit = Option<Int?>(
    limit.shape.name, short: limit.shape.short, bounds, limit.shape.summary)

  package static let group = OptionGroup(
    options: [limit.shape, all.shape, after.shape, count.shape, reverse.shape],
    exclusive: [
      [all.shape, limit.shape], [count.shape, limit.shape], [count.shape, after.shape],
    ])

  /// The options of a list that shows all items by default and can't be reversed.
  package static let wholeGroup = OptionGroup(
    options: [optionalLimit.shape, all.shape, after.shape, count.shape], exclusive: group.exclusive)

  /// Nil for no limit.
  package let limit: Int?
  package let after: Cursor?
  package let onlyCounts: Bool
  package let isReversed: Bool

  package init(_ parsed: Parsed, showsAll: Bool = false) throws(RefusedValue) {
    let limit = try showsAll ? parsed.value(of: Self.optionalLimit) : parsed.value(of: Self.limit)
    self.limit = parsed.value(of: Self.all) ? nil : limit
    after = try parsed.value(of: Self.after)
    onlyCounts = parsed.value(of: Self.count)
    isReversed = !showsAll && parsed.value(of: Self.reverse)
  }
}

/// The options of commands that write several items.
package struct WriteOptions: Equatable, Sendable {
  package static let dryRun = Switch("dry-run", "Print what would happen, and change nothing.")
  package static let keepGoing = Switch(
    "keep-going", "If items are refused, report them, save the others and exit with 1.")

  package static let group = OptionGroup(options: [dryRun.shape, keepGoing.shape])

  package let isDryRun: Bool
  package let keepsGoing: Bool

  package init(_ parsed: Parsed) {
    isDryRun = parsed.value(of: Self.dryRun)
    keepsGoing = parsed.value(of: Self.keepGoing)
  }
}

/// The filters of lists of posts.
package struct FilterOptions: Sendable {
  package static let since = Option<Moment?>("since", .time, "Only from this time on.")
  package static let until = Option<Moment?>("until", .time, "Only before this time.")
  package static let noReplies = Switch("no-replies", "Leave replies out.")
  package static let noReposts = Switch("no-reposts", "Leave reposts out.")
  package static let sort = Option(
    "sort", .choice("order"), default: PostFilter.Order.new,
    "Sort by time, or by likes or replies, most first.")

  package static let period = OptionGroup(options: [since.shape, until.shape])
  package static let group = OptionGroup(
    options: period.options + [noReplies.shape, noReposts.shape])
  package static let sorted = OptionGroup(options: group.options + [sort.shape])

  package let filter: PostFilter

  /// Reads the options that the command declares.
  package init(_ parsed: Parsed) throws(RefusedValue) {
    var filter = PostFilter()
    if parsed.declares(Self.since.shape) {
      filter.since = try parsed.value(of: Self.since)
      filter.until = try parsed.value(of: Self.until)
    }
    if parsed.declares(Self.noReplies.shape) {
      filter.hidesReplies = parsed.value(of: Self.noReplies)
      filter.hidesReposts = parsed.value(of: Self.noReposts)
    }
    if parsed.declares(Self.sort.shape) { filter.order = try parsed.value(of: Self.sort) }
    if let since = filter.since, let until = filter.until, since > until {
      let start = parsed.lastGiven(of: [Self.since.shape])?.text ?? ""
      throw RefusedValue(
        input: parsed.lastGiven(of: [Self.until.shape])?.text ?? "",
        parameter: Self.until.shape.spelled,
        reason: .unreadable(.endBefore("\(Self.since.shape.spelled) \(start)")))
    }
    self.filter = filter
  }
}
