import CommandLine
import Model
import Rendering
import Services

/// `unfollow`: see no more of it.
struct UnfollowCommand: BulkCommand {
  static let name = "unfollow"
  static let operand = Operand(many: .followee, standardInput: true, "Whom.")
  static let subject = OutcomeLines.Subject.user
  static let declaration = declare(
    "Stop following people.",
    discussion: "Unfollowing somebody you don't follow changes nothing.",
    examples: [
      .init("profilectl unfollow bob carol", "two people, both or neither"),
      .init(
        "profilectl followers bob --all | profilectl unfollow - --keep-going",
        "whoever follows @bob"),
    ])

  let items: Items<Handle>
  let options: WriteOptions

  func change(
    _ items: [BulkItem<Handle>], in network: Network, as viewer: Viewer, at now: Moment,
    _ mode: BulkMode
  ) throws -> BulkReport {
    try network.follows.unfollow(items, as: viewer, mode)
  }
}
