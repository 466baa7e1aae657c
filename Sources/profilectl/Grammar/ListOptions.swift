import Model

/// The options of every command that answers with a list.
struct ListOptions: Equatable, Sendable {
  static let limit = Option(
    "limit", short: "n", .integer(1...1_000_000), default: 20, "Show at most this many.")
  static let all = Switch("all", "Show all, however many there are.")
  static let after = Option("after", .cursor, "Go on after this place of an earlier list.")
  static let count = Switch("count", "Only say how many there are.")
  static let reverse = Switch("reverse", "Turn the order around.")

  static let group = OptionGroup(
    options: [limit.shape, all.shape, after.shape, count.shape, reverse.shape],
    exclusive: [
      [all.shape, limit.shape], [count.shape, limit.shape], [count.shape, after.shape],
    ])

  /// Nil for all of them.
  let limit: Int?
  let after: Cursor?
  let onlyCounts: Bool
  let isReversed: Bool

  init(_ parsed: Parsed) throws(RefusedValue) {
    let limit = try parsed.value(of: Self.limit)
    self.limit = parsed.value(of: Self.all) ? nil : limit
    after = try parsed.value(of: Self.after)
    onlyCounts = parsed.value(of: Self.count)
    isReversed = parsed.value(of: Self.reverse)
  }
}
