import CommandLine
import Model
import Rendering
import Services

/// `search`: lists posts that hold some words.
struct SearchCommand: DeclaredCommand {
  static let name = "search"
  static let words = Operand(
    .string("words"), "Words a post must hold, all of them.")
  static let declaration = Declaration(
    name, "Find posts by their words, newest first.",
    discussion: """
      Whole words are found: 'bread' does not find 'breadcrumbs', but 'bread*' finds every word that \
      begins so. The words for pictures are looked through too. Case and accents make no \
      difference, and signs such as # are passed over. A run of Japanese or Chinese letters counts as one word. To find people, \
      use 'profilectl users'.
      """,
    group: .reading, reach: .nothing, operands: [words.shape],
    options: [CommandContext.explain.shape],
    groups: [ListOptions.group],
    fields: RecordKind.post.keys, columns: RecordKind.post.columns,
    examples: [
      .init("profilectl search \"rye bread\"", "posts with both words"),
      .init("profilectl search 'bicycl*' --count", "how many there are"),
    ])

  private let words: String
  private let list: ListOptions
  private let explains: Bool

  init(_ parsed: Parsed) throws {
    explains = parsed.value(of: CommandContext.explain)
    words = try parsed.value(of: Self.words)
    list = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.explaining(explains) { try answer(in: context) }
  }

  private func answer(in context: CommandContext) throws -> CommandResult {
    let posts = try context.network().posts
    let viewer = try context.viewer()
    let empty: SafeText =
      SearchWords(ofPosts: words) != nil
      ? "No post holds that. A word with * finds beginnings:"
      : "That holds no word to search for. More about words:"
    return try context.list(
      list, .posts(ifEmpty: empty, .help("search")),
      count: { try posts.searchCount(words, as: viewer) },
      page: { try posts.search(words, as: viewer, $0) })
  }
}
