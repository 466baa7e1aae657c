import Model
import Rendering
import Services

/// `unfollow`: see no more of it.
struct UnfollowCommand: Command {
  static let name = "unfollow"
  static let users = Operand(many: .followee, standardInput: true, "Whom.")
  static let declaration = Declaration(
    name, "Stop following people.",
    discussion: "Unfollowing somebody you don't follow changes nothing.",
    group: .follows, operands: [users.shape], groups: [WriteOptions.group],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl unfollow bob carol", "two people, both or neither"),
      .init(
        "profilectl followers bob --all | profilectl unfollow - --keep-going",
        "whoever follows @bob"),
    ])

  private let users: Items<Handle>
  private let write: WriteOptions

  init(_ parsed: Parsed) throws {
    users = try parsed.value(of: Self.users)
    write = WriteOptions(parsed)
  }

  func run(in session: Session) throws {
    let follows = try session.network().follows
    let viewer = try session.viewer()
    try session.bulk(users, write, of: .user) { try follows.unfollow($0, as: viewer, $1) }
  }
}
