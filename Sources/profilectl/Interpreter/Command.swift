import CommandLine

/// A command whose values are read: it can be run.
protocol Command {
  func run(in context: CommandContext) throws -> CommandResult
}

/// A command with a type of its own.
protocol DeclaredCommand: Command, SendableMetatype {
  /// One word, or two where the first is a command too, such as `cache clear`.
  static var name: String { get }
  static var declaration: Declaration { get }

  /// The changes a line of the command may make; a rehearsal counts like a write.
  static func reach(of parsed: Parsed) -> Reach

  /// Reads every declared value; after this a usage error is impossible.
  init(_ parsed: Parsed) throws
}

extension DeclaredCommand {
  static func reach(of parsed: Parsed) -> Reach { declaration.reach }
}

/// A command without a type of its own.
struct CommandWork: Command {
  typealias Body = (CommandContext) throws -> CommandResult

  let body: Body

  func run(in context: CommandContext) throws -> CommandResult { try body(context) }
}

/// An entry of the list of commands.
///
/// The declaration is made when it is asked for: making all of them takes a tenth of a start.
struct CommandEntry: Sendable {
  let name: String
  let declaration: @Sendable () -> Declaration
  let reach: @Sendable (Parsed) -> Reach
  let command: @Sendable (Parsed) throws -> any Command

  init(_ type: any DeclaredCommand.Type) {
    name = type.name
    declaration = { type.declaration }
    reach = { type.reach(of: $0) }
    command = { try type.init($0) }
  }

  /// A command of a table.
  init(
    name: String, declaration: @escaping @Sendable () -> Declaration,
    reach: @escaping @Sendable (Parsed) -> Reach = { $0.declaration.reach },
    command: @escaping @Sendable (Parsed) throws -> any Command
  ) {
    self.name = name
    self.declaration = declaration
    self.reach = reach
    self.command = command
  }

  /// A command of one function: it reads every declared value and returns the work.
  init(
    _ name: String, _ declaration: @escaping @autoclosure @Sendable () -> Declaration,
    _ read: @escaping @Sendable (Parsed) throws -> CommandWork.Body
  ) {
    self.init(name: name, declaration: declaration, command: { CommandWork(body: try read($0)) })
  }
}

/// All commands, in the order of the overview.
struct CommandList: Sendable {
  private(set) var catalog: CommandCatalog
  private let entries: [CommandEntry]

  init(
    _ entries: [CommandEntry], keys: [ConfigurationKey] = [],
    details: @escaping @Sendable () -> HelpDetails
  ) {
    self.entries = entries
    catalog = CommandCatalog(names: entries.map(\.name), keys: keys, details: details) {
      entries[$0].declaration()
    }
  }

  /// The same commands, with the aliases and defaults of a configuration.
  func configured(by configuration: Configuration) -> CommandList {
    var list = self
    list.catalog.configuration = configuration
    return list
  }

  /// Compares only names of the same length.
  subscript(_ declaration: Declaration) -> CommandEntry {
    let length = declaration.name.utf8.count
    let entry = entries.first {
      $0.name.utf8.count == length && $0.name == declaration.name
    }
    guard let entry else { preconditionFailure("Requests name commands of the list only.") }
    return entry
  }

  /// The commands as hints see them.
  var known: KnownCommands {
    KnownCommands(catalog: catalog) { (try? self[$0.declaration].command($0)) != nil }
  }

  /// The changes of a line, or of the rehearsed line.
  func reach(of parsed: Parsed) -> Reach { self[parsed.declaration].reach(parsed) }
}
