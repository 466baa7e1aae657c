import CommandLine
import Files
import Model
import Pictures
import Rendering
import Services
import Sharing
import Storage
import Terminal

/// `share join`: gives this machine a copy of a shared network.
struct ShareJoinCommand: DeclaredCommand {
  static let name = "share join"
  private static let folder = Operand(
    .file, named: "folder", "The folder through which the network exchanges changes.")
  private static let invitation = Operand(
    optional: .file, named: "invitation", "The file with the invitation.")

  static let declaration = Declaration(
    name, "Join a shared network with this machine.",
    discussion: """
      The command makes the database and a key for this machine. It receives everything from the \
      folder, all at once, and you act as the invited user from then on. An invitation is for one \
      machine: one that is used is refused.

      The database must not exist, or be a copy of this network in which this machine has no valid \
      key of the user, such as a restored backup. A key file of this machine is used again.

      With --recovery and --as instead of an invitation, the recovery code makes the named user a \
      keeper. So the folder and the code bring a network back if all machines are lost.
      """,
    group: .sharing, operands: [folder.shape, invitation.shape],
    options: [CommandContext.recovery.shape],
    fields: RecordKind.joining.keys, standsAlone: true,
    examples: [
      .init("profilectl share join ~/Sync/marlowe bob.invitation --db family.db", "as bob"),
      .init(
        "profilectl share join ~/Sync/marlowe --recovery code.txt --as alice --db my.db",
        "all machines are lost"),
    ])

  private let folder: String
  /// Nil if the recovery code takes its place.
  private let invitation: String?
  private let recovery: String?

  init(_ parsed: Parsed) throws {
    folder = try parsed.value(of: Self.folder)
    invitation = try parsed.value(of: Self.invitation)
    recovery = try parsed.value(of: CommandContext.recovery)
    let parts = [Self.invitation.shape.spelled, CommandContext.recovery.shape.spelled]
    if invitation == nil, recovery == nil { throw UsageError(.nothingAsked(parts)) }
    if invitation != nil, recovery != nil { throw UsageError(.conflict(parts[0], parts[1])) }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    guard context.surface == .shell else {
      throw UsageError(context.line.origin.shellsOnly, at: Token.word(Self.name))
    }
    let right = try right(in: context)
    let folder = RealPath.resolve(context.environment.path(folder))
    let progress = context.progressReporter()
    defer { progress.finish() }
    let joining = Joining(
      by: right, folder: folder, keys: try context.environment.keyFolder(),
      machine: context.machine, pictureSize: PictureHeader.size, clock: context.clock,
      progress: progress.report)
    let joined = try join(by: joining, in: context)
    return try saving {
      let user = try logIn(as: joined.user, in: context)
      // The claim of the invitation travels at once, so that no other machine can use it.
      let sent = try context.exchanging {
        try context.sharing().sync(with: folder, progress: progress.report)
      }
      progress.finish()
      let exchange = ExchangeAnswer(joined.report.followed(by: sent), in: context)
      return try answer(exchange, as: user ?? right.handle, in: context)
    }
  }

  private func right(in context: CommandContext) throws -> Joining.Right {
    if let recovery {
      guard let user = context.options.user else {
        throw UsageError(
          .onlyWith(
            option: CommandContext.recovery.shape.spelled,
            other: GlobalOptions.user.shape.spelled))
      }
      return .recovery(try context.recoveryCode(in: recovery), of: user)
    }
    guard let invitation = Invitation(try context.secret(in: invitation ?? "-")) else {
      throw ServiceError.storage(.sharing(.badInvitation))
    }
    return .invitation(invitation)
  }

  /// Joins with a new file, or with a copy of the network that needs a key.
  private func join(by joining: Joining, in context: CommandContext) throws -> Joining.Joined {
    try context.exchanging {
      if let copy = try copy(for: joining, in: context) { return try copy.join(joining) }
      return try context.interpreter.network.fillNew(context.options) { target in
        try context.namingFiles { try joining.join(into: target) }
      }
    }
  }

  /// Nil if there is no file; any other file than a copy that needs a key is in the way.
  private func copy(
    for joining: Joining, in context: CommandContext
  ) throws -> SharingService? {
    let path = try context.environment.databasePlace(for: context.options).path
    do {
      guard try context.networkIfThere() != nil else { return nil }
      let service = try context.sharing()
      if try service.accepts(joining) {
        try context.expectOwnFile()
        return service
      }
    } catch ServiceError.storage(.file), StorageError.file {}
    throw StorageError.exists(path: path)
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

extension Joining.Right {
  /// The user as the line or the invitation names them.
  fileprivate var handle: Handle {
    switch self {
    case .invitation(let invitation): invitation.handle
    case .recovery(_, let user): user
    }
  }
}
