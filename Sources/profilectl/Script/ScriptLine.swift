/// One line of a script that asks for something.
struct ScriptLine: Sendable {
  /// Counted from 1, blank lines and comments included.
  let number: Int
  let words: Result<[Token], any Error>
}
