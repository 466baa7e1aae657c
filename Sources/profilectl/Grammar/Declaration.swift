/// Everything there is to say about a command: for the parser, help, completions and the manual.
///
/// It lists shapes, which have no type parameter: making generic types into `any` costs 3 µs each
/// in every process (measured 2026-11-21).
struct Declaration: Sendable {
  let name: String
  /// One line, ending in a full stop.
  let summary: String
  let discussion: String?
  let group: CommandGroup
  /// What a line of it changes by default.
  let reach: Reach
  let operands: [OperandShape]
  /// Its own options; those of every command are in `GlobalOptions`.
  let options: [OptionShape]
  /// Names of options of which only one may be given.
  let exclusions: [[String]]
  /// What `--fields` may choose; empty where the answer has no fields.
  let fields: [String]
  /// What a pipe gets of each item of a list, where no fields are chosen.
  let columns: [String]
  let formats: [OutputFormat]
  /// Whether it asks for something about the file as it lies on the disk, so that what was done
  /// before it must be there; or commits by itself.
  let standsAlone: Bool
  let examples: [Example]

  /// A line that can be typed, and what it does.
  struct Example: Equatable, Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  init(
    _ name: String, _ summary: String, discussion: String? = nil, group: CommandGroup,
    reach: Reach = .network,
    operands: [OperandShape] = [], options: [OptionShape] = [], groups: [OptionGroup] = [],
    exclusive: [[OptionShape]] = [], fields: [String] = [], columns: [String] = [],
    formats: [OutputFormat] = OutputFormat.general, standsAlone: Bool = false,
    examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.group = group
    self.reach = reach
    self.operands = operands
    self.options = groups.reduce(options) { $0 + $1.options }
    exclusions = groups.reduce(exclusive) { $0 + $1.exclusive }.map { $0.map { $0.name } }
    self.fields = fields
    self.columns = columns
    self.formats = formats
    self.standsAlone = standsAlone
    self.examples = examples
  }

  /// The options of every command that mean something to this one.
  var globalOptions: [OptionShape] {
    GlobalOptions.shapes.filter { shape in
      switch shape.name {
      case GlobalOptions.fields.shape.name: !fields.isEmpty
      case GlobalOptions.format.shape.name: formats.count > 1
      case GlobalOptions.json.shape.name: formats.contains(.json)
      default: true
      }
    }
  }

  /// Which values of an option mean something to this command; nil where all do.
  func choices(of option: OptionShape) -> [String]? {
    option.name == GlobalOptions.format.shape.name ? formats.map(\.rawValue) : nil
  }

  var acceptsStandardInput: Bool { operands.contains(where: \.acceptsStandardInput) }
}
