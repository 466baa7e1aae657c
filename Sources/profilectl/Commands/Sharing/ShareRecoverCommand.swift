import CommandLine
import Model
import Rendering
import Services
import Sharing
import Storage

/// `share recover`: makes the user of this machine a keeper by the recovery code.
struct ShareRecoverCommand: DeclaredCommand {
  static let name = "share recover"
  static let declaration = Declaration(
    name, "Become a keeper by the recovery code.",
    discussion: """
      The command makes you a keeper, with a new key for this machine if there is no valid one. It \
      works in any copy, including a restored backup. --as names another user. Other copies learn \
      of the new keeper with the next sync. If no copy is left, 'share join --recovery' makes one \
      from the folder.
      """,
    group: .sharing, oneOf: [CommandContext.recovery.shape],
    fields: RecordKind.sharingChange.keys, standsAlone: true,
    examples: [
      .init("profilectl share recover --recovery code.txt", "from a file"),
      .init("profilectl share recover --recovery code.txt --as carol", "as another user"),
    ])

  private let recovery: String

  init(_ parsed: Parsed) throws {
    guard let recovery = try parsed.value(of: CommandContext.recovery) else {
      throw UsageError(.nothingAsked([CommandContext.recovery.shape.spelled]))
    }
    self.recovery = recovery
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let service = try context.signing()
    let sharing = try context.sharedNetwork()
    let user = try context.requiredUser().handle
    let code = try context.recoveryCode(in: recovery)
    try context.exchanging {
      try service.recover(user, machine: context.machine, code: code)
    }
    let record = Record(
      .sharingChange,
      [
        .string("recovered"), .string(sharing.network.hexadecimal), .string(sharing.name),
        .string(user.text),
      ])
    return try Confirmation(context).answer(record) { _ in
      Output("\(SafeText(user)) is a keeper of \"\(SafeText(sharing.name))\" now.\n")
    }
  }
}
