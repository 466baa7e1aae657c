import CommandLine
import Model
import Rendering
import Services

/// `followers`: who follows somebody.
struct FollowersCommand: PeopleCommand {
  static let name = "followers"
  static let operand = Operand(optional: .handle, "Whose followers; yours by default.")
  static let declaration = declare("List who follows a user.")

  let user: Handle?
  let list: ListOptions

  var ifEmpty: EmptyList {
    let them = user.map { SafeText($0) } ?? "you"
    return EmptyList("Nobody follows \(them) yet. Find people:", .command(["users"]))
  }

  func count(in network: Network, as viewer: Viewer) throws -> Int {
    try network.users.profile(of: user, as: viewer).item.user.counts.followers
  }

  func page(
    _ request: PageRequest, in network: Network, as viewer: Viewer
  ) throws -> Page<Profile> {
    try network.follows.followers(of: user, as: viewer, request)
  }
}
