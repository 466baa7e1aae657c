import CommandLine
import Model
import Rendering
import Services

/// `like`: say that you like something.
struct LikeCommand: BulkCommand {
  static let name = "like"
  static let operand = Operand(many: .postID(.unliked), standardInput: true, "Which posts.")
  static let subject = OutcomeLines.Subject.post
  static let declaration = declare(
    "Like posts.",
    discussion: "Liking a post twice changes nothing.",
    examples: [
      .init("profilectl like 1 2 3", "three posts"),
      .init("profilectl search bread --all | profilectl like -", "whatever a search finds"),
    ])

  let items: Items<Post.ID>
  let options: WriteOptions

  func change(
    _ items: [BulkItem<Post.ID>], in network: Network, as viewer: Viewer, at now: Moment,
    _ mode: BulkMode
  ) throws -> BulkReport {
    try network.likes.like(items, as: viewer, at: now, mode)
  }
}
