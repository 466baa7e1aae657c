import Model
import Rendering
import Services

/// `follow`: see what somebody posts from now on.
struct FollowCommand: Command {
  static let name = "follow"
  static let users = Operand(many: .stranger, standardInput: true, "Whom.")
  static let declaration = Declaration(
    name, "Follow people.",
    discussion: "Following somebody twice changes nothing; nobody follows themself.",
    group: .follows, operands: [users.shape], groups: [WriteOptions.group],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl follow bob carol", "two people, both or neither"),
      .init(
        "profilectl followers bob --all | profilectl follow - --keep-going", "whoever follows @bob"),
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
    try session.bulk(users, write, of: .user) { try follows.follow($0, as: viewer, $1) }
  }
}
