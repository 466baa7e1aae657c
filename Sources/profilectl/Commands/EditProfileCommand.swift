import Model
import Rendering
import Services

/// `edit-profile`: somebody changes what their card says.
struct EditProfileCommand: Command {
  static let name = "edit-profile"
  static let displayName = Option<DisplayName?>("name", .text("name"), "The name on the card.")
  static let bio = Option<Bio?>("bio", .text("bio"), "A few words about you.")
  static let rename = Option<Handle?>("rename", .newHandle, "Your new handle.")
  static let declaration = Declaration(
    name, "Change your own profile.",
    discussion: "An empty name or bio takes the old one away.",
    group: .people, options: [displayName.shape, bio.shape, rename.shape],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl edit-profile --bio \"Bread and bicycles.\"", "say something else"),
      .init("profilectl edit-profile --rename alice_b", "be called something else"),
    ])

  private let changes: ProfileChanges

  init(_ parsed: Parsed) throws {
    changes = ProfileChanges(
      handle: try parsed.value(of: Self.rename), name: try parsed.value(of: Self.displayName),
      bio: try parsed.value(of: Self.bio))
    let choices = Self.declaration.options
    if !choices.contains(where: { parsed.isGiven($0) }) {
      throw UsageError(.nothingAsked(choices.map(\.spelled)))
    }
  }

  func run(in session: Session) throws {
    let users = try session.network().users
    let viewer = try session.viewer()
    let outcome = try session.writing { try users.edit(changes, as: viewer) }
    try session.tell(outcome, of: .user)
  }
}
