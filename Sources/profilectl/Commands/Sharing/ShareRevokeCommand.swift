import CommandLine
import Model
import Rendering
import Services
import Sharing

/// `share revoke`: revokes keys and invitations, and takes revocations back.
struct ShareRevokeCommand: DeclaredCommand {
  static let name = "share revoke"
  private static let keys = Operand(
    many: .keyOrUser, "The first digits of a key, at least eight, or @user for all their keys.")
  private static let after = Option<String?>(
    "after", .string("bundle"), "The last bundle of the key that counts, by its first digits.")
  private static let lift = Switch("lift", "Take a revocation back.")

  static let declaration = Declaration(
    name, "Revoke keys of lost machines, and invitations.",
    discussion: """
      Only a keeper can revoke keys; a key of a keeper needs the recovery code. What this copy has \
      of the key stays. Later changes do not count, even if they have an earlier date. The \
      invitations and keys that the key named are revoked, too, and those that these named.

      With --after, changes of the key after a bundle do not count either. 'share keys' lists the \
      first and the last bundle of each key. With --lift, all changes of the key count again.

      On a terminal, the command asks for confirmation, but not with --lift; elsewhere it needs \
      --yes. The revocation reaches other copies with the next sync.
      """,
    group: .sharing, operands: [keys.shape],
    options: [after.shape, lift.shape, CommandContext.recovery.shape],
    exclusive: [[after.shape, lift.shape]], fields: RecordKind.outcome.keys, standsAlone: true,
    examples: [
      .init("profilectl share revoke 3f9c2a81 --yes", "a lost machine or an invitation"),
      .init("profilectl share revoke @bob --yes", "all keys and invitations of a member"),
      .init("profilectl share revoke 3f9c2a81 --lift", "the machine is found again"),
    ])

  private let keys: [String]
  private let after: String?
  private let isLifting: Bool
  private let recovery: String?

  init(_ parsed: Parsed) throws {
    keys = try parsed.value(of: Self.keys).values()
    after = try parsed.value(of: Self.after)
    isLifting = parsed.value(of: Self.lift)
    recovery = try parsed.value(of: CommandContext.recovery)
    if after != nil, keys.count > 1 {
      throw UsageError(
        .onlyForOne(option: Self.after.shape.spelled, operand: Self.keys.shape.spelled))
    }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let service = try context.signing()
    if !isLifting, !context.isConfirmed {
      // A missing key is refused before a question is asked.
      let others = try context.exchanging { try service.countRevoked(with: keys) }
      let names = SafeText.joined(keys.map { SafeText($0) }, by: ", ")
      let along: SafeText =
        others == 0
        ? ""
        : ", and \(SafeText(Phrases.count(others, "key or invitation", "keys and invitations"))) named by it"
      return .asking(.revoking(names.string), "Revoke \(names)\(along)?")
    }
    let code = try recovery.map(context.recoveryCode)
    let changed = try context.exchanging {
      try service.revoke(keys, after: after, lifting: isLifting, code: code)
    }
    return try saving {
      let outcomes = try changed.map { key in
        try context.outcome(
          of: key, isLifting ? .lifted : .revoked, else: isLifting ? .notRevoked : .alreadyRevoked)
      }
      return try Confirmation(context).answer(outcomes, outOf: keys.count, of: .key)
    }
  }
}

extension CommandContext {
  /// The outcome of a change of a key, with the user whose key it is.
  func outcome(
    of key: SharingService.ChangedKey, _ done: Outcome.Result, else unchanged: Outcome.Result
  ) throws -> Outcome {
    let result = key.isNew ? done : unchanged
    let users = try network().users
    guard outcomeDetail == .whole, let user = try key.user.flatMap({ try users.user($0) }) else {
      return Outcome(input: key.input, result: result)
    }
    let profile = try users.profile(of: user.handle, as: .nobody)
    return Outcome(input: key.input, result: result, user: profile)
  }
}
