import CommandLine
import Rendering
import Terminal

/// One run of the program: from the words it was started with to the status it ends with.
struct Program {
  private let words: [Token]
  private let host: Host

  init(arguments: [[UInt8]], in surroundings: ProcessEnvironment) {
    words = Token.list(arguments)
    host = Host(surroundings)
  }

  func run() -> ExitStatus {
    if let request = CompletionRequest(words) {
      guard Memory.hasRoom(for: Interpreter.room) else { return .done }
      // A shell that went away wants no answer.
      try? host.streams.write(request.answer(in: host.surroundings).bytes)
      return .done
    }
    // Whatever the line is, it has saved nothing yet.
    Interruption.arm(saying: Wording.interruptedUnsaved)
    let (status, saved): (ExitStatus, SavedPart)
    do throws(LineFailure) {
      let result = try Interpreter(host: host).carryOut(words)
      (status, saved) = (result.status, result.saved)
    } catch {
      (status, saved) = (host.report(error), error.context.saved)
    }
    return [.done, .no].contains(status) ? interruption(behind: saved) ?? status : status
  }

  /// What a signal that came during a commit ends the process with, now that all is told.
  private func interruption(behind saved: SavedPart) -> ExitStatus? {
    guard let status = ExitStatus.asked else { return nil }
    try? host.streams.write(host.interruption(behind: saved) + "\n", to: .error)
    return status
  }
}
