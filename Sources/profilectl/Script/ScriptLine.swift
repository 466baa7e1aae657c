import CommandLine
import Model

/// One line of a script that asks for something.
struct ScriptLine: Sendable {
  /// Counted from 1, blank lines and comments included.
  let number: Int
  /// As it stands there; empty where it could not be read.
  let bytes: [UInt8]
  let words: Result<[Token], any Error>
  /// Whether its command does not share a transaction with the lines around it.
  let standsAlone: Bool
  /// Whether its command may write to the network, so that a transaction begins with it.
  let mayWrite: Bool

  init(number: Int, bytes: [UInt8], words: Result<[Token], any Error>) {
    self.number = number
    self.bytes = bytes
    self.words = words
    let command = (try? words.get()).flatMap { words in
      ScriptLine.parser.command(namedIn: Interpreter.line(words))
    }
    let movesMark = command?.reach == .readMark && ScriptLine.movesMark(words)
    standsAlone = command?.standsAlone == true || movesMark
    mayWrite = command?.reach == .network
  }

  private static let parser = Parser(AllCommands.catalog)

  /// Whether its options make it a line that moves the read mark: that is to follow its answer, and
  /// not to wait with it for a commit.
  private static func movesMark(_ words: Result<[Token], any Error>) -> Bool {
    guard let words = try? words.get(),
      case .command(let parsed)? = try? parser.request(
        for: Interpreter.line(words), clock: Moment(seconds: 0))
    else { return false }
    return AllCommands.reach(of: parsed) == .readMark
  }
}
