import CommandLine
import Files
import Model
import Pictures
import Rendering
import Services
import Sharing
import Storage
import Terminal

/// `share join`: makes a new copy of a shared network.
struct ShareJoinCommand: DeclaredCommand {
  static let name = "share join"
  private static let folder = Operand(
    .file, named: "folder", "The folder through which the network exchanges changes.")
  private static let invitation = Operand(
    .file, named: "invitation", "The file with the invitation.")

  static let declaration = Declaration(
    name, "Make a new copy of a shared network.",
    discussion: """
      The command makes the database, which must not exist, and a key for this machine. It \
      receives everything from the folder, all at once, and you act as the invited user from then \
      on. An invitation is for one machine: one that is used is refused.
      """,
    group: .sharing, operands: [folder.shape, invitation.shape],
    fields: RecordKind.joining.keys, standsAlone: true,
    examples: [
      .init("profilectl share join ~/Sync/marlowe bob.invitation --db family.db", "as bob")
    ])

  private let folder: String
  private let invitation: String

  init(_ parsed: Parsed) throws {
    folder = try parsed.value(of: Self.folder)
    invitation = try parsed.value(of: Self.invitation)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    guard context.surface == .shell else {
      throw UsageError(context.line.origin.shellsOnly, at: Token.word(Self.name))
    }
    guard let invitation = Invitation(try context.secret(in: invitation)) else {
      throw ServiceError.storage(.sharing(.badInvitation))
    }
    let folder = RealPath.resolve(context.environment.path(folder))
    let joining = Joining(
      invitation, folder: folder, keys: try context.environment.keyFolder(),
      machine: context.machine, pictureSize: PictureHeader.size, clock: context.clock)
    let (received, user) = try context.exchanging {
      try context.interpreter.network.fillNew(context.options) { target in
        let report = try context.namingFiles { try joining.join(into: target) }
        return (report, try SharedTables(target.reading.rows).user(named: invitation.user)?.user)
      }
    }
    return try saving {
      let handle = try logIn(as: user, in: context)
      // The claim of the invitation travels at once, so that no other machine can use it.
      let sent = try context.exchanging { try context.sharing().sync(with: folder) }
      let exchange = ExchangeAnswer(received.followed(by: sent), in: context)
      return try answer(exchange, as: handle ?? invitation.handle, in: context)
    }
  }

  /// Remembers the user, and returns their handle; nil for a user who is removed.
  private func logIn(as user: User.ID?, in context: CommandContext) throws -> Handle? {
    guard let user, let user = try context.network().users.user(user) else { return nil }
    try context.interpreter.identity.logIn(user, context.options, on: context.surface)
    return user.handle
  }

  private func answer(
    _ exchange: ExchangeAnswer, as user: Handle, in context: CommandContext
  ) throws -> CommandResult {
    let sharing = try context.sharedNetwork()
    let facts = try context.network().file.facts()
    let record = Record(
      .joining,
      [
        .string(sharing.network.hexadecimal), .string(sharing.name), .string(user.text),
        .count(facts.users), .count(facts.posts),
      ] + (try exchange.values()))
    let people = Phrases.count(facts.users, "person", "people")
    let posts = Phrases.count(facts.posts, "post")
    let result = try Confirmation(context).answer(record) { _ in
      var output = Output(
        "You are \(SafeText(user)) in \"\(SafeText(sharing.name))\": \(people), \(posts).\n")
      for line in exchange.refusalLines { output.append(line + "\n") }
      return output
    }
    try exchange.finish()
    return result
  }
}
