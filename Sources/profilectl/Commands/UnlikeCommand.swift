import CommandLine
import Model
import Rendering
import Services

/// `unlike`: take that back.
struct UnlikeCommand: BulkCommand {
  static let name = "unlike"
  static let operand = Operand(many: .postID(.liked), standardInput: true, "Which posts.")
  static let subject = OutcomeLines.Subject.post
  static let declaration = declare(
    "Take back likes.",
    discussion: "Unliking a post you don't like changes nothing.",
    examples: [
      .init("profilectl unlike 1 2 3", "three posts"),
      .init("profilectl search bread --all | profilectl unlike -", "whatever a search finds"),
    ])

  let items: Items<Post.ID>
  let options: WriteOptions

  func change(
    _ items: [BulkItem<Post.ID>], in network: Network, as viewer: Viewer, at now: Moment,
    _ mode: BulkMode
  ) throws -> BulkReport {
    try network.likes.unlike(items, as: viewer, mode)
  }
}
