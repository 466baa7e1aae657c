/// One line of a script that asks for something.
struct ScriptLine: Sendable {
  /// Counted from 1, blank lines and comments included.
  let number: Int
  /// As it stands there; empty where it could not be read.
  let bytes: [UInt8]
  let words: Result<[Token], any Error>
}
