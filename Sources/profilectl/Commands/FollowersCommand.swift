import Model
import Rendering
import Services

/// `followers`: who follows somebody.
struct FollowersCommand: Command {
  static let name = "followers"
  static let user = Operand(optional: .handle, "Whose followers; yours by default.")
  static let declaration = Declaration(
    name, "List who follows a user.", discussion: "In the order they joined.",
    group: .follows, operands: [user.shape], groups: [ListOptions.group],
    fields: RecordKind.user.keys,
    examples: [
      .init("profilectl followers bob", "the first twenty"),
      .init("profilectl followers --all --json", "all of yours, for a program"),
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
          ? "Nobody follows you yet. Find people: profilectl users"
          : "Nobody follows them yet. Find people: profilectl users"),
      count: { try network.users.profile(of: user, as: viewer).item.user.counts.followers },
      page: { try network.follows.followers(of: user, as: viewer, $0) })
  }
}
