import CommandLine
import Model
import Rendering
import Services

/// `users`: lists people.
struct UsersCommand: DeclaredCommand {
  static let name = "users"
  static let text = Operand(
    optional: .string("text"), "The beginning of a handle, or of a word of a name.")
  static let declaration = Declaration(
    name, "Find people.",
    discussion: """
      Lists everyone but you, with whether you follow them and they you, in the order they joined. \
      Case makes no difference.
      """,
    group: .people, reach: .nothing, operands: [text.shape],
    options: [CommandContext.explain.shape],
    groups: [ListOptions.group],
    fields: RecordKind.user.keys, columns: RecordKind.user.columns,
    examples: [
      .init("profilectl users --all", "everyone"),
      .init("profilectl users bo", "@bob, and Carol Bolton"),
      .init("profilectl users --all --fields username,follows_you", "two columns for a script"),
    ])

  private let text: String?
  private let list: ListOptions
  private let explains: Bool

  init(_ parsed: Parsed) throws {
    explains = parsed.value(of: CommandContext.explain)
    let typed = try parsed.value(of: Self.text)
    text = typed.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.explaining(explains) { try answer(in: context) }
  }

  private func answer(in context: CommandContext) throws -> CommandResult {
    let users = try context.network().users
    let viewer = try context.viewer()
    let empty = empty(for: viewer)
    return try context.list(
      list, .users(ifEmpty: empty.sentence, empty.next),
      count: { try users.count(text, as: viewer) },
      page: { try users.find(text, as: viewer, $0) })
  }

  private func empty(for viewer: Viewer) -> (sentence: SafeText, next: Hint) {
    guard text == nil else {
      let nobody: SafeText = viewer == .nobody ? "Nobody" : "Nobody else"
      return ("\(nobody) is here by that name. Everyone:", .command(["users"]))
    }
    return viewer == .nobody
      ? ("Nobody is here yet. Begin:", .command(Phrases.firstUser))
      : ("Nobody else is here yet. Invite somebody:", .command(["create-user", "carol"]))
  }
}
