import CommandLine
import Model
import Rendering
import Services

/// `cache`: counts the stored thumbnails.
struct CacheCommand: DeclaredCommand {
  static let name = "cache"
  static let declaration = Declaration(
    name, "Tell how many thumbnails are kept.",
    discussion: """
      A thumbnail is a small copy that a picture is drawn from. It is made again when the picture \
      is next shown; no picture itself is touched.
      """,
    group: .file, reach: .nothing, fields: RecordKind.cache.keys,
    examples: [
      .init("profilectl cache", "how many, and how large"),
      .init("profilectl cache clear", "drop them"),
    ])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    let cache = try context.network().pictures.cache()
    try context.answer(facts: Record(.cache, [.count(cache.thumbnails), .count(cache.bytes)]))
    return CommandResult()
  }
}
