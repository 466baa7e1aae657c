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
      Parser(commands: AllCommands.types).command(namedIn: Interpreter.line(words))
    }
    standsAlone = command?.declaration.standsAlone ?? false
    mayWrite = command?.declaration.reach == .network
  }
}
