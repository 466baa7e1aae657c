/// The editor of the user.
package enum TextEditor {
  /// Runs an editor on a file, and returns whether it succeeded; nil if it can't be started.
  ///
  /// The editor handles Ctrl-C as a key. Another signal stays pending.
  package static func edit(_ path: String, with words: [String]) -> Bool? {
    Interruption.hold()
    defer { Interruption.release() }
    guard let program = ForegroundProgram(words + [path]) else { return nil }
    let end = program.wait()
    if end.wasInterrupted { Interruption.forget() }
    return end.status == 0
  }
}
