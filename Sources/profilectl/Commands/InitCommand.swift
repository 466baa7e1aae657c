import CommandLine
import Model
import Rendering
import Services
import Terminal

/// `init`: creates an empty network.
struct InitCommand: DeclaredCommand {
  static let name = "init"
  static let fields = ["path", "created"]
  static let declaration = Declaration(
    name, "Make an empty network, if there is none yet.",
    group: .file, fields: fields,
    examples: [.init("profilectl init --db net.db", "in the file net.db")])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    Interruption.hold()
    let (network, isNew) = try context.interpreter.network.networkMadeIfMissing(context.options)
    let path = network.file.path
    return try Confirmation(context).answer(
      Record(keys: Self.fields, values: [.string(path), .bool(isNew)]),
      saved: isNew ? .all : .nothing, effect: isNew ? .done : .unchanged,
      text: { traits in
        KeyValueList([.init(isNew ? "Made" : "Already there", SafeText(path))]).output(in: traits)
      })
  }
}
