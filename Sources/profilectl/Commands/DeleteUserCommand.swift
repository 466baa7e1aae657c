import CommandLine
import Model
import Rendering
import Services

/// `delete-user`: deletes a user with all their posts and edges.
struct DeleteUserCommand: DeclaredCommand {
  static let name = "delete-user"
  static let user = Operand(.handle, "The user to delete.")
  static let declaration = Declaration(
    name, "Delete a user with their posts, likes and follows.",
    discussion: """
      The command corrects the counts of all other users. A deletion can't be undone. On a \
      terminal, the command asks for confirmation; elsewhere it needs --yes.
      """,
    group: .people, operands: [user.shape], options: [WriteOptions.dryRun.shape],
    fields: RecordKind.outcome.keys, facts: .deletesUser,
    examples: [
      .init("profilectl delete-user bob --dry-run", "see that it would work"),
      .init("profilectl delete-user bob --yes", "without a question"),
    ])

  private let user: Handle
  private let isDryRun: Bool

  init(_ parsed: Parsed) throws {
    user = try parsed.value(of: Self.user)
    isDryRun = parsed.value(of: WriteOptions.dryRun)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let users = try context.network().users
    if !isDryRun, !context.isConfirmed {
      // A missing user is refused before a question is asked.
      _ = try users.profile(of: user, as: .nobody)
      let name = SafeText(user)
      return .asking(.deleting(name.string), "Delete \(name) with all posts, likes and follows?")
    }
    let outcome = try users.delete(user, isDryRun: isDryRun)
    return try Confirmation(context, isDryRun: isDryRun).answer(outcome, of: .user)
  }
}
