import CommandLine
import Model
import Pictures
import Rendering
import Services

/// `edit-profile`: changes the acting user's own card.
struct EditProfileCommand: DeclaredCommand {
  static let name = "edit-profile"
  static let displayName = Option<DisplayName?>("name", .text("name"), "The name on the card.")
  static let bio = Option<Bio?>("bio", .text("bio"), "A few words about you.")
  static let rename = Option<Handle?>("rename", .newHandle, "Your new handle.")
  static let avatar = Option<AvatarChoice?>("avatar", .avatar, "The picture on the card.")
  static let banner = Option<AvatarChoice?>("banner", .avatar, "The picture above the card.")
  static let declaration = Declaration(
    name, "Change your own profile.",
    discussion: """
      An empty --name or --bio removes the old one. 'none' removes a picture. To use a file that \
      is named 'none', write ./none.
      """,
    group: .people,
    options: [displayName.shape, bio.shape, rename.shape, avatar.shape, banner.shape],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl edit-profile --bio \"Bread and bicycles.\"", "a new bio"),
      .init("profilectl edit-profile --avatar me.jpg", "a new avatar"),
      .init("profilectl edit-profile --rename alice_b", "a new handle"),
    ])

  private let changes: ProfileChanges
  private let avatar: AvatarChoice?
  private let banner: AvatarChoice?

  init(_ parsed: Parsed) throws {
    changes = ProfileChanges(
      handle: try parsed.value(of: Self.rename), name: try parsed.value(of: Self.displayName),
      bio: try parsed.value(of: Self.bio))
    avatar = try parsed.value(of: Self.avatar)
    banner = try parsed.value(of: Self.banner)
    let choices = Self.declaration.options
    if !choices.contains(where: { parsed.isGiven($0) }) {
      throw UsageError(.nothingAsked(choices.map(\.spelled)))
    }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let network = try context.network()
    let viewer = try context.viewer()
    var unavailability: DecoderUnavailable?
    var changes = changes
    for (choice, field) in [
      (avatar, \ProfileChanges.avatar), (banner, \ProfileChanges.banner),
    ] {
      switch choice {
      case .file(let path):
        let read = try context.pictures.read(path, for: network, as: viewer)
        changes[keyPath: field] = .set(read.draft)
        unavailability = unavailability ?? read.unavailability
      case .noPicture: changes[keyPath: field] = .remove
      case nil: break
      }
    }
    let outcome = try network.users.edit(changes, as: viewer)
    if let user = outcome.user?.item.user { context.interpreter.identity.noteName(of: user) }
    let result = try Confirmation(context).answer(outcome, of: .user)
    try saving { try context.pictures.note(unavailability) }
    return result
  }
}

/// The requested avatar: a picture from a file, or none.
enum AvatarChoice: Equatable, Sendable {
  case noPicture
  case file(String)
}

extension ValueKind where Value == AvatarChoice {
  /// A picture or the word `none`; a file with that name is `./none`.
  static var avatar: ValueKind {
    ValueKind("file|none", completion: .files(.pictures, or: "none")) {
      (typed, clock) throws(ValueError) in
      let path = try ValueKind<String>.file.read(typed, clock)
      return path == "none" ? .noPicture : .file(path)
    }
  }
}
