import CommandLine
import Model
import Rendering
import Services
import Sharing
import Storage

/// `share rename`: gives a shared network another name.
struct ShareRenameCommand: DeclaredCommand {
  static let name = "share rename"
  private static let network = Operand<DisplayName>(
    .text("name"), "The new name of the network, as its members see it.")

  static let declaration = Declaration(
    name, "Give the shared network another name.",
    discussion: """
      Only a keeper can rename the network. The name reaches other copies with the next sync. \
      Invitations that are sent already keep the old name, and work as before.
      """,
    group: .sharing, operands: [network.shape], fields: RecordKind.sharingChange.keys,
    standsAlone: true,
    examples: [.init("profilectl share rename \"Marlowe and friends\"", "a new name")])

  private let network: String

  init(_ parsed: Parsed) throws {
    network = try parsed.networkName(in: Self.network)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let service = try context.signing()
    let sharing = try context.sharedNetwork()
    let user = try context.actingUser()?.handle
    try context.exchanging { try service.rename(network) }
    let record = Record(
      .sharingChange,
      [
        .string("renamed"), .string(sharing.network.hexadecimal), .string(network),
        .text(user?.text),
      ])
    return try Confirmation(context).answer(record) { _ in
      Output("\"\(SafeText(sharing.name))\" is \"\(SafeText(network))\" now.\n")
    }
  }
}
