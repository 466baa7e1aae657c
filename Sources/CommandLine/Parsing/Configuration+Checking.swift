import Model

/// Checks settings against the declarations of the commands.
extension Configuration {
  /// Drops values that `overridden` reports as set by an environment variable.
  package init(
    _ text: ConfigurationText, in catalog: CommandCatalog,
    overridden: (String) -> Bool = { _ in false }
  ) {
    let (all, unreadable) = text.contents
    var settings: [ConfigurationText.Setting] = []
    var aliases: [Alias] = []
    var mistakes = unreadable.map {
      ConfigurationMistake.Line(number: $0, key: nil, mistake: .notASetting)
    }
    for setting in all {
      do throws(ConfigurationMistake) {
        if let name = ConfigurationKey.alias(setting.key) {
          let words = try catalog.aliasWords(setting.value, named: name)
          // A command of a later version replaces the alias.
          if catalog.declaration(named: name) != nil { continue }
          aliases.removeAll { $0.name == name }
          aliases.append(Alias(name: name, words: words))
        } else {
          let key = try catalog.key(named: setting.key)
          try key.check(setting.value)
          if !overridden(key.name) { settings.append(setting) }
        }
      } catch {
        mistakes.append(.init(number: setting.line, key: setting.key, mistake: error))
      }
    }
    self.init(
      settings: settings, aliases: aliases, mistakes: mistakes.sorted { $0.number < $1.number })
  }
}

extension CommandCatalog {
  package func key(named name: String) throws(ConfigurationMistake) -> ConfigurationKey {
    if let key = keys.first(where: { $0.name == name }) { return key }
    let nearest = SpellingSuggestion.nearest(to: name, among: keys.map(\.name))
    throw .unknownKey(name, nearest: nearest)
  }

  /// Throws if `config set` must refuse the value.
  package func check(_ value: String, of key: String) throws(ConfigurationMistake) {
    let isOneLine = !value.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard isOneLine, !value.isEmpty else { throw .notASetting }
    guard let alias = ConfigurationKey.alias(key) else {
      return try self.key(named: key).check(value)
    }
    _ = try aliasWords(value, named: alias)
    if declaration(named: alias) != nil { throw .aliasOfCommand(alias) }
  }

  /// The words of an alias, such as "timeline --new".
  ///
  /// Operands and the value of the last option may be missing: the user types more words after the
  /// alias.
  func aliasWords(
    _ line: String, named alias: String
  ) throws(ConfigurationMistake) -> [Token] {
    let isName = alias.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || TypedBytes.isDigit($0)
        || $0 == UInt8(ascii: "-")
    }
    guard isName, let first = alias.utf8.first, first != UInt8(ascii: "-") else {
      throw .badAliasName(alias)
    }
    let words: [Token]
    do throws(LineSplitter.SplitError) {
      words = try LineSplitter.textWords(of: Array(line.utf8))
    } catch {
      throw .badAlias(alias, error)
    }
    guard let name = words.first, !name.looksLikeOption else { throw .aliasWithoutCommand(alias) }
    // An alias can't contain an alias. Relative times are checked at each use.
    var bare = self
    bare.configuration = Configuration()
    do throws(ParseError) {
      _ = try Parser(bare).request(for: words, clock: .latest)
    } catch {
      guard case .usage(let usage) = error.reason, usage.kind.isOfMissingWord else {
        throw .badAlias(alias, error)
      }
    }
    return words
  }

  /// The words of a line; an alias at the position of the command is expanded.
  package func expanded(_ words: [Token]) -> [Token] {
    if configuration.aliases.isEmpty { return words }
    var scanner = Scanner(words)
    guard let name = try? scanner.nextOperand(), let alias = configuration.alias(named: name.text)
    else { return words }
    // Global options may come before the command.
    let place = words.count - scanner.rest.count - 1
    // The options of an alias must be before a `--` of the line.
    let start = scanner.isPastOptions ? place - 1 : place
    let line = words[..<start] + alias.words + words[start..<place] + words[(place + 1)...]
    return line.enumerated().map { Token(bytes: $1.bytes, position: $0, isQuoted: $1.isQuoted) }
  }
}

extension UsageError.Kind {
  /// Whether more words may complete the line.
  fileprivate var isOfMissingWord: Bool {
    switch self {
    case .missingOperand, .missingValue, .nothingAsked: true
    default: false
    }
  }
}
