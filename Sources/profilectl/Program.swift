import Rendering
import Services
import Terminal

/// One run of the program: from the words it was started with to the status it ends with.
struct Program {
  /// What any line gets by with: a thread's stack, SQLite's pages, and what is told (measured).
  private static let room = 32 << 20

  private let words: [Token]
  private let host: Host

  init(arguments: [[UInt8]], in surroundings: Surroundings) {
    words = Token.list(arguments)
    host = Host(surroundings)
  }

  func run() -> ExitStatus {
    if let request = CompletionRequest(words) {
      // A shell that went away wants no answer.
      try? host.streams.write(request.answer(in: host.surroundings).bytes)
      return .done
    }
    Interruption.arm(saying: Wording.interruptedReading)
    do throws(LineFailure) {
      guard Memory.hasRoom(for: Program.room) else { throw shortOfMemory }
      let result = try Interpreter(host: host).carryOut(words)
      if result.status == .done { return interruption() ?? .done }
      return result.status
    } catch {
      return host.report(error)
    }
  }

  /// Failing for want of memory before anything was asked for.
  private var shortOfMemory: LineFailure {
    var context = FailureContext()
    context.isReading = true
    return LineFailure(
      error: ServiceError.storage(.memoryShort, saved: .nothing), context: context,
      format: Parser.format(typedIn: words))
  }

  /// What a signal that came during a commit ends the process with, now that all is told.
  private func interruption() -> ExitStatus? {
    guard let status = Interruption.pending.flatMap(ExitStatus.init(signal:)) else { return nil }
    let words = host.expectsWrite ? Wording.interruptedSaved : Wording.interruptedReading
    try? host.streams.write(words + "\n", to: .error)
    return status
  }
}
