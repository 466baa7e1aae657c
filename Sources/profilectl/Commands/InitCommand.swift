import CommandLine
import Model
import Rendering
import Services

/// `init`: make an empty network.
struct InitCommand: Command {
  static let name = "init"
  static let fields = ["path", "created"]
  static let declaration = Declaration(
    name, "Make an empty network, if there is none yet.",
    group: .file, fields: fields,
    examples: [.init("profilectl init --db net.db", "in the file net.db")])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws {
    let (network, isNew) = try context.undoingIfStopped { try context.networkMadeIfMissing() }
    if !isNew { context.effect = .unchanged }
    let path = network.file.path
    try context.tell(
      Record(keys: Self.fields, values: [.string(path), .bool(isNew)]),
      saved: isNew ? .all : .nothing,
      text: { traits in
        KeyValueList([.init(isNew ? "Made" : "Already there", SafeText(path))]).output(in: traits)
      })
  }
}
