import Model
import Rendering
import Services

/// `following`: whom somebody follows.
struct FollowingCommand: Command {
  static let name = "following"
  static let user = Operand(optional: .handle, "Who follows them; you by default.")
  static let declaration = Declaration(
    name, "List whom a user follows.", discussion: "In the order they joined.",
    group: .follows, operands: [user.shape], groups: [ListOptions.group],
    fields: RecordKind.user.keys,
    examples: [
      .init("profilectl following bob", "the first twenty"),
      .init("profilectl following --all --json", "all of yours, for a program"),
    ])

  private let user: Handle?
  private let list: ListOptions

  init(_ parsed: Parsed) throws {
    user = try parsed.value(of: Self.user)
    list = try ListOptions(parsed)
  }

  func run(in session: Session) throws {
    let network = try session.network()
    let viewer = try session.viewer()
    try session.list(
      list,
      .users(
        ifEmpty: user == nil
          ? "You follow nobody yet. Find people: profilectl users"
          : "They follow nobody yet. Find people: profilectl users"),
      count: { try network.users.profile(of: user, as: viewer).item.user.counts.following },
      page: { try network.follows.following(by: user, as: viewer, $0) })
  }
}
