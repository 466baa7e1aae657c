import CommandLine
import Model
import Rendering
import Services

/// `thread`: prints the conversation of a post, which is laid out once for all pages.
struct ThreadCommand: DeclaredCommand {
  static let name = "thread"
  private static let post = Operand(.post, "The post.")
  static let declaration = Declaration(
    name, "Show the conversation of a post as a tree.",
    discussion: """
      The command shows all posts by default. Replies to the same post come oldest first. A deleted \
      post keeps its place.
      """,
    group: .reading, writeScope: .nothing, operands: [post.shape], groups: [ListOptions.wholeGroup],
    fields: RecordKind.conversationPost.fields, columns: RecordKind.conversationPost.columns,
    examples: [
      .init("profilectl thread 42", "the conversation of post #42"),
      .init("profilectl thread 42 --json", "one list with the depth of each post"),
    ])

  private let list: ListOptions
  private let post: TypedPost

  init(_ parsed: Parsed) throws {
    list = try ListOptions(parsed, showsAll: true)
    post = try parsed.value(of: Self.post)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let network = try context.network()
    let conversations = network.conversations
    let conversation = try conversations.conversation(
      of: try network.posts.find(post), as: try context.viewer())
    return try context.list(
      list, .conversation, count: { conversation.visibleCount },
      page: { try conversations.page(of: conversation, $0) })
  }
}
