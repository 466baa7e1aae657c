import CommandLine

/// A command with its values, ready to run.
protocol Command {
  func run(in context: CommandContext) throws -> CommandResult
}

/// A command with a type of its own.
protocol DeclaredCommand: Command, SendableMetatype {
  /// One word, or two if the first is a command too, such as `cache clear`.
  static var name: String { get }
  static var declaration: Declaration { get }

  /// The changes a line of the command may make; a dry run counts like a write.
  static func writeScope(of parsed: Parsed) -> WriteScope

  /// Reads every declared value; after this a usage error is impossible.
  init(_ parsed: Parsed) throws
}

extension DeclaredCommand {
  static func writeScope(of parsed: Parsed) -> WriteScope { declaration.writeScope }
}

/// A command without a type of its own.
struct CommandWork: Command {
  typealias Body = (CommandContext) throws -> CommandResult

  let body: Body

  func run(in context: CommandContext) throws -> CommandResult { try body(context) }
}

/// A command as the program knows it.
struct CommandEntry: Sendable {
  let declaration: @Sendable () -> Declaration
  let writeScope: @Sendable (Parsed) -> WriteScope
  let command: @Sendable (Parsed) throws -> any Command

  init(_ type: any DeclaredCommand.Type) {
    declaration = { type.declaration }
    writeScope = { type.writeScope(of: $0) }
    command = { try type.init($0) }
  }

  /// A command of a table.
  init(
    declaration: @escaping @Sendable () -> Declaration,
    writeScope: @escaping @Sendable (Parsed) -> WriteScope = { $0.declaration.writeScope },
    command: @escaping @Sendable (Parsed) throws -> any Command
  ) {
    self.declaration = declaration
    self.writeScope = writeScope
    self.command = command
  }

  /// A command of one function: it reads every declared value and returns the work.
  init(
    _ declaration: @escaping @autoclosure @Sendable () -> Declaration,
    _ read: @escaping @Sendable (Parsed) throws -> CommandWork.Body
  ) {
    self.init(declaration: declaration, command: { CommandWork(body: try read($0)) })
  }
}

/// All commands, in the order of the overview.
struct CommandList: Sendable {
  /// The name of a command, and its entry.
  ///
  /// The entry is made on demand: making all of them takes a tenth of a start.
  struct Item: Sendable {
    let name: String
    let entry: @Sendable () -> CommandEntry

    init(_ name: String, _ entry: @escaping @autoclosure @Sendable () -> CommandEntry) {
      (self.name, self.entry) = (name, entry)
    }

    init(_ type: any DeclaredCommand.Type) {
      self.init(type.name, CommandEntry(type))
    }
  }

  private(set) var catalog: CommandCatalog
  private let items: [Item]

  init(
    _ items: [Item], keys: [ConfigurationKey] = [],
    details: @escaping @Sendable () -> HelpDetails
  ) {
    self.items = items
    catalog = CommandCatalog(names: items.map(\.name), keys: keys, details: details) {
      items[$0].entry().declaration()
    }
  }

  /// The same commands, with the aliases and defaults of a configuration.
  func configured(by configuration: Configuration) -> CommandList {
    var list = self
    list.catalog.configuration = configuration
    return list
  }

  subscript(_ declaration: Declaration) -> CommandEntry {
    guard let item = items.first(where: { $0.name == declaration.name }) else {
      preconditionFailure("Requests name commands of the list only.")
    }
    return item.entry()
  }

  /// The commands as hints see them.
  var known: KnownCommands {
    KnownCommands(catalog: catalog) { (try? self[$0.declaration].command($0)) != nil }
  }

  /// The changes of a line, or of the line of a dry run.
  func writeScope(of parsed: Parsed) -> WriteScope { self[parsed.declaration].writeScope(parsed) }
}
