import CommandLine
import Model
import Rendering
import Services

/// `delete-post`: take back what you published.
struct DeletePostCommand: BulkCommand {
  static let name = "delete-post"
  static let operand = Operand(many: .postID(.own), standardInput: true, "Posts of yours.")
  static let subject = OutcomeLines.Subject.post
  static let declaration = declare(
    "Delete posts of your own, with their likes.",
    discussion: """
      It can't be undone: on a terminal you are asked first, elsewhere --yes is needed. \
      A post that is given twice is refused.
      """,
    group: .posts,
    examples: [.init("profilectl delete-post 42 --yes", "without a question")])

  let items: Items<Post.ID>
  let options: WriteOptions

  func run(in context: CommandContext) throws {
    if !options.isDryRun, !context.options.saysYes {
      try rehearse(in: context)
      let posts = names
      try context.askBefore(.deleting(posts.string), "Delete \(posts)?")
    }
    try changeAll(in: context)
  }

  /// What will be refused is told before anybody is asked.
  private func rehearse(in context: CommandContext) throws {
    let network = try context.network()
    let viewer = try context.viewer()
    if options.keepsGoing { return }
    context.expectAllOrNone(of: items, options)
    let posts = try items.typed.map { BulkItem(input: $0.input, value: try $0.value.get()) }
    let report = try network.posts.delete(posts, as: viewer, BulkMode(isRehearsal: true))
    for outcome in report { _ = try outcome.get() }
  }

  func change(
    _ items: [BulkItem<Post.ID>], in network: Network, as viewer: Viewer, at now: Moment,
    _ mode: BulkMode
  ) throws -> BulkReport {
    try network.posts.delete(items, as: viewer, mode)
  }

  /// What is to go; what is no post's number stands as it was typed.
  private var names: SafeText {
    if items.readsStandardInput { return "all these posts" }
    let names = items.typed.map { post in
      (try? post.value.get()).map { SafeText($0) } ?? SafeText(post.input)
    }
    return SafeText.joined(names, by: ", ")
  }
}
