import Model

/// Turns words into a request, touching nothing but the words.
struct Parser {
  let commands: [any Command.Type]
  /// Options that hold for every line, as if they were typed first.
  var inherited: [GivenOption] = []

  /// A line and its trouble can differ in command; a caller who words an error needs to know it.
  struct Trouble: Error {
    /// Nil if the trouble comes before a command was known.
    let command: (any Command.Type)?
    let reason: Reason

    /// Whether the line is wrong, or a value in it.
    enum Reason {
      case usage(UsageError)
      case value(RefusedValue)
    }
  }

  /// `clock` is what relative times count from, unless the line says `--now`.
  func request(for words: [Token], clock: Moment) throws(Trouble) -> Request {
    var scanner = Scanner(words)
    let named = try command(in: &scanner)
    if scanner.asksForHelp { return .help(named.map { .command($0) } ?? .overview) }
    if named == nil, scanner.asksForVersion { return .version }
    if named == nil, scanner.options.isEmpty { return .help(.overview) }
    // Options alone are those of an overview, and are judged like those of every command.
    let command = named ?? HelpCommand.self
    let declaration = command.declaration
    do throws(UsageError) {
      try scanner.finish(knowing: declaration.options)
      if scanner.asksForHelp { return .help(.command(command)) }
      if scanner.asksForVersion { return .version }
      try checkExclusions(scanner.options, declaration)
      try checkOperands(scanner.operands, declaration)
    } catch {
      throw Trouble(command: named, reason: .usage(declaration.knowing(formatMeantBy: error)))
    }
    do throws(RefusedValue) {
      let parsed = try Parsed(
        declaration, options: scanner.options, inheriting: inherited,
        operands: scanner.operands, clock: clock)
      if named == nil { _ = try GlobalOptions(parsed) }
      return .command(command, parsed)
    } catch {
      // What an overview can't be written in, its command may be.
      let isForm =
        error.parameter == GlobalOptions.fields.shape.spelled
        || error.parameter == GlobalOptions.format.shape.spelled
          && OutputFormat(rawValue: error.input) != nil
      if named == nil, isForm {
        throw Trouble(command: nil, reason: .usage(UsageError(.missingOperand("<command>"))))
      }
      throw Trouble(command: named, reason: .value(error))
    }
  }

  /// What `help` is asked about by these words.
  func subject(named words: [String]) throws(UsageError) -> HelpSubject {
    if words.isEmpty { return .overview }
    let name = words.joined(separator: " ")
    if let command = command(named: name) { return .command(command) }
    if let topic = Topic(rawValue: name) { return .topic(topic) }
    let known = commands.map { $0.name } + Topic.allCases.map(\.rawValue)
    let nearest = SpellingSuggestion.nearest(to: name, among: known)
    throw UsageError(
      .unknownTopic(nearest: nearest), at: Token(bytes: Array(name.utf8), position: 1))
  }

  /// The form an error should have, read from a line that may be wrong everywhere else.
  static func format(typedIn words: [Token]) -> OutputFormat? {
    let words = words.prefix { !$0.isTerminator }.map(\.text)
    var format: OutputFormat?
    for (index, word) in words.enumerated() {
      if word == "--json" {
        format = .json
      } else if word.hasPrefix("--format=") {
        format = OutputFormat(rawValue: String(word.dropFirst("--format=".count))) ?? format
      } else if word == "--format", index + 1 < words.count {
        format = OutputFormat(rawValue: words[index + 1]) ?? format
      }
    }
    return format
  }

  /// The command that a line asks for, if it gets as far as naming one.
  func command(namedIn words: [Token]) -> (any Command.Type)? {
    var scanner = Scanner(words)
    return try? command(in: &scanner)
  }

  /// Takes the options before the command and its name; nil if the line ends before it.
  func command(in scanner: inout Scanner) throws(Trouble) -> (any Command.Type)? {
    do throws(UsageError) {
      guard let first = try scanner.nextOperand() else { return nil }
      let name = first.text
      guard let command = command(named: name) else {
        let nearest = SpellingSuggestion.nearest(to: name, among: commands.map { $0.name })
        throw UsageError(.unknownCommand(nearest: nearest), at: first)
      }
      guard let second = scanner.rest.first?.text else { return command }
      guard let longer = self.command(named: "\(name) \(second)") else { return command }
      _ = try scanner.nextOperand()
      return longer
    } catch {
      throw Trouble(command: nil, reason: .usage(error))
    }
  }

  /// Names of another length are not looked at closely.
  private func command(named name: String) -> (any Command.Type)? {
    commands.first { $0.name.utf8.count == name.utf8.count && $0.name == name }
  }

  private func checkExclusions(
    _ options: [GivenOption], _ declaration: Declaration
  ) throws(UsageError) {
    for names in declaration.exclusions {
      let given = options.filter { names.contains($0.name) }
      guard let first = given.first, let other = given.first(where: { $0.name != first.name })
      else { continue }
      throw UsageError(.conflict("--\(first.name)", "--\(other.name)"), at: other.token)
    }
  }

  private func checkOperands(
    _ operands: [Token], _ declaration: Declaration
  ) throws(UsageError) {
    let shapes = declaration.operands
    if operands.count < shapes.count {
      let missing = shapes[operands.count...].first(where: \.count.isRequired)
      if let missing { throw UsageError(.missingOperand(missing.spelled)) }
    }
    if operands.count > shapes.count, shapes.last?.count.isRepeated != true {
      throw UsageError(.extraOperand, at: operands[shapes.count])
    }
    if declaration.acceptsStandardInput, operands.count > 1,
      let dash = operands.first(where: \.isStandardInput)
    {
      throw UsageError(.dashNotAlone, at: dash)
    }
  }
}

extension Declaration {
  /// Who types `--csv` means the form of the answer; text is what nobody has to ask for.
  fileprivate func knowing(formatMeantBy error: UsageError) -> UsageError {
    guard case .unknownOption(let name, _) = error.complaint, error.typed == name,
      let format = formats.first(where: { $0 != .text && "--\($0.rawValue)" == name })
    else { return error }
    let option = "\(GlobalOptions.format.shape.spelled)=\(format.rawValue)"
    var error = error
    error.complaint = .unknownOption(name: name, nearest: option)
    return error
  }
}
