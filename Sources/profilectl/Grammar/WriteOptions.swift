/// The options of commands that change several things at once.
struct WriteOptions: Equatable, Sendable {
  static let dryRun = Switch("dry-run", "Say what would happen, and change nothing.")
  static let keepGoing = Switch(
    "keep-going", "Save what can be saved, report the rest, and exit with 1.")

  static let group = OptionGroup(options: [dryRun.shape, keepGoing.shape])

  let isDryRun: Bool
  let keepsGoing: Bool

  init(_ parsed: Parsed) {
    isDryRun = parsed.value(of: Self.dryRun)
    keepsGoing = parsed.value(of: Self.keepGoing)
  }
}
