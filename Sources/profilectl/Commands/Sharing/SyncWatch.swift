import CommandLine
import Model
import Rendering
import Services
import Sharing
import Storage
import Terminal

/// Exchanges with a folder whenever the folder or this copy changes, until a signal.
struct SyncWatch {
  /// Changes within this time are one exchange.
  private static let settling: Int32 = 200
  /// The time between two looks at folders whose changes the system does not report.
  private static let pause: Int32 = 5_000

  let context: CommandContext
  let service: SharingService
  let folder: String?
  /// Makes one exchange.
  let exchange: () throws -> ExchangeReport

  /// Returns after a signal, or when the reader of the output is gone.
  ///
  /// An error of the first exchange ends it. Later ones are reported and tried again.
  func run() throws -> CommandResult {
    let watch = try context.exchanging { try service.watch(folder) }
    // A signal during an exchange ends the command after it.
    Interruption.hold()
    var writer = context.recordFormat.map { format in
      ListWriter(
        format == .json ? .ndjson : format, of: .exchange, only: context.options.fields,
        isTerminal: context.traits.isTerminal)
    }
    if let writer { try context.answer(writer.begin()) }
    var reported: String?
    var isFirst = true
    while true {
      do {
        try context.exchanging { try watch.begin() }
        try answer(exchange(), through: &writer)
        reported = nil
      } catch {
        if let status = ExitStatus.asked { return try ended(status) }
        guard !isFirst || (error as? SharedFileError)?.wasRead == true, mayPass(error) else {
          throw error
        }
        if reported != "\(error)" {
          context.interpreter.failures.report(context.failure(error), from: context.line.origin)
        }
        reported = "\(error)"
      }
      if isFirst { try context.remark("Watching the folder. Ctrl-C ends the command.") }
      isFirst = false
      if let status = try wait(watch, isFailing: reported != nil) { return try ended(status) }
    }
  }

  /// Prints what an exchange did; nothing if it did nothing.
  private func answer(_ report: ExchangeReport, through writer: inout ListWriter?) throws {
    let exchange = ExchangeAnswer(report, in: context)
    if !report.isEmpty || !exchange.refusalLines.isEmpty {
      if writer != nil {
        let record = Record(.exchange, try exchange.values())
        if let lines = writer?.add([record]) { try context.answer(lines) }
      } else if !context.options.isQuiet {
        try context.answer(Output(line(exchange) + "\n"))
      }
    }
    try exchange.finish()
  }

  private func line(_ exchange: ExchangeAnswer) -> SafeText {
    guard context.traits.isTerminal else { return exchange.news }
    let time = Timestamp.local(context.clock(), in: context.traits.zone).time
    return "\(SafeText(time))  \(exchange.news)"
  }

  /// Whether a later exchange may succeed after an error.
  private func mayPass(_ error: any Error) -> Bool {
    switch error {
    case is SharedFileError, ServiceError.storage(.busy), ServiceError.storage(.failed): true
    default: false
    }
  }

  /// Waits for news; nil if there are some, otherwise the status to end with.
  private func wait(_ watch: ExchangeWatch, isFailing: Bool) throws -> ExitStatus? {
    // A failing exchange may change the folder, too.
    let descriptors = isFailing ? [] : watch.descriptors
    while true {
      switch WakeSignal.wait(for: descriptors, milliseconds: Self.pause) {
      case .rung, .timeout: break
      case .signal: return ExitStatus.asked ?? .interrupted
      case .readerGone: return .done
      }
      if try isFailing || context.exchanging({ try watch.hasNews() }) {
        return WakeSignal.wait(for: [], milliseconds: Self.settling) == .signal
          ? ExitStatus.asked ?? .interrupted : nil
      }
    }
  }

  private func ended(_ status: ExitStatus) throws -> CommandResult {
    if status != .done { try context.say(SafeText(Phrases.interruptedReading)) }
    return CommandResult(status: status)
  }
}
