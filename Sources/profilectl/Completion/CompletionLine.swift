/// The words before a place of a line, as far as the parser could read them.
struct CompletionLine {
  private var scanner: Scanner
  /// Of the command they name; nil before its name.
  private(set) var declaration: Declaration?
  /// Whether nothing was typed behind the command's name, so that a longer name may be meant.
  private(set) var endsWithCommand = false

  init(_ words: [Token]) {
    scanner = Scanner(words)
  }

  var options: [GivenOption] { scanner.options }
  var operands: [Token] { scanner.operands }
  var isPastOptions: Bool { scanner.isPastOptions }

  /// The options that are understood at the place; not all of them mean something there.
  var knownOptions: [OptionShape] { (declaration?.options ?? []) + GlobalOptions.shapes }

  /// Throws what the parser would, at the first word that is wrong.
  mutating func read(by parser: Parser) throws(UsageError) {
    do throws(Parser.Trouble) {
      guard let command = try parser.command(in: &scanner) else { return }
      declaration = command.declaration
    } catch {
      guard case .usage(let error) = error.reason else { return }
      throw error
    }
    endsWithCommand = scanner.rest.isEmpty
    try scanner.finish(knowing: declaration?.options ?? [])
  }
}
