import CommandLine
import Model
import Rendering
import Services
import Sharing
import Storage

/// `share start`: makes the network shared.
struct ShareStartCommand: DeclaredCommand {
  static let name = "share start"
  private static let network = Operand<DisplayName>(
    .text("name"), "The name of the network, as its members see it.")

  static let declaration = Declaration(
    name, "Make the network shared, with you as its keeper.",
    discussion: """
      A keeper invites people, and signs for those who have no key yet. The command prints the \
      recovery code before it changes anything. The code makes a new keeper if the key of the \
      keeper is lost, so write it on paper. Nothing keeps the code, and it is never printed again.

      Profiles, public posts, likes, follows, reposts and reports travel to the members. Private \
      posts, mutes, bookmarks and read marks stay in this file.
      """,
    group: .sharing, operands: [network.shape], fields: RecordKind.sharingStart.keys,
    standsAlone: true,
    examples: [
      .init("profilectl share start \"Marlowe family\"", "with you as the keeper"),
      .init("profilectl share invite bob > bob.invitation", "then, an invitation"),
    ])

  private let network: String

  init(_ parsed: Parsed) throws {
    network = try parsed.networkName(in: Self.network)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    if context.options.fields?.contains("recovery") == false {
      throw UsageError(.needsField("recovery"))
    }
    let keeper = try context.requiredUser().handle
    let service = try context.signing()
    if try context.network().export({ try $0.isShared }) {
      throw ServiceError.storage(.sharing(.alreadyShared))
    }
    let code = RecoveryCode.random()
    try printCode(code, of: keeper, in: context)
    _ = try context.exchanging {
      try service.start(network, keeper: keeper, code: code, machine: context.machine)
    }
    let isText = context.recordFormat == nil && context.options.fields == nil
    if isText, !context.options.isQuiet {
      try saving {
        try context.answer(
          Output("\"\(SafeText(network))\" is shared now. You are its keeper.\n"))
      }
    }
    return CommandResult(saved: .all)
  }

  /// Runs before the first change: a lost code cannot be printed again.
  private func printCode(
    _ code: RecoveryCode, of keeper: Handle, in context: CommandContext
  ) throws {
    let identity = NetworkKeys(rootSeed: code.rootSeed).network
    let record = Record(
      .sharingStart,
      [
        .string(identity.hexadecimal), .string(network), .string(keeper.text),
        .string(code.text),
      ])
    try context.answer(record) { _ in
      Output(
        "Recovery code: \(code.text)\n"
          + "Write it on paper: it makes a new keeper if yours is lost.\n")
    }
  }
}
