import CommandLine
import Model
import Rendering
import Services

/// The differences between `post`, `reply` and `quote`.
struct PostVerb: Sendable {
  /// The relation of the new post to another one.
  struct Relation: Sendable {
    let subject: Operand<TypedPost>
    /// The beginning of the comments in the editor.
    let heading: String
    let isQuote: Bool
    let publish:
      @Sendable (
        ConversationService, Post.ID, PostDraft, Viewer, _ isDryRun: Bool, Outcome.Detail
      ) throws -> Outcome
  }

  /// Kept, because a script asks for it twice for each line.
  let declaration: Declaration
  /// Nil for `post`.
  let relation: Relation?

  private init(
    _ name: String, _ summary: String, discussion: String, relation: Relation? = nil,
    examples: [Declaration.Example]
  ) {
    self.relation = relation
    declaration = Declaration(
      name, summary, discussion: discussion, group: .posts,
      operands: [relation?.subject.shape, PostCommand.text.shape].compactMap(\.self),
      options: PostCommand.options, fields: RecordKind.outcome.keys,
      facts: relation == nil ? [.publishes, .startsConversation] : .publishes, examples: examples)
  }

  static let post = PostVerb(
    "post", "Publish a post.",
    discussion: """
      A post has a text, a picture, or both. Without either, the command reads the text from \
      standard input. On a terminal, it opens $VISUAL or $EDITOR instead. '@handle' mentions a \
      user, who is notified. '#tag' is a hashtag. The command saves the picture unchanged, up to \
      64 MiB. 'profilectl view --save' writes the picture to a file. Only this program hides \
      private posts: anyone who can read the file can read them.
      """,
    examples: [
      .init("profilectl post \"hello from the terminal\"", "one line"),
      .init("fortune | profilectl post", "the output of a program"),
      .init("profilectl post \"our cat\" --image cat.jpg --alt \"A cat asleep\"", "a picture"),
      .init("profilectl post \"found it\" --at -2d", "a post of two days ago"),
    ])

  static let reply = PostVerb(
    "reply", "Reply to a post.",
    discussion: """
      The author of the post and the users you mention are notified. Without a text, the command \
      reads it from standard input. On a terminal, it opens $VISUAL or $EDITOR instead, and shows \
      the post there. A reply to your own private post is private.
      """,
    relation: Relation(
      subject: Operand(.post, "The post to reply to."), heading: "Answering", isQuote: false
    ) { try $0.reply(to: $1, $2, as: $3, isDryRun: $4, $5) },
    examples: [
      .init("profilectl reply 42 \"Save me the crust, @bob #bread\"", "reply to post #42"),
      .init("fortune | profilectl reply 42 -", "the output of a program"),
    ])

  static let quote = PostVerb(
    "quote", "Publish a post that quotes another one.",
    discussion: """
      The quoted post is shown in a frame, and its author is notified. Without a text, the command \
      reads it from standard input. On a terminal, it opens $VISUAL or $EDITOR instead. A quote of \
      your own private post needs --private.
      """,
    relation: Relation(
      subject: Operand(.post, "The post to quote."), heading: "Quoting", isQuote: true
    ) { try $0.quote($1, $2, as: $3, isDryRun: $4, $5) },
    examples: [.init("profilectl quote 42 \"This.\"", "post #42, and a word about it")])
}

/// `post`, `reply` and `quote`: publish a post, which may answer or quote one.
struct PostCommand: Command {
  fileprivate static let text =
    Operand(optional: .text("text"), standardInput: true, "The text of the post.")
    as Operand<PostText?>
  private static let image = Option<String?>(
    "image", .picture, "A picture: PNG, JPEG, GIF or WebP.")
  private static let alt = Option<AltText?>("alt", .text("text"), "A description of the picture.")
  private static let isPrivate = Switch("private", "Show the post only to yourself.")
  private static let at = Option<Moment?>(
    "at", .time,
    "The time of the post; now by default. A taken time moves on by a microsecond.")

  fileprivate static let options = [
    image.shape, alt.shape, isPrivate.shape, at.shape, WriteOptions.dryRun.shape,
  ]

  static func entry(_ verb: @escaping @Sendable @autoclosure () -> PostVerb) -> CommandEntry {
    CommandEntry(
      declaration: { verb().declaration }, command: { try PostCommand(verb(), $0) })
  }

  /// The answered or quoted post.
  private let relation: (to: TypedPost, PostVerb.Relation)?
  private let text: PostText?
  private let readsInput: Bool
  private let image: String?
  private let alt: AltText?
  private let isPrivate: Bool
  private let at: Moment?
  private let isDryRun: Bool

  private init(_ verb: PostVerb, _ parsed: Parsed) throws {
    relation = try verb.relation.map { (try parsed.value(of: $0.subject), $0) }
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
    try context.refuseFuture(at, of: Self.at.shape)
    let composer = PostComposer(text: text, readsInput: readsInput, mayBeEmpty: image != nil)
    return try composer.compose(
      in: context,
      nothingAsked: .nothingAsked([Self.text.shape.spelled, Self.image.shape.spelled]),
      page: { ("", try comments(in: context)) }, { try publish($0, in: context) })
  }

  /// The comments of the editor's page, which quote the answered or quoted post.
  private func comments(in context: CommandContext) throws -> [String] {
    let network = try context.network()
    let viewer = try context.viewer()
    guard let (subject, relation) = relation else {
      try network.users.expectActor(viewer)
      return []
    }
    let id = try network.posts.find(subject)
    try network.conversations.requireAnswerable(
      id, as: viewer, quotingPublicly: relation.isQuote && !isPrivate)
    let post = try network.posts.post(id, as: viewer).item
    return [
      "\(relation.heading) #\(post.id.number) by @\(post.author.text):",
      SafeText(post.text, .lines).string,
    ]
  }

  private func publish(_ text: PostText, in context: CommandContext) throws -> CommandResult {
    if image == nil, text.isBlank { throw ServiceError.emptyPost }
    let network = try context.network()
    let viewer = try context.viewer()
    let picture = try image.map { try context.pictures.read($0, for: network, as: viewer) }
    let (asked, clock) = (at, context.clock)
    let draft = PostDraft(
      text: text, picture: picture?.draft, alt: alt, isPrivate: isPrivate,
      savedAt: asked == nil ? nil : clock(), isNow: asked == nil, at: asked ?? clock())
    guard let draft else { throw ServiceError.emptyPost }
    let outcome =
      if let (post, relation) = relation {
        try relation.publish(
          network.conversations, try network.posts.find(post), draft, viewer, isDryRun,
          context.outcomeDetail)
      } else {
        try network.posts.publish(
          draft, as: viewer, isDryRun: isDryRun, context.outcomeDetail)
      }
    let result = try Confirmation(context, isDryRun: isDryRun).answer(outcome, of: .post)
    if !isDryRun { try saving { try context.pictures.note(picture?.unavailability) } }
    return result
  }
}

/// `edit-post`: changes the words of a post.
struct EditPostCommand: DeclaredCommand {
  static let name = "edit-post"
  static let post = Operand(.post(.editable), "A post of yours.")
  static let text =
    Operand(optional: .text("text"), standardInput: true, "The new text.") as Operand<PostText?>
  static let alt = Option<AltText?>("alt", .text("text"), "A description of the picture.")
  static let declaration = Declaration(
    name, "Change the words of a post of your own.",
    discussion: """
      The post keeps its number, likes and replies, and is marked as edited. Newly mentioned users \
      are notified. Without a text, the command reads it from standard input. On a terminal, it \
      opens the old text in $VISUAL or $EDITOR instead. With --alt and no text, the text stays as \
      it is. The database file may keep the old words in its search index, where no command \
      finds them, until later posts replace them.
      """,
    group: .posts, operands: [post.shape, text.shape],
    options: [alt.shape, WriteOptions.dryRun.shape], fields: RecordKind.outcome.keys,
    facts: .edits,
    examples: [
      .init("profilectl edit-post 42 \"Save me the crust!\"", "other words")
    ])

  private let post: TypedPost
  private let text: PostText?
  private let readsInput: Bool
  private let alt: AltText?
  private let isDryRun: Bool

  init(_ parsed: Parsed) throws {
    post = try parsed.value(of: Self.post)
    text = try parsed.value(of: Self.text)
    readsInput = parsed.readsStandardInput
    alt = try parsed.value(of: Self.alt)
    isDryRun = parsed.value(of: WriteOptions.dryRun)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    if text == nil, !readsInput, alt != nil { return try edit(nil, in: context) }
    let composer = PostComposer(text: text, readsInput: readsInput, isEdit: true)
    return try composer.compose(
      in: context, nothingAsked: .nothingAsked([Self.text.shape.spelled, Self.alt.shape.spelled]),
      page: {
        let posts = try context.network().posts
        let post = try posts.editable(posts.find(post), as: try context.viewer())
        return (post.text, ["Editing #\(post.id.number)."])
      }, { try edit($0, in: context) })
  }

  private func edit(_ text: PostText?, in context: CommandContext) throws -> CommandResult {
    // An input that ends at once must not delete the words; an empty operand may.
    if self.text == nil, let text, text.isBlank { throw ServiceError.emptyPost }
    let posts = try context.network().posts
    let outcome = try posts.edit(
      try posts.find(post), PostChanges(text: text, alt: alt), as: try context.viewer(),
      at: context.clock(), isDryRun: isDryRun)
    return try Confirmation(context, isDryRun: isDryRun).answer(outcome, of: .post)
  }
}

extension CommandContext {
  /// Refuses a time that is more than a minute ahead of the clock.
  func refuseFuture(_ moment: Moment?, of option: OptionShape) throws {
    guard let moment, moment.microseconds(since: now) > 60_000_000 else { return }
    throw PostError.ahead(moment, option: option.spelled)
  }
}
