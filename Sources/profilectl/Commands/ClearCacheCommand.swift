import CommandLine
import Model
import Rendering
import Services

/// `cache clear`: drops the stored thumbnails.
struct ClearCacheCommand: DeclaredCommand {
  static let name = "cache clear"
  static let declaration = Declaration(
    name, "Drop all thumbnails and shrink the file.",
    discussion: "They come back when their pictures are next shown.",
    group: .file, options: [WriteOptions.dryRun.shape], fields: RecordKind.clearedCache.keys,
    examples: [
      .init("profilectl cache clear", "and see how much was freed"),
      .init("profilectl cache clear --dry-run", "how much it would be"),
    ])

  private let isDryRun: Bool

  init(_ parsed: Parsed) throws {
    isDryRun = parsed.value(of: WriteOptions.dryRun)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    let pictures = try context.network().pictures
    let cleared = try pictures.clearCache(isRehearsal: isDryRun)
    let record = Record(
      .clearedCache,
      [
        .count(cleared.dropped.thumbnails), .count(cleared.dropped.bytes),
        .count(cleared.freedBytes),
      ])
    let saved: SavedPart = isDryRun || cleared.dropped.thumbnails == 0 ? .nothing : .all
    return try Confirmation(context).answer(record, saved: saved) { traits in
      if traits.isTerminal { return sentence(about: cleared) }
      return KeyValueList([
        .init("thumbnails dropped", SafeText("\(cleared.dropped.thumbnails)")),
        .init("bytes dropped", SafeText("\(cleared.dropped.bytes)")),
        .init("bytes freed", SafeText("\(cleared.freedBytes)")),
      ]).output(in: traits)
    }
  }

  private func sentence(about cleared: ClearedCache) -> Output {
    let dropped = cleared.dropped
    let thumbnails = Phrases.count(dropped.thumbnails, "thumbnail")
    let bytes = Phrases.count(dropped.bytes, "byte")
    let freed = Phrases.count(cleared.freedBytes, "byte")
    return Output(
      isDryRun
        ? "Would drop \(thumbnails) of \(bytes) and free \(freed).\n"
        : "Dropped \(thumbnails) of \(bytes) and freed \(freed).\n")
  }
}
