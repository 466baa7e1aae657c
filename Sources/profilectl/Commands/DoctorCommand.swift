import CommandLine
import Model
import Rendering
import Services
import Sharing
import Storage
import Terminal

/// `doctor`: finds damage in the file, and repairs or salvages it.
struct DoctorCommand: DeclaredCommand {
  static let name = "doctor"
  static let deep = Switch("deep", "Also check the content of every row, edge and word index.")
  static let repair = Switch(
    "repair", "Check as --deep does, and repair everything that can be derived.")
  static let salvage = Option<String?>(
    "salvage", .file, "Save all readable rows in this new file.")
  static let declaration = Declaration(
    name, "Look for damage in the database.",
    discussion: """
      Without options, the command checks the structure of the file, every count and every \
      reference. It prints one line for each fault, up to 200 of each type. For each type, one \
      more line counts the other faults; --salvage lists them all. The exit status is 1 if there \
      are faults, even repaired ones. It is 65 if the file can't be examined.

      --repair first copies the file, and its log if it has one. The copy is in the same folder; \
      its name ends in -damaged-1 or a higher number. --repair corrects counts, counters, and \
      full-text and other indexes. It corrects edges that exist in only one direction, and \
      restores handles that exist only in their index. It deletes follows, likes, read marks and \
      thumbnails that refer to nothing, and follows from a user to the same user. If every row \
      matches its checksum, it also deletes pictures that no post or profile shows.

      --repair makes all changes in one transaction, and examines the file again before it \
      commits. It rolls back if nothing was repaired, if damage remains, or if it is interrupted. \
      The file is then unchanged, and the copy is deleted. If a table has lost a row that an index \
      still names, --repair changes nothing. In that case, --salvage saves all readable rows and \
      reports the lost row.

      Other changed content can't be derived, so --repair keeps it. --salvage also keeps it, and \
      the new file treats it as correct. --repair keeps posts and reports that refer to nothing. \
      --salvage leaves them out, and lists them with the pictures that no post or profile shows.

      In a shared network, --deep also verifies every signature. It compares all rows that travel \
      with the signed changes, and with those that are not sent yet. --repair neither looks for \
      these faults nor corrects them: restore a backup, or join the network anew in another file.

      In JSON, the kind of a fault is one of \(kinds).
      """,
    group: .file, options: [deep.shape, repair.shape, salvage.shape, WriteOptions.dryRun.shape],
    exclusive: [[repair.shape, salvage.shape]],
    fields: RecordKind.examination.keys, standsAlone: true, facts: [.findsDamage, .salvages],
    examples: [
      .init("profilectl doctor", "a quick look"),
      .init("profilectl doctor --deep && profilectl backup good.db --yes", "in a nightly script"),
      .init("profilectl doctor --repair --dry-run", "list the possible repairs"),
      .init("profilectl doctor --salvage rescued.db", "save all readable rows"),
    ])

  private static let kinds = FaultWords.Kind.allCases.map(\.rawValue).joined(separator: ", ")

  private let isDeep: Bool
  private let repairs: Bool
  private let target: String?
  private let isDryRun: Bool

  static func writeScope(of parsed: Parsed) -> WriteScope {
    parsed.isGiven(repair.shape) || parsed.isGiven(salvage.shape) ? .network : .nothing
  }

  init(_ parsed: Parsed) throws {
    isDeep = parsed.value(of: Self.deep)
    repairs = parsed.value(of: Self.repair)
    target = try parsed.value(of: Self.salvage)
    isDryRun = parsed.value(of: WriteOptions.dryRun)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    if let target {
      try context.expectOnDisk(Self.salvage.shape.spelled)
      return try salvage(to: context.environment.path(target), in: context)
    }
    if repairs {
      try context.expectOnDisk(Self.repair.shape.spelled)
      return try repair(in: context)
    }
    return try examine(in: context)
  }

  private func salvage(to target: String, in context: CommandContext) throws -> CommandResult {
    // A stopped salvage leaves no file.
    Interruption.hold()
    let lost = try context.interpreter.network.salvage(
      to: target, isDryRun: isDryRun, context.options)
    if !isDryRun { try context.note("What could be read is in \(SafeText(target)).") }
    let result = try answer(lost, ifNone: "Everything could be read.", in: context)
    if isDryRun { return result }
    try saving(result.saved) {
      try context.remark("To see what is there:", .command(["--db", target, "info"]))
    }
    return result
  }

  private func repair(in context: CommandContext) throws -> CommandResult {
    let file = try context.network().file
    // A stopped repair is rolled back.
    Interruption.hold()
    let repair = try file.repair(isDryRun: isDryRun)
    if let copy = repair.copy {
      let log: SafeText = copy.hasLog ? ", and its log beside it" : ""
      try context.note("The file as it was is in \(SafeText(copy.path))\(log).")
    }
    let result = try answer(repair.findings, in: context)
    try saving(result.saved) { try remark(on: repair.findings, in: context) }
    return result
  }

  private func remark(on findings: [Finding], in context: CommandContext) throws {
    let isRepaired = findings.contains(where: \.isRepaired)
    if isRepaired, isDryRun { return try remarkOnRepair(in: context) }
    if findings.allSatisfy(\.isRepaired) { return }
    if !isRepaired { try context.note("Nothing can be repaired; the file is as it was.") }
    try remarkOnSalvage(of: findings, in: context)
  }

  private func examine(in context: CommandContext) throws -> CommandResult {
    let network = try context.network()
    var findings = try network.file.examine(isDeep: isDeep)
    if isDeep, !findings.contains(where: \.fault.isDamage) {
      findings += try network.export { reading in
        try reading.isShared ? SharedExamination(of: reading.rows).findings() : []
      }
    }
    let result = try answer(findings, in: context)
    try context.pictures.noteUnavailableDecoder()
    if findings.canBeMended {
      try remarkOnRepair(in: context)
    } else {
      try remarkOnSalvage(of: findings, in: context)
    }
    return result
  }

  private func remarkOnRepair(in context: CommandContext) throws {
    try context.remark(
      "To make right what can be:", .command([Self.name, Self.repair.shape.spelled]))
  }

  /// Suggests a salvage, unless a salvage keeps the rows that are left without a report.
  private func remarkOnSalvage(of findings: [Finding], in context: CommandContext) throws {
    if findings.contains(where: \.fault.isOfSignatures) {
      try context.remark(
        "To have what was signed, restore a backup, or join anew:",
        .question(["share", "join", "--help"]))
    }
    let areKept = findings.allSatisfy { finding in
      finding.isRepaired || finding.fault.isChange || finding.fault.isOfSignatures
    }
    if areKept { return }
    try context.remark("To save what can still be read:", .salvage)
  }

  private func answer(
    _ findings: [Finding], ifNone words: SafeText = "Nothing is wrong.", in context: CommandContext
  ) throws -> CommandResult {
    var result = CommandResult()
    if !findings.isEmpty { result.status = .no }
    let isSaved = target != nil || findings.contains(where: \.isRepaired)
    if isSaved, !isDryRun { result.saved = .all }
    try saving(result.saved) {
      let record = Record(findings)
      try context.answer(isDryRun ? record.ofDryRun : record) { traits in
        // The exit status says the same.
        if findings.isEmpty, context.options.isQuiet { return Output() }
        return FindingList(findings, ifNone: words, isDryRun: isDryRun).output(in: traits)
      }
    }
    let isRepaired = findings.allSatisfy { $0.isRepaired && !isDryRun }
    if isRepaired { return result }
    result.effect = .refused
    // A script stops here, as after an error.
    if context.surface == .script {
      (result.status, result.complaints) = (
        .no, [context.complain(of: FaultsFound(isOfSalvage: target != nil))]
      )
    }
    return result
  }
}
