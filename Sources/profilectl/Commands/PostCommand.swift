import CommandLine
import Model
import Rendering
import Services
import Terminal

/// `post`: publishes a post.
struct PostCommand: DeclaredCommand {
  static let name = "post"
  static let text =
    Operand(
      optional: .text("text"), standardInput: true,
      "What to say.") as Operand<PostText?>
  static let image = Option<String?>("image", .file, "A picture: PNG, JPEG, GIF or WebP.")
  static let alt = Option<AltText?>("alt", .text("text"), "What the picture shows, in words.")
  static let isPrivate = Switch("private", "Show it to nobody but you.")
  static let at = Option<Moment?>("at", .time, "When it was said; now by default.")
  static let declaration = Declaration(
    name, "Publish a post.",
    discussion: """
      A post has a text, a picture, or both. Without either, and with something piped in, the text \
      is read from standard input. The picture is kept as it is, up to 64 MiB, and 'profilectl view \
      --save' gives it back. Private posts are a courtesy of the program, not a lock on the file.
      """,
    group: .posts, operands: [text.shape],
    options: [
      image.shape, alt.shape, isPrivate.shape, at.shape, WriteOptions.dryRun.shape,
    ],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl post \"hello from the terminal\"", "say something"),
      .init("fortune | profilectl post", "say something else"),
      .init("profilectl post \"our cat\" --image cat.jpg --alt \"A cat asleep\"", "show something"),
      .init("profilectl post \"found it\" --at -2d", "as if it had been two days ago"),
    ])

  /// Longer input is refused before it is read.
  private static let mostInput = 1 << 20

  private let text: PostText?
  private let readsInput: Bool
  private let image: String?
  private let alt: AltText?
  private let isPrivate: Bool
  private let at: Moment?
  private let isDryRun: Bool

  init(_ parsed: Parsed) throws {
    text = try parsed.value(of: Self.text)
    readsInput = parsed.readsStandardInput
    image = try parsed.value(of: Self.image)
    alt = try parsed.value(of: Self.alt)
    if alt != nil, image == nil {
      throw UsageError(
        .onlyWith(option: Self.alt.shape.spelled, other: Self.image.shape.spelled))
    }
    isPrivate = parsed.value(of: Self.isPrivate)
    at = try parsed.value(of: Self.at)
    isDryRun = parsed.value(of: WriteOptions.dryRun)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let text = try text(in: context)
    if image == nil, text.isBlank { throw ServiceError.emptyPost }
    let network = try context.network()
    let viewer = try context.viewer()
    let picture = try image.map { try context.pictures.read($0, for: network, as: viewer) }
    let (asked, clock) = (at, context.clock)
    let draft = PostDraft(
      text: text, picture: picture?.draft, alt: alt, isPrivate: isPrivate, at: asked ?? clock())
    guard let draft else { throw ServiceError.emptyPost }
    let outcome = try network.posts.publish(draft, as: viewer, isRehearsal: isDryRun)
    let result = try Confirmation(context, isRehearsal: isDryRun).answer(outcome, of: .post)
    if !isDryRun { try saving { try context.pictures.note(picture?.hindrance) } }
    return result
  }

  private func text(in context: CommandContext) throws -> PostText {
    if let text { return text }
    if image != nil, !readsInput { return try PostText("") }
    // Outside a shell, standard input is not the line's own.
    guard readsInput || (context.surface == .shell && !context.inputIsTerminal) else {
      throw UsageError(.nothingAsked([Self.text.shape.spelled, Self.image.shape.spelled]))
    }
    return try PostText(TypedBytes.text(try input(), for: .text))
  }

  /// Standard input without the line ends at its end.
  private func input() throws -> [UInt8] {
    var bytes = try StandardInput().readAll(limit: Self.mostInput)
    while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    return bytes
  }
}
