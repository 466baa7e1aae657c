import Model
import Rendering
import Services

/// `friends`: who follows and is followed.
struct FriendsCommand: Command {
  static let name = "friends"
  static let user = Operand(optional: .handle, "Whose friends; yours by default.")
  static let declaration = Declaration(
    name, "List those a user follows and is followed by.", discussion: "In the order they joined.",
    group: .follows, operands: [user.shape], groups: [ListOptions.group],
    fields: RecordKind.user.keys,
    examples: [
      .init("profilectl friends bob", "the first twenty"),
      .init("profilectl friends --all --json", "all of yours, for a program"),
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
      .users(ifEmpty: "No friends yet: friends follow each other. Find people: profilectl users"),
      count: { try network.follows.friendCount(of: user, as: viewer) },
      page: { try network.follows.friends(of: user, as: viewer, $0) })
  }
}
