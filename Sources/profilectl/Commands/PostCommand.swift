import Model
import Rendering
import Services

/// `post`: publish something.
struct PostCommand: Command {
  static let name = "post"
  static let text =
    Operand(
      optional: .text("text"), standardInput: true,
      "What to say.") as Operand<PostText?>
  static let isPrivate = Switch("private", "Show it to nobody but you.")
  static let at = Option<Moment?>("at", .time, "When it was said; now by default.")
  static let declaration = Declaration(
    name, "Publish a post.",
    discussion: """
      Without a text, and with something piped in, the text is read from standard input. Private \
      posts are a courtesy of the program, not a lock on the file.
      """,
    group: .posts, operands: [text.shape],
    options: [isPrivate.shape, at.shape, WriteOptions.dryRun.shape],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl post \"hello from the terminal\"", "say something"),
      .init("fortune | profilectl post", "say something else"),
      .init("profilectl post \"found it\" --at -2d", "as if it had been two days ago"),
    ])

  private let text: PostText?
  private let readsInput: Bool
  private let isPrivate: Bool
  private let at: Moment?
  private let isDryRun: Bool

  init(_ parsed: Parsed) throws {
    text = try parsed.value(of: Self.text)
    readsInput = parsed.readsStandardInput
    isPrivate = parsed.value(of: Self.isPrivate)
    at = try parsed.value(of: Self.at)
    isDryRun = parsed.value(of: WriteOptions.dryRun)
  }

  func run(in session: Session) throws {
    let draft = PostDraft(
      text: try whatToSay(session), isPrivate: isPrivate, at: at ?? session.now)
    guard let draft else { throw ServiceError.emptyPost }
    let posts = try session.network().posts
    let outcome = try session.writing {
      try posts.publish(draft, as: try session.viewer(), isRehearsal: isDryRun)
    }
    try session.tell(outcome, of: .post, isRehearsal: isDryRun)
  }

  private func whatToSay(_ session: Session) throws -> PostText {
    if let text { return text }
    guard readsInput || !session.inputIsTerminal else {
      throw UsageError(.missingOperand(Self.text.shape.spelled))
    }
    return try PostText(TypedBytes.text(try session.textFromInput(), for: .text))
  }
}
