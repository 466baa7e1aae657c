import CommandLine
import Model
import Rendering
import Services
import Sharing

/// The answer about an exchange with a folder.
struct ExchangeAnswer {
  private static let mostNames = 3

  private let report: ExchangeReport
  private let context: CommandContext

  init(_ report: ExchangeReport, in context: CommandContext) {
    (self.report, self.context) = (report, context)
  }

  // MARK: Programs

  /// The values of the keys of an exchange.
  ///
  /// Only a program gets the digest, which is computed from the whole network.
  func values() throws -> [JSONValue] {
    let isForProgram = context.recordFormat != nil || context.options.fields != nil
    let digest = isForProgram ? try context.sharedDigest() : nil
    let refused = Record(
      keys: ExchangeRefusal.allCases.map(\.name),
      values: ExchangeRefusal.allCases.map { .count(report.refused[$0] ?? 0) })
    return [
      .count(report.sentBundles), .count(report.sentChanges), .count(report.receivedBundles),
      .count(report.receivedChanges), .handles(report.receivedFrom), .object(refused),
      .count(report.unsent), .text(digest),
    ]
  }

  // MARK: People

  var lines: [SafeText] { ["\(sent) \(received)"] + details }

  /// The results of an exchange in one line, without those that are 0.
  var news: SafeText {
    var parts: [SafeText] = []
    if report.sentBundles > 0 { parts.append(sent) }
    if report.receivedBundles > 0 { parts.append(received) }
    return SafeText.joined(parts + details, by: " ")
  }

  private var details: [SafeText] {
    var lines: [SafeText] = []
    if !report.newUsers.isEmpty {
      let verb: SafeText = report.newUsers.count == 1 ? "is" : "are"
      lines.append("\(names(report.newUsers)) \(verb) new.")
    }
    lines += report.newMachines.map { user, machine in
      machine.isEmpty
        ? "\(SafeText(user)) has a new machine."
        : "\(SafeText(user)) has a new machine: \(SafeText(machine))."
    }
    lines += report.renamed.map { wanted, handle in
      "\(SafeText(handle)) wanted @\(SafeText(wanted)), which another user has."
    }
    lines += refusalLines
    lines += report.lostKeys.map { lost in
      let digits = SafeText(String(lost.key.hexadecimal.prefix(8)))
      return lost.isDisputed
        ? "The key \(digits) of \(SafeText(lost.user)) on this machine is disputed: a keeper types 'share accept \(digits)'."
        : "The key of \(SafeText(lost.user)) on this machine is revoked: new changes do not count."
    }
    if report.unsent > 0 {
      let verb: SafeText = report.unsent == 1 ? "is" : "are"
      lines.append("\(count(report.unsent, "change")) \(verb) not sent yet.")
    }
    return lines
  }

  /// The numbers of refused files and changes by their reasons; empty if there are none.
  var refusalLines: [SafeText] {
    let parts: [SafeText] = ExchangeRefusal.allCases.compactMap { reason in
      guard let number = report.refused[reason], number > 0 else { return nil }
      let thing = count(number, reason == .unfit ? "change" : "file")
      return "\(thing) (\(SafeText(reason.name)))"
    }
    return parts.isEmpty ? [] : ["Not used: \(SafeText.joined(parts, by: ", "))."]
  }

  private var sent: SafeText {
    if report.sentBundles == 0 { return "Sent nothing." }
    let changes = count(report.sentChanges, "change")
    if report.sentBundles == 1, report.sentChanges == 1 { return "Sent \(changes)." }
    return "Sent \(count(report.sentBundles, "bundle")) with \(changes)."
  }

  private var received: SafeText {
    if report.receivedBundles == 0 { return "Received nothing." }
    let number = report.receivedChanges
    let changes = report.sentBundles == 0 ? count(number, "change") : SafeText("\(number)")
    if report.receivedFrom.isEmpty { return "Received \(count(number, "change"))." }
    return "Received \(changes) from \(names(report.receivedFrom))."
  }

  /// `@alice`, `@alice and @bob`, or `@alice, @bob, @carol and 4 others`.
  private func names(_ handles: [Handle]) -> SafeText {
    var names = handles.prefix(Self.mostNames).map { SafeText($0) }
    let others = handles.count - names.count
    if others > 0 { names.append(count(others, "other")) }
    let first = SafeText.joined(Array(names.dropLast()), by: ", ")
    guard let last = names.last else { return first }
    return names.count == 1 ? last : "\(first) and \(last)"
  }

  private func count(_ number: Int, _ noun: String) -> SafeText {
    SafeText(Phrases.count(number, noun))
  }

  // MARK: The end

  /// Names refused files with `--verbose`, and throws if the folder could not be written.
  func finish() throws {
    if context.options.isVerbose {
      for (path, reason) in report.refusedFiles {
        try context.say("\(SafeText(path)): \(SafeText(reason.name))")
      }
    }
    if let obstacle = report.obstacle {
      throw SharedFileError(obstacle, wasRead: true)
    }
  }
}

extension ExchangeReport {
  /// Whether nothing was sent or received.
  var isEmpty: Bool { sentBundles == 0 && receivedBundles == 0 }

  /// The report of two exchanges, one after the other.
  func followed(by other: ExchangeReport) -> ExchangeReport {
    var both = other
    both.sentBundles += sentBundles
    both.sentChanges += sentChanges
    both.receivedBundles += receivedBundles
    both.receivedChanges += receivedChanges
    both.receivedFrom = Set(receivedFrom + other.receivedFrom).sorted()
    both.refused.merge(refused) { max($0, $1) }
    let paths = Set(other.refusedFiles.map(\.path))
    both.refusedFiles += refusedFiles.filter { !paths.contains($0.path) }
    both.obstacle = other.obstacle ?? obstacle
    return both
  }
}
