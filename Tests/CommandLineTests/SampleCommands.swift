import CommandLine
import Model
import Testing

@testable import profilectl

/// Declarations of every form, to test the grammar independently of the program's commands.
enum SampleCommands {
  static let list = CommandList(
    [
      .init(Follow.self), .init(Compose.self), .init(Timeline.self),
      .init(DeleteUser.self), .init(Cache.self), .init(CacheClear.self),
      .init(Follows.self), .init(Help.self),
    ], details: { .ofProgram })
  static let catalog = list.catalog

  static func request(
    _ words: String..., clock: LocalClock = LocalClock(now: noon)
  ) throws(ParseError) -> Request {
    try request(bytes: words.map { Array($0.utf8) }, clock: clock)
  }

  static func request(
    bytes words: [[UInt8]], clock: LocalClock = LocalClock(now: noon)
  ) throws(ParseError) -> Request {
    try Parser(catalog).request(for: Token.list(words), clock: clock)
  }

  /// 2026-05-01T12:00:00Z.
  static let noon = Moment(seconds: 1_777_636_800)
}

struct Follow: DeclaredCommand {
  static let name = "follow"
  static let users = Operand(many: .handle, standardInput: true, "Whom to follow.")
  static let declaration = Declaration(
    name, "Follow users.", discussion: "Following somebody you follow changes nothing.",
    group: .follows, operands: [users.shape], groups: [WriteOptions.group],
    fields: ["input", "result", "user"],
    examples: [
      .init("profilectl follow bob", "Follow one."),
      .init("profilectl friends ana | profilectl follow -", "Follow all of ana's friends."),
    ])

  let users: Items<Handle>
  let options: WriteOptions

  init(_ parsed: Parsed) throws {
    users = try parsed.value(of: Self.users)
    options = WriteOptions(parsed)
  }

  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}

struct Compose: DeclaredCommand {
  static let name = "post"
  static let text = Operand(
    optional: .text("text") as ValueKind<PostText>, standardInput: true, "What to say.")
  static let image = Option("image", short: "i", .picture, "The picture to show.")
  static let alt = Option("alt", .text() as ValueKind<AltText>, "The picture in words.")
  static let isPrivate = Switch("private", short: "p", "Show it to nobody else.")
  static let at = Option("at", .time, "When it was said.")
  static let declaration = Declaration(
    name, "Publish a post.", group: .posts, operands: [text.shape],
    options: [image.shape, alt.shape, isPrivate.shape, at.shape])

  let text: PostText?
  let image: String?
  let alt: AltText?
  let isPrivate: Bool
  let at: Moment?

  init(_ parsed: Parsed) throws {
    text = try parsed.value(of: Self.text)
    image = try parsed.value(of: Self.image)
    alt = try parsed.value(of: Self.alt)
    isPrivate = parsed.value(of: Self.isPrivate)
    at = try parsed.value(of: Self.at)
  }

  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}

struct Timeline: DeclaredCommand {
  static let name = "timeline"
  static let declaration = Declaration(
    name, "Read what you and those you follow wrote.", group: .reading,
    groups: [ListOptions.group], fields: ["id", "author", "text"], formats: OutputFormat.drawn)

  let list: ListOptions

  init(_ parsed: Parsed) throws {
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}

struct DeleteUser: DeclaredCommand {
  static let name = "delete-user"
  static let user = Operand(.handle, "Whom to delete.")
  static let declaration = Declaration(
    name, "Delete a user and everything of theirs.", group: .people, operands: [user.shape],
    options: [WriteOptions.dryRun.shape])

  let user: Handle

  init(_ parsed: Parsed) throws {
    user = try parsed.value(of: Self.user)
  }

  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}

struct Follows: DeclaredCommand {
  static let name = "follows"
  static let first = Operand(.handle, named: "a", "Who may follow.")
  static let second = Operand(optional: .handle, named: "b", "Who may be followed; you.")
  static let declaration = Declaration(
    name, "Say whether one user follows another.", group: .follows,
    operands: [first.shape, second.shape])

  let first: Handle
  let second: Handle?

  init(_ parsed: Parsed) throws {
    first = try parsed.value(of: Self.first)
    second = try parsed.value(of: Self.second)
  }

  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}

struct Cache: DeclaredCommand {
  static let name = "cache"
  static let declaration = Declaration(name, "Say how large the cache is.", group: .file)
  init(_ parsed: Parsed) {}
  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}

struct CacheClear: DeclaredCommand {
  static let name = "cache clear"
  static let declaration = Declaration(
    name, "Empty the cache.", group: .file, options: [WriteOptions.dryRun.shape])
  init(_ parsed: Parsed) {}
  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}

struct Help: DeclaredCommand {
  static let name = "help"
  static let words = Operand(any: .subject, named: "topic", "What help is wanted about.")
  static let declaration = Declaration(
    name, "Show help.", group: .program, operands: [words.shape],
    examples: [
      .init("profilectl help", "The overview."),
      .init("profilectl help cache clear", "A command of two words."),
    ])

  let words: [String]

  init(_ parsed: Parsed) throws {
    words = try parsed.value(of: Self.words).values()
  }

  func run(in context: CommandContext) -> CommandResult { CommandResult() }
}
