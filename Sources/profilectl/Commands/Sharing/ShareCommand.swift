import CommandLine
import Model
import Rendering
import Sharing

/// `share`: prints facts about a shared network.
struct ShareCommand: DeclaredCommand {
  static let name = "share"
  static let declaration = Declaration(
    name, "Print facts about the shared network.",
    discussion: """
      In a shared network each machine has a file of its own, and changes travel as signed and \
      sealed files in any folder: on a USB stick, in a folder that a program synchronizes, or in one \
      that several accounts may write. 'share start' makes a network shared, 'share invite' \
      invites a machine, 'share join' makes its file, and 'sync' exchanges changes.

      The command prints these facts:
      - your role
      - how many people have a key, and how many have none
      - how many changes are not sent, and how much has not arrived
      - the folder and the time of the last sync
      - the digest, which is the same in two copies with the same content
      """,
    group: .sharing, writeScope: .nothing, fields: RecordKind.sharing.keys,
    examples: [
      .init("profilectl share", "the state of this copy"),
      .init("profilectl share --json --fields digest", "to compare two copies"),
    ])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    let user = try context.actingUser()?.handle
    let service = try context.sharing()
    let facts = try context.exchanging { try service.facts(for: user) }
    try context.answer(
      facts: Record(
        .sharing,
        [
          .string(facts.network.hexadecimal), .string(facts.name), .text(user?.text),
          .text(facts.role?.rawValue), .count(facts.peopleWithKeys),
          .count(facts.peopleWithoutKeys), .count(facts.unsent), .count(facts.missingBundles),
          .count(facts.missingWords), .count(facts.missingPictures), .text(facts.folder),
          facts.syncedAt.map(JSONValue.time) ?? .null, .string(facts.digest.hexadecimal),
        ]))
    return CommandResult()
  }
}
