import CommandLine
import Model
import Rendering
import Services

/// `delete-post`: deletes posts of the acting user.
struct DeletePostCommand: DeclaredCommand {
  static let name = "delete-post"
  static let posts = Operand(many: .post(.own), standardInput: true, "Posts of yours.")
  static let declaration = Declaration(
    name, "Delete posts of your own, with their likes.",
    discussion: """
      A deletion can't be undone. On a terminal, the command asks for confirmation; elsewhere it \
      needs --yes, but not for a repost. A post that is given twice is refused. The \
      database file may keep the deleted words in its search index, where no command finds them, \
      until later posts replace them.
      """,
    group: .posts, operands: [posts.shape], groups: [WriteOptions.group],
    fields: RecordKind.outcome.keys,
    examples: [.init("profilectl delete-post 42 --yes", "without a question")])

  private let posts: Items<TypedPost>
  private let options: WriteOptions

  init(_ parsed: Parsed) throws {
    posts = try parsed.value(of: Self.posts)
    options = WriteOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let network = try context.network()
    let viewer = try context.viewer()
    let writer = BulkWriter(context: context, items: posts, options: options, subject: .post)
    return try writer.run(asking: .delete) { items, mode in
      try network.posts.finding(items, mode) { try network.posts.delete($0, as: viewer, mode) }
    }
  }
}
