import Model

/// Parses words into a request; reads no file and no clock.
package struct Parser: Sendable {
  package let catalog: CommandCatalog
  /// Options that apply to every line, as if they were typed first.
  package let inherited: [GivenOption]
  /// The text of the line, if `#` may begin a comment in it.
  private let bytes: [UInt8]

  package init(_ catalog: CommandCatalog, inherited: [GivenOption] = [], of bytes: [UInt8] = []) {
    (self.catalog, self.inherited, self.bytes) = (catalog, inherited, bytes)
  }

  /// Parses a line; relative times count from `clock`, unless the line has `--now`.
  ///
  /// An error has its fix.
  package func request(for words: [Token], clock: LocalClock) throws(ParseError) -> Request {
    let words = catalog.expanded(words)
    do throws(ParseError) {
      return try unfixedRequest(for: words, clock: clock)
    } catch {
      let fixer = LineFixer(words, of: bytes, error.declaration, in: catalog)
      let fix =
        switch error.reason {
        case .usage(let error): fixer.fix(of: error)
        case .value(let error): fixer.fix(of: error)
        }
      throw ParseError(declaration: error.declaration, reason: error.reason, fix: fix)
    }
  }

  private func unfixedRequest(
    for words: [Token], clock: LocalClock
  ) throws(ParseError) -> Request {
    var scanner = Scanner(words)
    let named = try command(in: &scanner)
    if scanner.asksForHelp { return .help(named.map { .command($0) } ?? .overview) }
    if named == nil, scanner.asksForVersion { return .version }
    if named == nil, scanner.options.isEmpty { return .help(.overview) }
    // A line of only options shows the overview; its options are checked like those of `help`.
    let declaration = named ?? help
    do throws(UsageError) {
      try scanner.finish(knowing: declaration.options)
      if scanner.asksForHelp { return .help(.command(declaration)) }
      if scanner.asksForVersion { return .version }
      try checkExclusions(scanner.options, declaration)
      try checkOperands(scanner.operands, declaration)
      try checkAlternatives(scanner.options, declaration)
    } catch {
      throw ParseError(
        declaration: named, reason: .usage(declaration.knowing(formatMeantBy: error)))
    }
    do throws(RefusedValue) {
      let parsed = try Parsed(
        declaration, options: scanner.options, inheriting: inherited,
        defaults: catalog.configuration.defaults(for: declaration),
        operands: scanner.operands, clock: clock)
      if named == nil { _ = try GlobalOptions(parsed) }
      return .command(parsed)
    } catch {
      // Some command may have this format or these fields, although the overview has not.
      let isForm =
        error.parameter == GlobalOptions.fields.shape.spelled
        || error.parameter == GlobalOptions.format.shape.spelled
          && OutputFormat(rawValue: error.input) != nil
      if named == nil, isForm {
        throw ParseError(declaration: nil, reason: .usage(UsageError(.missingOperand("<command>"))))
      }
      throw ParseError(declaration: named, reason: .value(error))
    }
  }

  /// The subject of `help` with this name.
  package func subject(named words: [String]) throws(UsageError) -> HelpSubject {
    if words.isEmpty { return .overview }
    let name = words.joined(separator: " ")
    if let declaration = catalog.declaration(named: name) { return .command(declaration) }
    if let topic = Topic(rawValue: name) { return .topic(topic) }
    if let alias = catalog.configuration.alias(named: name),
      let command = command(namedIn: alias.words)
    {
      return .command(command)
    }
    let known = catalog.names + Topic.allCases.map(\.rawValue)
    let nearest = SpellingSuggestion.nearest(to: name, among: known)
    throw UsageError(
      .unknownTopic(nearest: nearest), at: Token(bytes: Array(name.utf8), position: 1))
  }

  /// The format for an error, read from a line that may contain other mistakes.
  package static func format(typedIn words: [Token]) -> OutputFormat? {
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

  /// The command that a line names, if any.
  package func command(namedIn words: [Token]) -> Declaration? {
    var scanner = Scanner(catalog.expanded(words))
    return try? command(in: &scanner)
  }

  /// Reads the options before the command, and its name; nil if there is no command.
  package func command(in scanner: inout Scanner) throws(ParseError) -> Declaration? {
    do throws(UsageError) {
      guard let first = try scanner.nextOperand() else { return nil }
      let name = first.text
      guard let command = catalog.declaration(named: name) else {
        let nearest =
          catalog.name(inTwoWords: [first] + scanner.rest.prefix(1))
          ?? SpellingSuggestion.nearest(to: name, among: catalog.names)
        throw UsageError(.unknownCommand(nearest: nearest), at: first)
      }
      guard let second = scanner.rest.first?.text else { return command }
      guard let longer = catalog.declaration(named: name, second) else { return command }
      _ = try scanner.nextOperand()
      return longer
    } catch {
      throw ParseError(declaration: nil, reason: .usage(error))
    }
  }

  /// The declaration that checks the options of a line without a command.
  private var help: Declaration {
    guard let help = catalog.declaration(named: "help") else {
      preconditionFailure("Every catalog has the command 'help'.")
    }
    return help
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

  private func checkAlternatives(
    _ options: [GivenOption], _ declaration: Declaration
  ) throws(UsageError) {
    let alternatives = declaration.alternatives
    let isChosen = options.contains { option in alternatives.contains { $0.name == option.name } }
    guard isChosen || alternatives.isEmpty else {
      throw UsageError(.nothingAsked(alternatives.map(\.spelled)))
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
    if let place = declaration.standardInputPlace, operands.count > place + 1,
      let dash = operands[place...].first(where: \.isStandardInput)
    {
      throw UsageError(.dashNotAlone, at: dash)
    }
  }
}

extension Declaration {
  /// Suggests `--format=csv` for `--csv`; text is the default anyway.
  fileprivate func knowing(formatMeantBy error: UsageError) -> UsageError {
    guard case .unknownOption(let name, _) = error.kind, error.typed == name,
      let format = formats.first(where: { $0 != .text && "--\($0.rawValue)" == name })
    else { return error }
    let option = "\(GlobalOptions.format.shape.spelled)=\(format.rawValue)"
    var error = error
    error.kind = .unknownOption(name: name, nearest: option)
    return error
  }
}

package enum Request {
  case command(Parsed)
  case help(HelpSubject)
  case version
}
