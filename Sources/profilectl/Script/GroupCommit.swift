import CommandLine
import Services

/// Lines that share a transaction; their answers are held until the commit is on the disk.
struct GroupCommit {
  let interpreter: Interpreter
  let origin: LineOrigin

  /// Runs `body` in one transaction, and returns whether it is on the disk; then
  /// `releaseAnswers` writes the held answers.
  ///
  /// Within another group it becomes a part of that group. If `body` throws, it is rolled back and
  /// its answers are dropped.
  @discardableResult
  func commit(on network: Network, _ body: () throws -> Void) throws -> Bool {
    let mark = interpreter.streams.hold()
    do {
      try network.together(body)
      return mark == nil
    } catch {
      interpreter.streams.drop(after: mark)
      if mark == nil { interpreter.signals.noteCommit(isDone: false) }
      throw error
    }
  }

  /// Writes the held answers after the commit, and lets signals end the process again.
  ///
  /// Ignores lost answers that confirm nothing saved.
  func releaseAnswers(hasSaved: Bool) throws(LineFailure) {
    interpreter.signals.noteCommit(isDone: true)
    interpreter.signals.armForScript()
    defer { SignalMessages.settle(at: origin) }
    do throws(Streams.LostAnswers) {
      try interpreter.streams.release()
    } catch {
      let isOfChange = hasSaved && error.areConfirmations
      let line = Line(from: origin, writeScope: isOfChange ? .network : .nothing)
      let failure = LineFailure(
        error: error.reason,
        context: interpreter.failures.context(of: line, saved: isOfChange ? .all : .nothing))
      if !failure.isUnread { throw failure }
    }
  }
}
