/// Everything there is to say about a command: for the parser, help, completions and the manual.
struct Declaration: Sendable {
  let name: String
  /// One line, ending in a full stop.
  let summary: String
  let discussion: String?
  let group: CommandGroup
  let operands: [OperandShape]
  /// Its own options; those of every command are in `GlobalOptions`.
  let options: [OptionShape]
  /// Names of options of which only one may be given.
  let exclusions: [[String]]
  /// What `--fields` may choose; empty where the answer has no fields.
  let fields: [String]
  let formats: [OutputFormat]
  let examples: [Example]
  /// Whether help says nothing of it: a tool of those who build the program.
  let isHidden: Bool

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
    operands: [any AnyOperand] = [], options: [any AnyOption] = [], groups: [OptionGroup] = [],
    exclusive: [[any AnyOption]] = [], fields: [String] = [],
    formats: [OutputFormat] = OutputFormat.general, examples: [Example] = [],
    isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.group = group
    self.operands = operands.map(\.shape)
    self.options = options.map(\.shape) + groups.flatMap(\.options).map(\.shape)
    exclusions = (exclusive + groups.flatMap(\.exclusive)).map { $0.map(\.shape.name) }
    self.fields = fields
    self.formats = formats
    self.examples = examples
    self.isHidden = isHidden
  }

  var acceptsStandardInput: Bool { operands.contains(where: \.acceptsStandardInput) }
}
