import Model
import Rendering
import Services

/// `delete-post`: take back what you published.
struct DeletePostCommand: Command {
  static let name = "delete-post"
  static let posts = Operand(many: .postID, standardInput: true, "Posts of yours.")
  static let declaration = Declaration(
    name, "Delete posts of your own, with their likes.",
    discussion: """
      It can't be undone: on a terminal you are asked first, elsewhere --yes is needed.
      """,
    group: .posts, operands: [posts.shape], groups: [WriteOptions.group],
    fields: RecordKind.outcome.keys,
    examples: [.init("profilectl delete-post 42 --yes", "without a question")])

  private let posts: Items<Post.ID>
  private let write: WriteOptions

  init(_ parsed: Parsed) throws {
    posts = try parsed.value(of: Self.posts)
    write = WriteOptions(parsed)
  }

  func run(in session: Session) throws {
    let network = try session.network()
    let viewer = try session.viewer()
    if !write.isDryRun { try session.askBefore(question) }
    try session.bulk(posts, write, of: .post) { try network.posts.delete($0, as: viewer, $1) }
  }

  private var question: SafeText {
    if posts.readsStandardInput { return "Delete all these posts?" }
    let names = posts.typed.map { SafeText("#" + $0.input) }
    return "Delete \(SafeText.joined(names, by: ", "))?"
  }
}
