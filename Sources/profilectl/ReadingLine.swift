import Model

/// Tells of a line what it may change, before it is carried out.
enum ReadingLine {
  /// All that change nothing, whatever their operands and options.
  static let commands: [any Command.Type] = [
    UsersCommand.self, FlagsCommand.self, FollowersCommand.self, FollowingCommand.self,
    FriendsCommand.self, FollowsCommand.self, SuggestCommand.self, LikersCommand.self,
    ShowCommand.self, ExploreCommand.self, SearchCommand.self, ViewCommand.self,
    WhoAmICommand.self, BrowseCommand.self, WatchCommand.self, InfoCommand.self,
    CacheCommand.self, SQLCommand.self, HelpCommand.self, CompletionsCommand.self,
  ]

  /// After these somebody else may act.
  private static let logins: [any Command.Type] = [
    LoginCommand.self, LogoutCommand.self, RunCommand.self,
  ]

  /// Whether it only reads; one that is mistyped does not even that.
  static func reads(_ line: String) -> Bool {
    guard let (command, parsed) = request(in: line) else { return true }
    // What was seen is remembered.
    if command == TimelineCommand.self { return !parsed.isGiven(TimelineCommand.new.shape) }
    return commands.contains { $0 == command }
  }

  static func mayLogIn(_ line: String) -> Bool {
    guard let (command, _) = request(in: line) else { return false }
    return logins.contains { $0 == command }
  }

  /// Nil where none would be carried out: help is asked for, or the line is not understood.
  private static func request(in line: String) -> (any Command.Type, Parsed)? {
    guard
      let words = try? LineSplitter.textWords(of: Array(line.utf8), knowsComments: false),
      let request = try? Parser(commands: AllCommands.types).request(
        for: Interpreter.line(words), clock: Moment(seconds: 0)),
      case .command(let command, let parsed) = request
    else { return nil }
    return (command, parsed)
  }
}
