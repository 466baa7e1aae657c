package import Model

/// The faults found in a file, one sentence each.
package struct FindingList: View {
  private let findings: [Finding]
  private let nothing: SafeText
  private let isDryRun: Bool

  package init(
    _ findings: [Finding], ifNone nothing: SafeText, isDryRun: Bool = false
  ) {
    (self.nothing, self.findings, self.isDryRun) = (nothing, findings, isDryRun)
  }

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(sentences.flatMap { Paragraph($0).lines(in: traits) }, in: traits)
  }

  /// The lines; on a pipe, each sentence is one line.
  package func output(in traits: Traits) -> Output {
    traits.isTerminal
      ? canvas(in: traits).output : Output(lines: sentences.map { traits.words($0) })
  }

  private var sentences: [SafeText] {
    if findings.isEmpty { return [nothing] }
    return findings.map { finding in
      let words = FaultWords(finding.fault)
      return "\(SafeText(words.object)): \(SafeText(words.detail))\(end(finding))"
    }
  }

  /// The end of the sentence: the result of the repair or of its dry run.
  private func end(_ finding: Finding) -> SafeText {
    if finding.isRepaired, finding.fault.isRest, finding.fault.category?.isOneSided == true {
      return isDryRun ? "; would be repaired or removed." : "; repaired or removed."
    }
    return switch finding.resolution {
    case .open: "."
    case .repaired: isDryRun ? "; would be repaired." : "; repaired."
    case .removed: isDryRun ? "; would be removed." : "; removed."
    }
  }
}
