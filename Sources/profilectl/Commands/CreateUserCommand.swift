import CommandLine
import Model
import Rendering
import Services
import Terminal

/// `create-user`: creates users.
struct CreateUserCommand: DeclaredCommand {
  static let name = "create-user"
  static let users = Operand(
    many: .newHandle, standardInput: true, "Handles of the new users.")
  static let displayName = Option<DisplayName?>("name", .text("name"), "The name on the card.")
  static let bio = Option<Bio?>("bio", .text("bio"), "A few words about them.")
  static let at = Option<Moment?>("at", .time, "The time they joined; now by default.")
  static let declaration = Declaration(
    name, "Create users.",
    discussion: """
      Every count of a new user is 0. A missing database is created. A handle that is given \
      twice is refused.
      """,
    group: .people, operands: [users.shape], options: [displayName.shape, bio.shape, at.shape],
    groups: [WriteOptions.group], fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl create-user alice bob", "two users at once"),
      .init("profilectl create-user carol --name \"Carol Jones\"", "with a name to show"),
      .init("cut -f1 people.tsv | profilectl create-user -", "one from each line of a file"),
    ])

  private let users: Items<Handle>
  private let displayName: DisplayName?
  private let bio: Bio?
  private let at: Moment?
  private let write: WriteOptions

  init(_ parsed: Parsed) throws {
    users = try parsed.value(of: Self.users)
    displayName = try parsed.value(of: Self.displayName)
    bio = try parsed.value(of: Self.bio)
    at = try parsed.value(of: Self.at)
    write = WriteOptions(parsed)
    let describesOne = [Self.displayName.shape, Self.bio.shape].first { parsed.isGiven($0) }
    if let option = describesOne, users.readsStandardInput || users.typed.count > 1 {
      throw UsageError(
        .onlyForOne(option: option.spelled, operand: Self.users.shape.spelled))
    }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.refuseFuture(at, of: Self.at.shape)
    let joined = at ?? context.now
    let writer = BulkWriter(context: context, items: users, options: write, subject: .user)
    return try writer.run { items, mode in
      // A signal leaves a complete new database, or none.
      Interruption.hold()
      return try create(items, joined, mode, in: context)
    }
  }

  /// Creates the users.
  ///
  /// Without a database, tries on a scratch network first, so that a refused line creates no
  /// file.
  private func create(
    _ items: [BulkItem<Handle>], _ joined: Moment, _ mode: BulkMode, in context: CommandContext
  ) throws -> BulkReport {
    let access = context.interpreter.network
    let network = try access.networkOrScratch(context.options)
    if mode.isDryRun || access.current != nil {
      return try create(items, joined, in: network, mode)
    }
    let tried = try create(
      items, joined, in: network, BulkMode(keepsGoing: mode.keepsGoing, isDryRun: true))
    let isAllRefused = tried.allSatisfy { (try? $0.get()) == nil }
    if isAllRefused { return tried }
    let made = try access.networkMadeIfMissing(context.options).network
    return try create(items, joined, in: made, mode)
  }

  private func create(
    _ items: [BulkItem<Handle>], _ joined: Moment, in network: Network, _ mode: BulkMode
  ) throws -> BulkReport {
    let (name, bio) = (displayName, bio)
    return try network.users.create(
      items, draft: { UserDraft(handle: $0, name: name, bio: bio, createdAt: joined) }, mode)
  }
}
