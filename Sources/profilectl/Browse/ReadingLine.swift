import Model

/// Tells of a line what it may change, before it is carried out.
enum ReadingLine {
  /// Whether it only reads, and not what those before it are still to put on the disk; one that is
  /// mistyped does not even that.
  static func reads(_ line: String) -> Bool {
    guard let (command, parsed) = request(in: line) else { return true }
    return command.reach(of: parsed) == .nothing && !command.declaration.standsAlone
  }

  /// Whether somebody else may act after it.
  static func mayLogIn(_ line: String) -> Bool {
    guard let (command, parsed) = request(in: line) else { return false }
    return command.reach(of: parsed).isOfActor
  }

  /// What a line makes whoever acts be called; nil for one that renames nobody.
  static func newHandle(in line: String) -> Handle? {
    guard let (command, parsed) = request(in: line), command.name == EditProfileCommand.name else {
      return nil
    }
    return try? parsed.value(of: EditProfileCommand.rename)
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
