internal import SQLite

extension Writer {
  /// Runs `body` on an empty network, which is at `path` when all of it is there, or never.
  ///
  /// It grows in a hidden folder beside it, where nobody can have it open. Trouble with it is told
  /// of `path`; what `body` throws as a `ServiceError` stays what it is. A rehearsal gives it no
  /// name.
  static func fill<Value>(
    newFileAt path: String, isRehearsal: Bool = false, patience: Patience, interrupts: Interrupts,
    _ body: (Writing) throws -> Value
  ) throws -> Value {
    try DatabaseFile.checkFree(path)
    do {
      let file = try DatabaseFile.createScratch(
        beside: path, as: Schema.identity, wait: patience.duration)
      let writer = Writer(file: file, patience: patience, interrupts: interrupts)
      let value = try writer.together(body)
      writer.close()
      if !isRehearsal { try file.publish(as: path, unless: interrupts.isAsked) }
      return value
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }
}
