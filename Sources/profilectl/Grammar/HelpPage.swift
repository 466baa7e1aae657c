import Rendering

/// The help page of a subject, derived from the declarations.
struct HelpPage {
  let subject: HelpSubject
  /// Those that exist, for the overview and for longer names.
  let commands: [any Command.Type]

  /// Ends with a line feed.
  func text(width: Int) -> String {
    let width = max(20, width)
    let sections = blocks.map { $0.lines(width: width).joined(separator: "\n") }
    return sections.joined(separator: "\n\n") + "\n"
  }

  var blocks: [HelpBlock] {
    switch subject {
    case .overview: overview
    case .command(let command): HelpPage.blocks(of: command.declaration, subcommands(of: command))
    case .topic(let topic): [.paragraph("OVERVIEW: \(topic.summary)")] + topic.blocks
    }
  }

  private var overview: [HelpBlock] {
    let declarations = commands.map { $0.declaration }
    let groups = CommandGroup.allCases.compactMap { group -> HelpBlock? in
      let rows = declarations.filter { $0.group == group }
        .map { HelpBlock.Row($0.name, $0.summary) }
      return rows.isEmpty ? nil : .table(group.rawValue.uppercased(), rows)
    }
    return [
      .paragraph("OVERVIEW: A social network in one file."),
      .usage(["profilectl", "[<options>]", "<command>", "[<arguments>]"]),
      .table("FIRST STEPS", HelpPage.firstSteps.map { .init($0, "") }),
    ] + groups + [
      .table("TOPICS", Topic.allCases.map { .init($0.rawValue, $0.summary) }),
      HelpPage.globalOptions(),
      .paragraph("See 'profilectl help <command>' or 'profilectl help <topic>' for more."),
    ]
  }

  /// What a newcomer types first, in this order.
  static let firstSteps = [
    "profilectl create-user alice", "profilectl login alice", "profilectl post \"Hello, everyone\"",
  ]

  private func subcommands(of command: any Command.Type) -> [HelpBlock.Row] {
    commands.filter { $0.name.hasPrefix("\(command.name) ") }
      .map { .init($0.name, $0.declaration.summary) }
  }

  /// All of a command's page.
  static func blocks(
    of declaration: Declaration, _ subcommands: [HelpBlock.Row]
  ) -> [HelpBlock] {
    var blocks: [HelpBlock] = [.paragraph("OVERVIEW: \(declaration.summary)")]
    if let discussion = declaration.discussion { blocks.append(.paragraph(discussion)) }
    blocks.append(.usage(Synopsis(declaration: declaration).pieces))
    return blocks + tables(of: declaration, subcommands) + [globalOptions(of: declaration)]
  }

  /// What a command takes, without what every command takes.
  static func tables(
    of declaration: Declaration, _ subcommands: [HelpBlock.Row]
  ) -> [HelpBlock] {
    let tables: [(String, [HelpBlock.Row])] = [
      ("ARGUMENTS", declaration.operands.map(row)),
      ("OPTIONS", declaration.options.map { row($0, of: declaration) }),
      ("SUBCOMMANDS", subcommands),
      ("FIELDS", fieldRows(of: declaration)),
      ("EXAMPLES", declaration.examples.map { .init($0.line, $0.meaning) }),
    ]
    return tables.compactMap { $1.isEmpty ? nil : .table($0, $1) }
  }

  /// Those of every command, or of one.
  static func globalOptions(of declaration: Declaration? = nil) -> HelpBlock {
    let shapes = declaration?.globalOptions ?? GlobalOptions.shapes
    return .table("GLOBAL OPTIONS", shapes.map { row($0, of: declaration) })
  }

  private static func fieldRows(of declaration: Declaration) -> [HelpBlock.Row] {
    [("--fields", declaration.fields), ("on a pipe", declaration.columns)]
      .filter { !$1.isEmpty }.map { .init($0, $1.joined(separator: ", ")) }
  }

  private static func row(_ operand: OperandShape) -> HelpBlock.Row {
    guard operand.acceptsStandardInput else { return .init(operand.spelled, operand.summary) }
    let dash =
      operand.count.isRepeated
      ? "With '-', one is read from each line of standard input."
      : "With '-', it is read from standard input."
    return .init(operand.spelled, "\(operand.summary) \(dash)")
  }

  private static func row(_ option: OptionShape, of declaration: Declaration?) -> HelpBlock.Row {
    var notes: [String] = []
    let choices = declaration?.choices(of: option) ?? option.value?.completion.choices
    if let choices {
      notes.append("values: \(choices.joined(separator: ", "))")
    }
    if declaration == nil, option.name == GlobalOptions.format.shape.name {
      notes += furtherFormats
    }
    if let bounds = option.value?.bounds {
      let end = bounds.upperBound == .max ? "on" : "to \(Magnitude.exact(bounds.upperBound))"
      notes.append("from \(Magnitude.exact(bounds.lowerBound)) \(end)")
    }
    if let fallback = option.value?.fallback { notes.append("default: \(fallback())") }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return .init(Synopsis.label(option), option.summary + note)
  }

  /// The forms that single commands have beside those of every command.
  private static var furtherFormats: [String] {
    AllCommands.types.compactMap { command in
      let others = command.declaration.formats.filter { !OutputFormat.general.contains($0) }
      let names = others.map(\.rawValue).joined(separator: ", ")
      return others.isEmpty ? nil : "for '\(command.name)' also \(names)"
    }
  }
}
