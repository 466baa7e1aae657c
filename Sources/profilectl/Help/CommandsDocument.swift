import CommandLine
import Rendering

/// All commands and topics as JSON, the answer of `help --json`.
struct CommandsDocument {
  let catalog: CommandCatalog

  /// The whole document, or one command or topic of it.
  func record(about subject: HelpSubject) -> Record {
    switch subject {
    case .overview: overview
    case .command(let command): record(of: command)
    case .topic(let topic): record(of: topic)
    }
  }

  private var overview: Record {
    let declarations = catalog.declarations
    return Record(
      keys: ["program", "version", "commands", "global_options", "topics", "exit_statuses"],
      values: [
        .string("profilectl"), .string(Version.number),
        .records(declarations.map(record)),
        .records(GlobalOptions.shapes.map(record)),
        .records(Topic.allCases.map(record)),
        .records(ExitStatus.allCases.map(record)),
      ])
  }

  private func record(of declaration: Declaration) -> Record {
    Record(
      keys: [
        "name", "group", "summary", "discussion", "usage", "operands", "options", "exclusive",
        "fields", "columns", "formats", "examples",
      ],
      values: [
        .string(declaration.name), .string(declaration.group.rawValue),
        .string(declaration.summary), .text(declaration.discussion),
        .string(Synopsis(declaration).line),
        .records(declaration.operands.map(record)),
        .records(declaration.options.map(record)),
        .array(declaration.exclusions.map(strings)), strings(declaration.fields),
        strings(declaration.columns),
        strings(declaration.formats.map(\.rawValue)),
        .records(
          declaration.examples.map {
            Record(keys: ["line", "meaning"], values: [.string($0.line), .string($0.meaning)])
          }),
      ])
  }

  private func record(of operand: OperandShape) -> Record {
    Record(
      keys: ["name", "summary", "type", "choices", "required", "repeated", "standard_input"],
      values: [
        .string(operand.name), .string(operand.summary),
        .string(type(operand.completion, else: operand.name)), choices(operand.completion),
        .bool(operand.count.isRequired), .bool(operand.count.isRepeated),
        .bool(operand.acceptsStandardInput),
      ])
  }

  private func record(of option: OptionShape) -> Record {
    let value = option.value.map { value in
      Record(
        keys: ["name", "type", "choices", "default"],
        values: [
          .string(value.metavariable), .string(type(value.completion, else: value.metavariable)),
          choices(value.completion), .text(value.fallback?()),
        ])
    }
    return Record(
      keys: ["name", "short", "summary", "value"],
      values: [
        .string(option.name), .text(option.short.map(String.init)), .string(option.summary),
        .record(value),
      ])
  }

  private func type(_ completion: Completion, else name: String) -> String {
    switch completion {
    case .nothing, .text, .search: name
    case .users: "user"
    case .posts: "post"
    case .hashtags: "tag"
    case .files: "file"
    case .subjects: "subject"
    case .keys: "key"
    case .keyValue: "value"
    case .fields: "fields"
    case .words, .list: "choice"
    }
  }

  /// The fixed values; null if other values are allowed.
  private func choices(_ completion: Completion) -> JSONValue {
    completion.choices.map(strings) ?? .null
  }

  private func record(of topic: Topic) -> Record {
    let text = HelpPage(.topic(topic), catalog).text(width: 80)
    return Record(
      keys: ["name", "summary", "text"],
      values: [.string(topic.rawValue), .string(topic.summary), .string(text)])
  }

  private func record(of status: ExitStatus) -> Record {
    let codes = ErrorCode.allCases.filter { $0.status == status }.map(\.rawValue)
    return Record(
      keys: ["status", "meaning", "codes"],
      values: [.count(Int(status.rawValue)), .string(status.meaning), strings(codes)])
  }

  private func strings(_ strings: [String]) -> JSONValue {
    .array(strings.map(JSONValue.string))
  }
}
