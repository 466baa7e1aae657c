import CommandLine
import Model
import Rendering
import Services

/// `likers`: who likes a post.
struct LikersCommand: Command {
  static let name = "likers"
  static let post = Operand(.postID, "Which post.")
  static let declaration = Declaration(
    name, "List who likes a post.", discussion: "In the order they joined.",
    group: .follows, reach: .nothing, operands: [post.shape], groups: [ListOptions.group],
    fields: RecordKind.user.keys, columns: RecordKind.user.columns,
    examples: [.init("profilectl likers 42", "who likes post #42")])

  private let post: Post.ID
  private let list: ListOptions

  init(_ parsed: Parsed) throws {
    post = try parsed.value(of: Self.post)
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws {
    let network = try context.network()
    let viewer = try context.viewer()
    try context.list(
      list,
      .users(
        ifEmpty: EmptyList(
          "Nobody likes it yet. Be the first:", .command(["like", "\(post.number)"]))),
      count: { try network.posts.view(post, as: viewer, likerLimit: 1).post.item.likeCount },
      page: { try network.likes.likers(of: post, as: viewer, $0) })
  }
}
