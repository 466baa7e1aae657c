import Model
import Rendering
import Services

/// `info`: what can be told of the file.
struct InfoCommand: Command {
  static let name = "info"
  static let declaration = Declaration(
    name, "Tell about the database: path, versions, sizes and rows.",
    group: .file, fields: RecordKind.file.keys,
    examples: [.init("profilectl info --json", "for a program")])

  init(_ parsed: Parsed) throws {}

  func run(in session: Session) throws {
    let facts = try session.network().file.facts()
    try session.answer(Record(facts), text: { KeyValueList(facts).output(in: $0) })
  }
}
