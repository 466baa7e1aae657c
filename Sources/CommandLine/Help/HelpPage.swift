/// The help page of a subject, derived from the declarations.
package struct HelpPage {
  /// Wider lines are hard to read.
  package static let widest = 100

  package let subject: HelpSubject
  package let catalog: CommandCatalog

  package init(_ subject: HelpSubject, _ catalog: CommandCatalog) {
    (self.subject, self.catalog) = (subject, catalog)
  }

  /// Ends with a line feed.
  package func text(width: Int) -> String {
    var text = ""
    text.reserveCapacity(8_192)
    for (place, block) in blocks.enumerated() {
      if place > 0 { text += "\n" }
      for line in block.lines(width: max(20, width)) {
        text += line
        text += "\n"
      }
    }
    return text
  }

  package var blocks: [HelpBlock] {
    switch subject {
    case .overview: overview
    case .command(let command): HelpPage.blocks(of: command, subcommands(of: command))
    case .topic(let topic):
      [.paragraph("OVERVIEW: \(topic.summary)")] + topic.blocks(in: catalog)
    }
  }

  private var overview: [HelpBlock] {
    let entries = catalog.declarations.map {
      (group: $0.group, row: HelpBlock.Row($0.name, $0.summary))
    }
    let groups = CommandGroup.allCases.compactMap { group -> HelpBlock? in
      let rows = entries.filter { $0.group == group }.map(\.row)
      return rows.isEmpty ? nil : .table(group.rawValue.uppercased(), rows)
    }
    return [
      .paragraph("OVERVIEW: A social network in one file."),
      .usage(["profilectl", "[<options>]", "<command>", "[<arguments>]"]),
      .table("FIRST STEPS", HelpPage.firstSteps.map { .init($0, "") }),
    ] + groups + [
      .table("TOPICS", Topic.allCases.map { .init($0.rawValue, $0.summary) }),
      .paragraph("See 'profilectl help <command>' or 'profilectl help <topic>' for more."),
    ]
  }

  /// The first commands of a new user, in this order.
  package static let firstSteps = [
    "profilectl create-user alice", "profilectl login alice", "profilectl post \"Hello, everyone\"",
  ]

  private func subcommands(of command: Declaration) -> [HelpBlock.Row] {
    catalog.names.filter { $0.hasPrefix("\(command.name) ") }
      .compactMap { catalog.declaration(named: $0) }.map { .init($0.name, $0.summary) }
  }

  package static func blocks(
    of declaration: Declaration, _ subcommands: [HelpBlock.Row]
  ) -> [HelpBlock] {
    var blocks: [HelpBlock] = [.paragraph("OVERVIEW: \(declaration.summary)")]
    if let discussion = declaration.discussion { blocks.append(.paragraph(discussion)) }
    blocks.append(.usage(Synopsis(declaration).pieces))
    return blocks + tables(of: declaration, subcommands) + [
      .paragraph("See 'profilectl help options' for the options of every command.")
    ]
  }

  /// The tables of a command; includes `--format` only if the command has special formats.
  package static func tables(
    of declaration: Declaration, _ subcommands: [HelpBlock.Row]
  ) -> [HelpBlock] {
    let tables: [(String, [HelpBlock.Row])] = [
      ("ARGUMENTS", declaration.operands.map(row)),
      ("OPTIONS", optionRows(of: declaration)),
      ("SUBCOMMANDS", subcommands),
      ("FIELDS", fieldRows(of: declaration)),
      ("EXAMPLES", declaration.examples.map { .init($0.line, $0.meaning) }),
    ]
    return tables.compactMap { $1.isEmpty ? nil : .table($0, $1) }
  }

  package static func globalOptions(in catalog: CommandCatalog) -> HelpBlock {
    let rows = GlobalOptions.shapes.map { shape in
      let isFormat = shape.name == GlobalOptions.format.shape.name
      return row(shape, of: nil, adding: isFormat ? furtherFormats(in: catalog) : [])
    }
    return .table("GLOBAL OPTIONS", rows)
  }

  static func keys(in catalog: CommandCatalog) -> HelpBlock {
    .table(
      "KEYS",
      catalog.keys.map { key in
        let option = key.option()
        let notes = option.value == nil ? " (values: true, false; default: false)" : ""
        return HelpBlock.Row(key.name, row(option, of: nil).text + notes)
      })
  }

  private static func optionRows(of declaration: Declaration) -> [HelpBlock.Row] {
    let format = GlobalOptions.format.shape
    let isParticular = declaration.formats.contains { !OutputFormat.general.contains($0) }
    return (declaration.options + (isParticular ? [format] : [])).map { row($0, of: declaration) }
  }

  private static func fieldRows(of declaration: Declaration) -> [HelpBlock.Row] {
    [("--fields", declaration.fields), ("on a pipe", declaration.columns)]
      .filter { !$1.isEmpty }.map { .init($0, $1.joined(separator: ", ")) }
  }

  private static func row(_ operand: OperandShape) -> HelpBlock.Row {
    guard operand.acceptsStandardInput else { return .init(operand.spelled, operand.summary) }
    let dash =
      operand.count.isRepeated
      ? "'-' reads one from each line of standard input."
      : "'-' reads it from standard input."
    return .init(operand.spelled, "\(operand.summary) \(dash)")
  }

  private static func row(
    _ option: OptionShape, of declaration: Declaration?, adding formats: [String] = []
  ) -> HelpBlock.Row {
    var notes: [String] = []
    let choices = declaration?.choices(of: option) ?? option.value?.completion.choices
    if let choices {
      notes.append("values: \(choices.joined(separator: ", "))")
    }
    notes += formats
    if let bounds = option.value?.bounds {
      let end = bounds.upperBound == .max ? "on" : "to \(HelpBlock.grouped(bounds.upperBound))"
      notes.append("from \(HelpBlock.grouped(bounds.lowerBound)) \(end)")
    }
    if let fallback = option.value?.fallback { notes.append("default: \(fallback())") }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return .init(Synopsis.label(option), option.summary + note)
  }

  /// The formats that only some commands have.
  private static func furtherFormats(in catalog: CommandCatalog) -> [String] {
    catalog.declarations.compactMap { command in
      let others = command.formats.filter { !OutputFormat.general.contains($0) }
      let names = others.map(\.rawValue).joined(separator: ", ")
      return others.isEmpty ? nil : "for '\(command.name)' also \(names)"
    }
  }
}

package enum HelpSubject {
  case overview
  case command(Declaration)
  case topic(Topic)
}

/// The usage line of a command: its words in their order.
package struct Synopsis {
  package let declaration: Declaration

  package init(_ declaration: Declaration) {
    self.declaration = declaration
  }

  /// The parts between which the line may break.
  package var pieces: [String] {
    let alternatives = declaration.alternatives.map(\.spelled)
    let words = declaration.alternatives.map { "\($0.spelled)\(Self.value(of: $0))" }
    // A required option is its only alternative.
    let choice = words.count > 1 ? ["(\(words.joined(separator: " | ")))"] : words
    return ["profilectl \(declaration.name)"] + declaration.operands.map(Self.piece) + choice
      + declaration.options.filter { !alternatives.contains($0.spelled) }.map(Self.piece)
  }

  package var line: String { pieces.joined(separator: " ") }

  package static func piece(_ operand: OperandShape) -> String {
    let dash = operand.acceptsStandardInput ? " | -" : ""
    return switch operand.count {
    case .one: operand.spelled
    case .optional: "[\(operand.spelled)\(dash)]"
    case .any: "[\(operand.spelled) ...\(dash)]"
    case .oneOrMore: dash.isEmpty ? "\(operand.spelled) ..." : "(\(operand.spelled) ...\(dash))"
    }
  }

  package static func piece(_ option: OptionShape) -> String {
    "[\(option.spelled)\(value(of: option))]"
  }

  /// `-n, --limit <n>`.
  package static func label(_ option: OptionShape) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return "\(short)\(option.spelled)\(value(of: option))"
  }

  private static func value(of option: OptionShape) -> String {
    option.value.map { " <\($0.metavariable)>" } ?? ""
  }
}
