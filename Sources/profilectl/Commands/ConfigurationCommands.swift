import CommandLine
import Rendering
import Terminal

/// `config`: lists, reads and changes the user's configuration.
enum ConfigurationCommands {
  private static let fields = ["key", "value", "default"]
  private static let key = Operand(.key, "A key; 'profilectl config' lists all keys.")
  private static let value = Operand(.keyValue, "The value; for an alias, a command line.")

  static let list = CommandEntry(
    Declaration(
      "config", "List your default options and your aliases.",
      discussion: """
        The configuration is the file profilectl/config in $XDG_CONFIG_HOME, or else in ~/.config. \
        Options on the line and environment variables override it. An alias is a name for the \
        beginning of a line, such as alias.tl for 'timeline --new'. A command overrides an alias \
        of the same name. See 'profilectl help configuration'.
        """,
      group: .program, writeScope: .nothing, fields: fields,
      examples: [
        .init("profilectl config", "all keys with their values and defaults"),
        .init("profilectl config set browse.header fading", "another default"),
        .init("profilectl config set alias.tl \"timeline --new\"", "'profilectl tl' from now on"),
      ])
  ) { _ in
    { context in
      let file = try ConfigurationFile(context.environment)
      let text = try file.read()
      try context.answer(settings: records(of: text, in: context.interpreter.commands.catalog))
      try remark(on: text, in: file, context)
      return CommandResult()
    }
  }

  /// All keys, then the aliases.
  private static func records(
    of text: ConfigurationText, in catalog: CommandCatalog
  ) -> [Record] {
    let aliases = Set(text.contents.settings.map(\.key)).filter {
      ConfigurationKey.alias($0) != nil
    }
    return catalog.keys.map { record($0.name, text, catalog) }
      + aliases.sorted().map { record($0, text, catalog) }
  }

  private static func record(
    _ key: String, _ text: ConfigurationText, _ catalog: CommandCatalog
  ) -> Record {
    let fallback = catalog.keys.first { $0.name == key }?.fallback
    return Record(
      keys: fields, values: [.string(key), .text(text.value(of: key)), .text(fallback)])
  }

  /// Says which lines can't be used, which aliases a command hides, and where the file is.
  private static func remark(
    on text: ConfigurationText, in file: ConfigurationFile, _ context: CommandContext
  ) throws {
    let catalog = context.interpreter.commands.catalog
    let words = ConfigurationWords(context.failureContext)
    for line in Configuration(text, in: catalog).mistakes {
      try context.note(
        "\(SafeText(file.path)):\(line.number): \(SafeText(words.sentence(for: line.mistake)))")
    }
    let hidden = Set(text.contents.settings.compactMap { ConfigurationKey.alias($0.key) })
      .filter { catalog.declaration(named: $0) != nil }
    for alias in hidden.sorted() {
      try context.note("The alias '\(SafeText(alias))' is not used: a command has that name.")
    }
    try context.remark("The file is \(SafeText(file.path)).")
  }

  static let get = CommandEntry(
    Declaration(
      "config get", "Print the value of a key.",
      discussion: "If the key is not set, the command prints nothing and exits with 1.",
      group: .program, writeScope: .nothing, operands: [key.shape], fields: fields,
      examples: [.init("profilectl config get browse.header", "its value, if it is set")])
  ) { parsed in
    let key = try parsed.value(of: key)
    return { context in
      let catalog = context.interpreter.commands.catalog
      let text = try ConfigurationFile(context.environment).read()
      let value = text.value(of: key)
      if value == nil { try expectKnown(key, in: catalog) }
      try context.answer(
        record(key, text, catalog),
        text: { _ in value.map { Output(SafeText($0) + "\n") } ?? Output() })
      return CommandResult(status: value == nil ? .no : .done)
    }
  }

  static let set = CommandEntry(
    Declaration(
      "config set", "Set the default of an option, or an alias.",
      discussion: "The command checks the value before it saves it.",
      group: .program, operands: [key.shape, value.shape], fields: fields, standsAlone: true,
      examples: [
        .init("profilectl config set list.limit 50", "longer lists"),
        .init("profilectl config set alias.bread \"search '#bread*'\"", "an alias with quotes"),
      ])
  ) { parsed in
    let key = try parsed.value(of: key)
    let value = try parsed.value(of: value)
    return { context in
      try check(value, of: key, in: context.interpreter.commands)
      return try change(key, in: context) { text in
        let isSame = text.value(of: key) == value
        text.set(key, to: value)
        return isSame
      }
    }
  }

  static let unset = CommandEntry(
    Declaration(
      "config unset", "Remove a key, so that its default applies again.",
      group: .program, operands: [key.shape], fields: fields, standsAlone: true,
      examples: [.init("profilectl config unset browse.header", "the default again")])
  ) { parsed in
    let key = try parsed.value(of: key)
    return { context in
      try change(key, in: context) { text in
        // A key that is no longer known can be removed too.
        if text.unset(key) { return false }
        try expectKnown(key, in: context.interpreter.commands.catalog)
        return true
      }
    }
  }

  private static func expectKnown(_ key: String, in catalog: CommandCatalog) throws {
    if ConfigurationKey.alias(key) == nil { _ = try catalog.key(named: key) }
  }

  /// Checks a value by the rules of every start, including the values within an alias.
  private static func check(_ value: String, of key: String, in commands: CommandList) throws {
    try commands.catalog.check(value, of: key)
    guard let alias = ConfigurationKey.alias(key),
      let words = try? LineSplitter.words(of: Array(value.utf8)),
      case .command(let parsed)? = try? Parser(commands.catalog).request(
        for: words, clock: .latest)
    else { return }
    do {
      _ = try commands[parsed.declaration].command(parsed)
    } catch let error as RefusedValue {
      throw ConfigurationMistake.badAlias(
        alias, ParseError(declaration: parsed.declaration, reason: .value(error)))
    } catch {
      // More words may follow.
    }
  }

  /// Saves a change; `body` returns whether it changes nothing.
  private static func change(
    _ key: String, in context: CommandContext, _ body: (inout ConfigurationText) throws -> Bool
  ) throws -> CommandResult {
    try context.expectKept("config")
    Interruption.hold()
    let (text, isUnchanged) = try ConfigurationFile(context.environment).change(body)
    context.interpreter.configure()
    let value = text.value(of: key)
    let fallback = context.interpreter.commands.catalog.keys.first { $0.name == key }?.fallback
    return try Confirmation(context).answer(
      record(key, text, context.interpreter.commands.catalog),
      saved: isUnchanged ? .nothing : .all, effect: isUnchanged ? .unchanged : .done,
      text: { traits in
        if !traits.isTerminal { return Output("\(SafeText(key))\t\(SafeText(value ?? ""))\n") }
        return Output(sentence(key, value, default: fallback, isUnchanged: isUnchanged) + "\n")
      })
  }

  /// The sentence about a key that was set or removed.
  private static func sentence(
    _ key: String, _ value: String?, default fallback: String?, isUnchanged: Bool
  ) -> SafeText {
    let key = SafeText(key)
    return switch (value, isUnchanged) {
    case (let value?, true): "\(key) is already '\(SafeText(value))'."
    case (let value?, false): "\(key) is now '\(SafeText(value))'."
    case (nil, true): "\(key) is not set."
    case (nil, false):
      fallback.map { "Removed \(key); it is \(SafeText($0)) again." } ?? "Removed \(key)."
    }
  }
}

extension CommandContext {
  /// Answers with settings: a table on a terminal, lines on a pipe.
  fileprivate func answer(settings: [Record]) throws {
    let keys = options.fields ?? settings[0].keys
    if let format = recordFormat {
      var writer = ListWriter(
        format, keys: settings[0].keys, only: options.fields, isTerminal: traits.isTerminal)
      return try answer(writer.list(settings))
    }
    if traits.isTerminal {
      let blanked = settings.map { setting in
        Record(keys: setting.keys, values: setting.values.map { $0 == .null ? .string("") : $0 })
      }
      return try answer(ResultTable(blanked, only: keys).output(in: traits))
    }
    var writer = ListWriter(.lines, keys: settings[0].keys, only: keys)
    try answer(writer.list(settings))
  }
}
