import CommandLine
import Model
import Rendering
import Services

/// `following`: whom somebody follows.
struct FollowingCommand: PeopleCommand {
  static let name = "following"
  static let operand = Operand(optional: .handle, "Who follows them; you by default.")
  static let declaration = declare("List whom a user follows.")

  let user: Handle?
  let list: ListOptions

  var ifEmpty: EmptyList {
    let sentence: SafeText =
      user.map { "\(SafeText($0)) follows nobody yet." } ?? "You follow nobody yet."
    return EmptyList("\(sentence) Find people:", .command(["users"]))
  }

  func count(in network: Network, as viewer: Viewer) throws -> Int {
    try network.users.profile(of: user, as: viewer).item.user.counts.following
  }

  func page(
    _ request: PageRequest, in network: Network, as viewer: Viewer
  ) throws -> Page<Profile> {
    try network.follows.following(by: user, as: viewer, request)
  }
}
