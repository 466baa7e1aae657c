import CommandLine
import Model
import Rendering
import Services

/// `follows`: answers whether one user follows another.
struct FollowsCommand: DeclaredCommand {
  static let name = "follows"
  static let follower = Operand(.handle, named: "a", "Who may be following.")
  static let followee = Operand(optional: .handle, named: "b", "Whom; you by default.")
  static let declaration = Declaration(
    name, "Say whether one user follows another.",
    discussion: "Prints yes or no, and exits with 0 or 1.",
    group: .follows, reach: .nothing, operands: [follower.shape, followee.shape],
    fields: RecordKind.follows.keys,
    examples: [
      .init("profilectl follows alice bob -q && echo \"Alice sees what Bob posts.\"", "in a script")
    ])

  private let follower: Handle
  private let followee: Handle?

  init(_ parsed: Parsed) throws {
    follower = try parsed.value(of: Self.follower)
    followee = try parsed.value(of: Self.followee)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let follows = try context.network().follows
    let answer = try follows.follows(follower, followee, as: try context.viewer())
    if !context.options.isQuiet {
      try context.answer(
        Record(.follows, [.bool(answer)]), text: { _ in Output(answer ? "yes\n" : "no\n") })
    }
    return CommandResult(status: answer ? .done : .no)
  }
}
