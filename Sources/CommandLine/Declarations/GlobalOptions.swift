package import Model

/// The options of every command, before or after its name.
package struct GlobalOptions: Equatable, Sendable {
  package static let database = Option("db", .database, "Use this database.")
  package static let user = Option("as", .handle, "Act as this user.")
  package static let format = Option(
    "format", .choice(OutputFormat.general, "format"), "Answer in this format.")
  package static let json = Switch("json", "The same as --format json.")
  package static let fields = Option(
    "fields", .fields, "Print only these fields, in this order.")
  package static let quiet = Switch("quiet", short: "q", "Print only the answer.")
  package static let verbose = Switch(
    "verbose", short: "v", "Also print the database and the acting user.")
  package static let color = Option(
    "color", key: "color", .choice("when"), default: ColorChoice.auto, "Use colour.")
  package static let ascii = Switch("ascii", key: "ascii", "Draw with ASCII characters only.")
  package static let width = Option(
    "width", .integer(20...1_000, "columns"), "Draw for this width.")
  package static let now = Option("now", .time, "Use this as the current time.")
  package static let noInput = Switch("no-input", "Never ask; fail instead.")
  package static let yes = Switch("yes", short: "y", "Answer yes to every question.")
  package static let wait = Option(
    "wait", key: "wait", .integer(0...86_400, "seconds"), default: 30,
    "Wait this long for a busy database.")
  package static let help = Switch("help", short: "h", "Show help.")
  package static let version = Switch("version", "Show the version.")

  package static let shapes = [
    database.shape, user.shape, format.shape, json.shape, fields.shape, quiet.shape,
    verbose.shape, color.shape, ascii.shape, width.shape, now.shape, noInput.shape, yes.shape,
    wait.shape, help.shape, version.shape,
  ]

  package let database: String?
  package let user: Handle?
  /// Nil for the usual format of the output.
  package let format: OutputFormat?
  /// Nil for all fields.
  package let fields: [String]?
  package let isQuiet: Bool
  package let isVerbose: Bool
  package let color: ColorChoice
  package let isASCII: Bool
  /// Nil for the width of the terminal.
  package let width: Int?
  /// Nil for the clock of the system.
  package let now: Moment?
  package let mayAsk: Bool
  package let saysYes: Bool
  /// In seconds.
  package let wait: Int

  package init(_ parsed: Parsed) throws(RefusedValue) {
    database = try parsed.value(of: Self.database)
    user = try parsed.value(of: Self.user)
    format = try parsed.format()
    fields = try parsed.fields()
    let loudness = parsed.lastGiven(of: [Self.quiet.shape, Self.verbose.shape])?.name
    isQuiet = loudness == Self.quiet.shape.name
    isVerbose = loudness == Self.verbose.shape.name
    color = try parsed.value(of: Self.color)
    isASCII = parsed.value(of: Self.ascii)
    width = try parsed.value(of: Self.width)
    now = try parsed.value(of: Self.now)
    mayAsk = !parsed.value(of: Self.noInput)
    saysYes = parsed.value(of: Self.yes)
    wait = try parsed.value(of: Self.wait)
  }

  /// Whether both result in the same traits, apart from the time.
  package func hasSameTraits(as other: GlobalOptions) -> Bool {
    color == other.color && isASCII == other.isASCII && width == other.width
  }
}

package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, never, always
}
