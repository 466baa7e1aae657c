import Browser
import CommandLine
import Model

/// Decides which commands of the browser run at the same time.
struct CommandSchedule {
  /// The commands that a command waits for: those that only read, or those that may write.
  enum Turn { case reading, writing }

  private let commands: CommandList
  private var loginsUnderWay = 0

  init(_ commands: CommandList) {
    self.commands = commands
  }

  /// A reading line waits for no other, except for a login: it runs as the user who acts then.
  ///
  /// The caller reports the end of a writing command to `finish`.
  mutating func turn(for request: CommandRequest) -> Turn {
    if loginsUnderWay == 0, !mayWrite(request) { return .reading }
    if mayLogIn(request) { loginsUnderWay += 1 }
    return .writing
  }

  mutating func finish(_ request: CommandRequest) {
    if mayLogIn(request) { loginsUnderWay -= 1 }
  }

  /// Whether a request may change the network, a file, or who acts.
  ///
  /// A mistyped line changes nothing.
  func mayWrite(_ request: CommandRequest) -> Bool {
    guard let line = request.line else { return true }
    guard let parsed = parsed(line) else { return false }
    return commands.reach(of: parsed) != .nothing || parsed.declaration.standsAlone
  }

  private func mayLogIn(_ request: CommandRequest) -> Bool {
    guard let line = request.line, let parsed = parsed(line) else { return false }
    return commands.reach(of: parsed).isOfActor
  }

  /// The new handle that a line gives to the user who acts; nil for a line that renames nobody.
  func newHandle(in line: String) -> Handle? {
    guard let parsed = parsed(line), parsed.declaration.name == EditProfileCommand.name else {
      return nil
    }
    return try? parsed.value(of: EditProfileCommand.rename)
  }

  /// Nil if the line asks for help or can't be parsed.
  private func parsed(_ line: String) -> Parsed? {
    guard
      let words = try? LineSplitter.textWords(of: Array(line.utf8), knowsComments: false),
      let request = try? Parser(commands.catalog).request(
        for: Line.withoutProgram(words), clock: LocalClock(now: Moment(seconds: 0))),
      case .command(let parsed) = request
    else { return nil }
    return parsed
  }
}
