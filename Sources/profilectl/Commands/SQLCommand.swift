import CommandLine
import Model
import Rendering
import Services

/// `sql`: runs a SELECT on the file.
struct SQLCommand: DeclaredCommand {
  static let name = "sql"
  static let statement = Operand(.string("select"), "One statement that only reads.")
  static let declaration = Declaration(
    name, "Run a SELECT on the database.",
    discussion: """
      Nothing can be changed by it. What the tables are called is in sqlite_schema; docs/database.md, \
      beside the source, explains them. What SQLite calls 'now' is the system's time, whatever --now \
      says.
      """,
    group: .file, reach: .nothing, operands: [statement.shape],
    examples: [
      .init(
        "profilectl sql \"SELECT username, like_count FROM users ORDER BY 2 DESC LIMIT 3\"",
        "whom people like"),
      .init("profilectl sql \"SELECT name, sql FROM sqlite_schema\"", "which tables there are"),
    ])

  private let statement: String

  init(_ parsed: Parsed) throws {
    statement = try parsed.value(of: Self.statement)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    var printer: QueryPrinter?
    try context.network().file.query(statement, stretch: 500) { result in
      var current = try printer ?? begin(result.columns, context)
      try context.answer(current.print(result))
      printer = current
    }
    if let printer { try context.answer(printer.finish()) }
    return CommandResult()
  }

  private func begin(_ columns: [String], _ context: CommandContext) throws -> QueryPrinter {
    let printer = QueryPrinter(columns: columns, for: context)
    try context.answer(printer.begin())
    return printer
  }
}
