import CommandLine
import Model
import Rendering
import Services

/// `follow`: see what somebody posts from now on.
struct FollowCommand: BulkCommand {
  static let name = "follow"
  static let operand = Operand(many: .stranger, standardInput: true, "Whom.")
  static let subject = OutcomeLines.Subject.user
  static let declaration = declare(
    "Follow people.",
    discussion: "Following somebody twice changes nothing; nobody follows themself.",
    examples: [
      .init("profilectl follow bob carol", "two people, both or neither"),
      .init(
        "profilectl followers bob --all | profilectl follow - --keep-going", "whoever follows @bob"),
    ])

  let items: Items<Handle>
  let options: WriteOptions

  func change(
    _ items: [BulkItem<Handle>], in network: Network, as viewer: Viewer, at now: Moment,
    _ mode: BulkMode
  ) throws -> BulkReport {
    try network.follows.follow(items, as: viewer, mode)
  }
}
