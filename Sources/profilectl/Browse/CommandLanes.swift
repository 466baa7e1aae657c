import Browser
import Model

/// Decides which commands of the browser run at the same time.
struct CommandLanes {
  /// The queue of commands that a command waits for.
  enum Lane {
    /// Commands that only read.
    case reading
    /// Commands that may write, and so may have to wait for other processes.
    case writing
  }

  private var loginsUnderWay = 0

  /// A reading line waits for no other, except for a login: it runs as the user who acts then.
  ///
  /// The caller reports the end of a writing command to `finish`.
  mutating func lane(for request: CommandRequest) -> Lane {
    if loginsUnderWay == 0, !CommandLanes.mayWrite(request) { return .reading }
    if CommandLanes.mayLogIn(request) { loginsUnderWay += 1 }
    return .writing
  }

  mutating func finish(_ request: CommandRequest) {
    if CommandLanes.mayLogIn(request) { loginsUnderWay -= 1 }
  }

  /// Whether a request may change the network, a file, or who acts.
  ///
  /// A mistyped line changes nothing.
  static func mayWrite(_ request: CommandRequest) -> Bool {
    guard let line = request.line else { return true }
    guard let (command, parsed) = parsed(line) else { return false }
    return command.reach(of: parsed) != .nothing || command.declaration.standsAlone
  }

  private static func mayLogIn(_ request: CommandRequest) -> Bool {
    guard let line = request.line, let (command, parsed) = parsed(line) else { return false }
    return command.reach(of: parsed).isOfActor
  }

  /// The new handle that a line gives to the user who acts; nil for a line that renames nobody.
  static func newHandle(in line: String) -> Handle? {
    guard let (command, parsed) = parsed(line), command.name == EditProfileCommand.name else {
      return nil
    }
    return try? parsed.value(of: EditProfileCommand.rename)
  }

  /// Nil if the line asks for help or can't be parsed.
  private static func parsed(_ line: String) -> (any Command.Type, Parsed)? {
    guard
      let words = try? LineSplitter.textWords(of: Array(line.utf8), knowsComments: false),
      let request = try? Parser(commands: AllCommands.types).request(
        for: Interpreter.line(words), clock: Moment(seconds: 0)),
      case .command(let command, let parsed) = request
    else { return nil }
    return (command, parsed)
  }
}
