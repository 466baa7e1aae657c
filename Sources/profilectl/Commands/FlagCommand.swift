import CommandLine
import Model
import Rendering
import Services

/// `flag`: reports a post, with a reason.
struct FlagCommand: DeclaredCommand {
  static let name = "flag"
  static let post = Operand(.postID(.others), "Which post.")
  static let reason = Option<Reason?>("reason", .text("reason"), "What is wrong with it.")
  static let declaration = Declaration(
    name, "Report somebody else's post.",
    discussion: "Each person reports a post once; 'profilectl flags' lists the reports.",
    group: .posts, operands: [post.shape], options: [reason.shape], fields: RecordKind.outcome.keys,
    examples: [.init("profilectl flag 42 --reason \"not a mushroom\"", "say why")])

  private let post: Post.ID
  private let reason: Reason?

  init(_ parsed: Parsed) throws {
    post = try parsed.value(of: Self.post)
    reason = try parsed.value(of: Self.reason)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let posts = try context.network().posts
    let outcome = try posts.flag(
      post, reason: reason, as: try context.viewer(), at: context.now)
    return try Confirmation(context).answer(outcome, of: .post)
  }
}
