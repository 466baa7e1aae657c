import CommandLine
import Model
import Rendering
import Services
import Sharing

/// `share accept`: settles a disputed invitation.
struct ShareAcceptCommand: DeclaredCommand {
  static let name = "share accept"
  private static let key = Operand(
    .string("key"), "The first digits of the right key, at least eight.")

  static let declaration = Declaration(
    name, "Settle an invitation that several machines claimed.",
    discussion: """
      If two machines joined with one invitation before they could see each other, neither key \
      counts. Ask the invited person which machine is theirs, and accept its key. The others that \
      claimed the invitation are revoked. 'share keys' lists these keys as disputed.

      Only a keeper can accept a key; the key of a keeper needs the recovery code. The decision \
      reaches other copies with the next sync.
      """,
    group: .sharing, operands: [key.shape], options: [CommandContext.recovery.shape],
    fields: RecordKind.outcome.keys, standsAlone: true,
    examples: [.init("profilectl share accept 3f9c2a81", "the right machine")])

  private let key: String
  private let recovery: String?

  init(_ parsed: Parsed) throws {
    key = try parsed.value(of: Self.key)
    recovery = try parsed.value(of: CommandContext.recovery)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let service = try context.signing()
    let code = try recovery.map(context.recoveryCode)
    let changed = try context.exchanging { try service.accept(key, code: code) }
    return try saving {
      let outcome = try context.outcome(of: changed, .accepted, else: .alreadyAccepted)
      return try Confirmation(context).answer(outcome, of: .key)
    }
  }
}
