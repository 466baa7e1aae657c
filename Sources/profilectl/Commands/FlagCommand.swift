import CommandLine
import Model
import Rendering
import Services

/// `flag` and `unflag`: report a post, and take the report back.
enum FlagCommand {
  private static let post = Operand(.post(.others), "The post.")
  private static let reported = Operand(.post(.flagged), "The post.")
  private static let reason = Option<Reason?>("reason", .text("reason"), "The reason.")

  static let flag = CommandEntry(
    Declaration(
      "flag", "Report a post of another user.",
      discussion: """
        Your lists no longer show the post; 'profilectl show' and 'profilectl view' mark it. A \
        user can report a post only once. 'profilectl flags' lists all reports.
        """,
      group: .posts, operands: [post.shape], options: [reason.shape, WriteOptions.dryRun.shape],
      fields: RecordKind.outcome.keys,
      examples: [.init("profilectl flag 42 --reason \"not a mushroom\"", "with a reason")])
  ) { parsed in
    let post = try parsed.value(of: post)
    let reason = try parsed.value(of: reason)
    let isDryRun = parsed.value(of: WriteOptions.dryRun)
    return { context in
      let network = try context.network()
      let report = try network.edges.draw(
        .flag, to: [item(try network.posts.find(post))], reason: reason,
        as: try context.viewer(), at: context.now, BulkMode(isDryRun: isDryRun))
      return try answer(report, isDryRun: isDryRun, in: context)
    }
  }

  static let unflag = CommandEntry(
    Declaration(
      "unflag", "Take back your report of a post.",
      discussion: "Your lists show the post again.", group: .posts,
      operands: [reported.shape],
      options: [WriteOptions.dryRun.shape], fields: RecordKind.outcome.keys,
      examples: [.init("profilectl unflag 42", "show it again")])
  ) { parsed in
    let post = try parsed.value(of: reported)
    let isDryRun = parsed.value(of: WriteOptions.dryRun)
    return { context in
      let network = try context.network()
      let report = try network.edges.remove(
        .flag, to: [item(try network.posts.find(post))], as: try context.viewer(),
        BulkMode(isDryRun: isDryRun))
      return try answer(report, isDryRun: isDryRun, in: context)
    }
  }

  private static func item(_ post: Post.ID) -> BulkItem<Post.ID> {
    BulkItem(input: String(post.number), value: post)
  }

  private static func answer(
    _ report: BulkReport, isDryRun: Bool, in context: CommandContext
  ) throws -> CommandResult {
    guard let outcome = try report.first?.get() else { return CommandResult() }
    return try Confirmation(context, isDryRun: isDryRun).answer(outcome, of: .post)
  }
}

/// `moderate`: settles the reports of posts.
struct ModerateCommand: DeclaredCommand {
  static let name = "moderate"
  static let posts = Operand(many: .post(.reported), standardInput: true, "The posts.")
  static let keep = Switch("keep", "Keep the posts and drop their reports.")
  static let remove = Switch("remove", "Delete the posts.")
  static let declaration = Declaration(
    name, "Settle the reports of posts.",
    discussion: """
      Anyone who can write to the file can run this command. Neither a removal nor a dropped \
      report can be undone. On a terminal, the command asks for confirmation; elsewhere it needs \
      --yes. The command does not change a post without reports. A post that is given several \
      times counts once.
      """,
    group: .posts, operands: [posts.shape], groups: [WriteOptions.group],
    oneOf: [keep.shape, remove.shape],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl moderate 42 --keep --yes", "drop the reports"),
      .init("profilectl flags --all | profilectl moderate - --remove --yes", "all reported posts"),
    ])

  private let posts: Items<TypedPost>
  private let isKept: Bool
  private let options: WriteOptions

  init(_ parsed: Parsed) throws {
    posts = try parsed.value(of: Self.posts)
    isKept = parsed.value(of: Self.keep)
    options = WriteOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let service = try context.network().posts
    let writer = BulkWriter(
      context: context, items: posts, options: options, subject: .reports, ignoresRepeats: true)
    return try writer.run(asking: isKept ? .dropReports : .remove) { items, mode in
      try service.finding(items, mode) { try service.moderate($0, keeping: isKept, mode) }
    }
  }
}
