package import Model

/// Options that several commands share.
package struct OptionGroup: Sendable {
  package let options: [OptionShape]
  /// Of each of these lists only one may be given.
  package let exclusive: [[OptionShape]]

  package init(options: [OptionShape], exclusive: [[OptionShape]] = []) {
    self.options = options
    self.exclusive = exclusive
  }
}

/// The options of every command that answers with a list.
package struct ListOptions: Equatable, Sendable {
  package static let limit = Option(
    "limit", short: "n", .integer(1...1_000_000), default: 20, "Show at most this many.")
  package static let all = Switch("all", "Show all, however many there are.")
  package static let after = Option("after", .cursor, "Continue after this place of an earlier list.")
  package static let count = Switch("count", "Print only how many there are.")
  package static let reverse = Switch("reverse", "Reverse the order.")

  package static let group = OptionGroup(
    options: [limit.shape, all.shape, after.shape, count.shape, reverse.shape],
    exclusive: [
      [all.shape, limit.shape], [count.shape, limit.shape], [count.shape, after.shape],
    ])

  /// Nil for all of them.
  package let limit: Int?
  package let after: Cursor?
  package let onlyCounts: Bool
  package let isReversed: Bool

  package init(_ parsed: Parsed) throws(RefusedValue) {
    let limit = try parsed.value(of: Self.limit)
    self.limit = parsed.value(of: Self.all) ? nil : limit
    after = try parsed.value(of: Self.after)
    onlyCounts = parsed.value(of: Self.count)
    isReversed = parsed.value(of: Self.reverse)
  }
}

/// The options of commands that change several things at once.
package struct WriteOptions: Equatable, Sendable {
  package static let dryRun = Switch("dry-run", "Print what would happen, and change nothing.")
  package static let keepGoing = Switch(
    "keep-going", "Save what can be saved, report the rest, and exit with 1.")

  package static let group = OptionGroup(options: [dryRun.shape, keepGoing.shape])

  package let isDryRun: Bool
  package let keepsGoing: Bool

  package init(_ parsed: Parsed) {
    isDryRun = parsed.value(of: Self.dryRun)
    keepsGoing = parsed.value(of: Self.keepGoing)
  }
}
