import CommandLine
import Model
import Rendering
import Sharing
import Storage

/// `share stop`: makes a shared network an ordinary one.
struct ShareStopCommand: DeclaredCommand {
  static let name = "share stop"
  static let declaration = Declaration(
    name, "Make this file an ordinary network again.",
    discussion: """
      The file keeps all users and posts, and no longer exchanges changes. Other copies go on \
      without it. The key file of this machine stays. On a terminal, the command asks for \
      confirmation; elsewhere it needs --yes.
      """,
    group: .sharing, fields: RecordKind.sharingChange.keys, standsAlone: true,
    examples: [
      .init("profilectl sync", "first, send what is not sent yet"),
      .init("profilectl share stop --yes", "without a question"),
    ])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let service = try context.sharing()
    let name = SafeText(try context.sharedNetwork().name)
    if !context.isConfirmed {
      return .asking(
        .endingSharing(name.string), "End the sharing of \"\(name)\" in this file?")
    }
    let user = try context.actingUser()?.handle
    let stopped = try context.exchanging { try service.stop() }
    let record = Record(
      .sharingChange,
      [
        .string("stopped"), .string(stopped.network.hexadecimal), .string(stopped.name),
        .text(user?.text),
      ])
    return try Confirmation(context).answer(record) { _ in
      var output = Output("\"\(name)\" is no longer shared in this file.\n")
      if stopped.unsent > 0 {
        let was = stopped.unsent == 1 ? "was" : "were"
        output.append("\(Phrases.count(stopped.unsent, "change")) \(was) never sent.\n")
      }
      return output
    }
  }
}
