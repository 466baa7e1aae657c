import CommandLine
import Model
import Rendering
import Sharing

/// `share keys`: lists the keys of a shared network.
struct ShareKeysCommand: DeclaredCommand {
  static let name = "share keys"
  static let declaration = Declaration(
    name, "List the keys and invitations of the shared network.",
    discussion: """
      The root's key, which the recovery code brings back, is first; the others follow by user. A \
      key is valid, revoked or disputed, and an invitation may be unused. A key is disputed if \
      another key claimed the same invitation: 'share accept' settles that. The first and the last \
      bundle of a key are those that this copy has.

      On a terminal, the table shows the first eight digits of each key and bundle, which is as \
      many as other commands need.
      """,
    group: .sharing, writeScope: .nothing, fields: RecordKind.sharedKey.keys,
    examples: [
      .init("profilectl share keys", "who may sign for whom"),
      .init("profilectl share keys --fields key,user,machine,state", "four columns for a script"),
    ])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    let service = try context.sharing()
    let keys = try context.exchanging { try service.keys() }
    try context.answer(output(keys.map(record), in: context))
    return CommandResult()
  }

  private func record(of key: ListedKey) -> Record {
    Record(
      .sharedKey,
      [
        .string(key.key.hexadecimal), .string(key.kind.rawValue), .text(key.user?.text),
        .text(key.role?.rawValue), .text(key.machine), .string(key.state.rawValue),
        .text(key.first?.hexadecimal), .text(key.last?.hexadecimal),
      ])
  }

  private func output(_ records: [Record], in context: CommandContext) -> Output {
    let (traits, fields) = (context.traits, context.options.fields)
    if context.recordFormat == nil, traits.isTerminal {
      if let fields { return ResultTable(records, only: fields).output(in: traits) }
      return SharedKeyTable(records).output(in: traits)
    }
    var writer = ListWriter(
      context.recordFormat ?? .lines, of: .sharedKey, only: fields, isTerminal: traits.isTerminal)
    return writer.list(records)
  }
}
