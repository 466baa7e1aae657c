import CommandLine
import Model

/// The commands of the program, as hints need them.
struct KnownCommands: Sendable {
  let catalog: CommandCatalog
  /// Whether the initialiser of the command accepts the parsed values.
  let accepts: @Sendable (Parsed) -> Bool
}

/// A failed line and the facts about it that the words of an error depend on.
struct FailureContext {
  let commands: KnownCommands
  var line: Line
  /// Nil if no database was chosen yet.
  var database: ProcessEnvironment.DatabasePlace?
  /// The part of the change that is on the disk despite the error.
  var saved = SavedPart.nothing
  /// The kind of change that this line asks for, with the lines that wait for the same commit.
  var writeScope: WriteScope
  /// Whether the earlier lines are undone too.
  var areEarlierLinesUndone = false
  var isASCII = false
  /// Whether the error refuses one item of the line or all.
  var items = ItemRefusal.none
  /// The user for the hint to repeat with --as; nil if the next line acts as the same user anyway.
  var namedUser: Handle?
  /// The user that PROFILECTL_USER names.
  var userByVariable: Handle?
  /// The user who acts on every line of the prompt until a login.
  var userAtPrompt: Handle?
  /// A user for a hint to name, such as `login <user>`.
  var suggestedUser: Handle?
  /// Whether the network is of an older version, whose users can't be read yet.
  var isOlder = false
  /// Whether the network has no users.
  var isNetworkEmpty = false
  /// The post whose number was typed in the place of a handle, as in "follow 42".
  var postNamed: Post.ID?

  /// The relation of an error to the items of a write.
  enum ItemRefusal: Equatable {
    case none
    /// None of several items is saved.
    case all
    /// The line continues with the other items.
    case one
  }

  init(
    of commands: KnownCommands, _ line: Line, database: ProcessEnvironment.DatabasePlace? = nil
  ) {
    self.commands = commands
    self.line = line
    self.database = database
    writeScope = line.writeScope
  }

  var command: Declaration? { line.declaration }
  var facts: CommandFacts { command?.facts ?? [] }
  /// Whether a shell has interpreted the quotes and comments of the line.
  var isFromShell: Bool { line.origin.surface == .shell }
  /// Whether the next line is typed at a prompt of this program.
  var isAtPrompt: Bool { line.origin.isAtPrompt || line.origin.surface == .browser }
  /// The words as text; empty if one is not UTF-8, because such a line can't be suggested.
  var words: [String] {
    let texts = line.words.compactMap { TypedBytes.validText($0.bytes) }
    return texts.count == line.words.count ? texts : []
  }

  /// The database that the line names, or the line that runs its script; nil if neither does.
  ///
  /// At a prompt the next line uses the same database anyway.
  var namedDatabase: String? {
    if let database = line.namedDatabase { return database }
    let origin = line.origin
    guard origin.surface == .script, !origin.isAtPrompt else { return nil }
    return origin.inherited.last { $0.name == GlobalOptions.database.shape.name }?.text
  }

  /// Proposes the correction of a mistyped word.
  var fixer: LineFixer { LineFixer(line.words, of: line.bytes, command, in: commands.catalog) }

  /// The error with its fix, if it concerns the words of the line.
  func fixing(_ error: any Error) -> any Error {
    switch error {
    case let error as UsageError:
      ParseError(declaration: command, reason: .usage(error), fix: fixer.fix(of: error))
    case let error as RefusedValue:
      ParseError(declaration: command, reason: .value(error), fix: fixer.fix(of: error))
    default: error
    }
  }

  /// The corrected line, to be typed again; nil if it would be refused too, or can't be shown
  /// exactly.
  func hint(applying fix: Fix?) -> Hint? {
    guard let words = fix?.applied(to: words), words.allSatisfy({ shown($0) == $0 }) else {
      return nil
    }
    // The latest clock accepts every relative time, such as "in 3 days".
    let request = try? Parser(commands.catalog).request(
      for: Token.list(words.map { Array($0.utf8) }), clock: .latest)
    switch request {
    case .command(let parsed)?: return isWhole(parsed) ? .command(words) : nil
    case .help?, .version?: return .question(words)
    case nil: return nil
    }
  }

  /// Whether the command accepts the line, and the line is complete.
  private func isWhole(_ parsed: Parsed) -> Bool {
    let saysNothing =
      parsed.declaration.facts.contains(.startsConversation) && parsed.operands.isEmpty
      && !parsed.ownOptions.contains { $0.name == "image" }
    return !saysNothing && commands.accepts(parsed)
  }
}

/// The part of a line's changes that is on the disk.
enum SavedPart: Equatable {
  case nothing
  /// This many items; the others were refused.
  case items(Int)
  /// At most this many: a crash of the server may lose its last commits.
  case perhapsItems(Int)
  case all

  static func part(of items: Int, isAll: Bool) -> SavedPart {
    if isAll { return .all }
    return items == 0 ? .nothing : .items(items)
  }
}

/// Stops a script after a `doctor` that found faults, or could not save all rows.
struct FaultsFound: Error {
  let isOfSalvage: Bool
}
