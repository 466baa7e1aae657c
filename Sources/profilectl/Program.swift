import CommandLine
import Rendering
import Terminal

/// One run of the program, from its arguments to its status.
struct Program {
  private let words: [Token]
  private let interpreter: Interpreter

  init(arguments: [[UInt8]], in environment: ProcessEnvironment) {
    words = Token.list(arguments)
    interpreter = Interpreter(environment, AllCommands.list)
  }

  func run() -> ExitStatus {
    if let request = CompletionRequest(words) {
      guard (try? LineMemory.require(LineMemory.base)) != nil else { return .done }
      // The shell may have closed the pipe.
      try? interpreter.streams.write(request.answer(in: interpreter).bytes)
      return .done
    }
    Interruption.arm(saying: Phrases.interruptedUnsaved)
    let origin = LineOrigin()
    do throws(LineFailure) {
      let result = try interpreter.carryOut(words, from: origin)
      return status(result.status, after: result.saved, isWrite: result.isWrite)
    } catch {
      let status = interpreter.failures.report(error, from: origin)
      return self.status(
        status, after: error.context.saved, isWrite: error.context.writeScope.isSaved)
    }
  }

  /// The exit status; that of a signal during a commit replaces that of the line.
  private func status(
    _ status: ExitStatus, after saved: SavedPart, isWrite: Bool
  ) -> ExitStatus {
    guard [.done, .no].contains(status), let asked = ExitStatus.asked else { return status }
    let words = interpreter.failures.interruption(after: saved, isWrite: isWrite)
    try? interpreter.streams.write(words + "\n", to: .error)
    return asked
  }
}
