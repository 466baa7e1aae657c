/// The description of a command for the parser, help, completion and the manual.
///
/// It has shapes, which have no type parameter: each generic type as an `any` costs every process 3
/// µs (2026-11-21).
package struct Declaration: Sendable {
  package let name: String
  /// One line, ending in a full stop.
  package let summary: String
  package let discussion: String?
  package let group: CommandGroup
  /// What a line of the command changes by default.
  package let writeScope: WriteScope
  package let operands: [OperandShape]
  /// The options of this command; `GlobalOptions` has those of every command.
  package let options: [OptionShape]
  /// Sets of options; only one of each set may be given.
  package let exclusions: [[String]]
  /// Exactly one of these options must be given; empty for most commands.
  package let alternatives: [OptionShape]
  package let fields: [String]
  /// The fields of a list on a pipe without `--fields`.
  package let columns: [String]
  package let formats: [OutputFormat]
  /// Whether earlier lines must be committed first, or the command commits by itself.
  package let standsAlone: Bool
  package let facts: CommandFacts
  package let examples: [Example]

  package struct Example: Equatable, Sendable {
    package let line: String
    package let meaning: String

    package init(_ line: String, _ meaning: String) {
      (self.line, self.meaning) = (line, meaning)
    }
  }

  package init(
    _ name: String, _ summary: String, discussion: String? = nil, group: CommandGroup,
    writeScope: WriteScope = .network,
    operands: [OperandShape] = [], options: [OptionShape] = [], groups: [OptionGroup] = [],
    exclusive: [[OptionShape]] = [], oneOf alternatives: [OptionShape] = [], fields: [String] = [],
    columns: [String] = [],
    formats: [OutputFormat] = OutputFormat.general, standsAlone: Bool = false,
    facts: CommandFacts = [], examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.group = group
    self.writeScope = writeScope
    self.operands = operands
    self.options = groups.reduce(alternatives + options) { $0 + $1.options }
    let exclusive = groups.reduce(exclusive) { $0 + $1.exclusive }
    exclusions = (alternatives.isEmpty ? exclusive : exclusive + [alternatives])
      .map { $0.map { $0.name } }
    self.alternatives = alternatives
    self.fields = fields
    self.columns = columns
    self.formats = formats
    self.standsAlone = standsAlone
    self.facts = facts
    self.examples = examples
  }

  package var globalOptions: [OptionShape] {
    GlobalOptions.shapes.filter { shape in
      switch shape.name {
      case GlobalOptions.fields.shape.name: !fields.isEmpty
      case GlobalOptions.format.shape.name: formats.count > 1
      case GlobalOptions.json.shape.name: formats.contains(.json)
      default: true
      }
    }
  }

  /// The values of an option that apply to this command; nil if all do.
  package func choices(of option: OptionShape) -> [String]? {
    option.name == GlobalOptions.format.shape.name ? formats.map(\.rawValue) : nil
  }

  /// The index of the operand that `-` reads from standard input.
  var standardInputPlace: Int? { operands.firstIndex(where: \.acceptsStandardInput) }
}

/// Facts about a command that its error messages need.
package struct CommandFacts: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Publishes a post, which needs a text or a picture.
  package static let publishes = CommandFacts(rawValue: 1 << 0)
  /// Publishes a post that needs no other post.
  package static let startsConversation = CommandFacts(rawValue: 1 << 1)
  package static let edits = CommandFacts(rawValue: 1 << 2)
  package static let deletesUser = CommandFacts(rawValue: 1 << 3)
  /// May be the first to find damage, so its hint must suggest a salvage.
  package static let findsDamage = CommandFacts(rawValue: 1 << 4)
  /// Writes the readable rows of a damaged file to a new one.
  package static let salvages = CommandFacts(rawValue: 1 << 5)
  package static let backsUp = CommandFacts(rawValue: 1 << 6)
  /// Names databases as operands instead of by `--db`.
  package static let namesDatabases = CommandFacts(rawValue: 1 << 7)

  /// Commands that need an existing database, so no hint suggests to create one.
  package static let needsDatabase: CommandFacts = [.salvages, .backsUp, .namesDatabases]
}

/// The headings of the overview of commands, in order.
package enum CommandGroup: String, CaseIterable, Sendable {
  case people = "People"
  case posts = "Posts"
  case follows = "Follows, likes and bookmarks"
  case reading = "Reading"
  case session = "Identity"
  case interactive = "Interactive"
  case file = "Database"
  case sharing = "Sharing"
  case program = "Program"
}

/// What a line may change, known before it runs.
package enum WriteScope: Sendable {
  case nothing
  /// The read mark of the acting user.
  case readMark
  /// The acting user of the following lines.
  case actor
  case network
  /// A file that the command creates; the network is only read.
  case ownFile
  /// What the lines that it runs change.
  case lines

  /// Whether an error must report whether the change was saved.
  package var isOfChanges: Bool { self == .network || self == .ownFile || self == .lines }

  /// Whether a signal must report whether the line was saved.
  package var isSaved: Bool { self != .nothing && self != .lines }

  /// Whether the output confirms that something was saved.
  package var isConfirmed: Bool { isSaved && self != .readMark }

  package var isOfActor: Bool { self == .actor || self == .lines }
}

/// The formats of output.
package enum OutputFormat: String, CaseIterable, Sendable {
  case text, json, ndjson, csv, tsv
  case svg, html

  package static let general: [OutputFormat] = [.text, .json, .ndjson, .csv, .tsv]

  /// Drawings, which are written to files.
  package static let drawings: [OutputFormat] = [.svg, .html]

  package static let drawn = general + drawings

  package var isJSON: Bool { self == .json || self == .ndjson }
}
