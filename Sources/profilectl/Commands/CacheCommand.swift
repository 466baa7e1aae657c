import CommandLine
import Model
import Rendering
import Services

/// `cache`: what is kept of pictures besides the pictures themselves.
struct CacheCommand: Command {
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

  func run(in context: CommandContext) throws {
    let cache = try context.network().pictures.cache()
    let record = Record(.cache, [.count(cache.thumbnails), .count(cache.bytes)])
    try context.answer(record, text: { KeyValueList(facts: record, in: $0).output(in: $0) })
  }
}
