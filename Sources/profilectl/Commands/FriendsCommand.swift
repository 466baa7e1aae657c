import CommandLine
import Model
import Rendering
import Services

/// `friends`: who follows and is followed.
struct FriendsCommand: PeopleCommand {
  static let name = "friends"
  static let operand = Operand(optional: .handle, "Whose friends; yours by default.")
  static let declaration = declare("List those a user follows and is followed by.")

  let user: Handle?
  let list: ListOptions

  var ifEmpty: EmptyList {
    let sentence: SafeText = user.map { "\(SafeText($0)) has no friends yet:" } ?? "No friends yet:"
    return EmptyList("\(sentence) friends follow each other. Find people:", .command(["users"]))
  }

  func count(in network: Network, as viewer: Viewer) throws -> Int {
    try network.follows.friendCount(of: user, as: viewer)
  }

  func page(
    _ request: PageRequest, in network: Network, as viewer: Viewer
  ) throws -> Page<Profile> {
    try network.follows.friends(of: user, as: viewer, request)
  }
}
