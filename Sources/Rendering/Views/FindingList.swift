package import Model

/// What is wrong in a file, one line for each fault.
package struct FindingList: View {
  private let findings: [Finding]
  /// Said where there is none.
  private let nothing: SafeText
  /// What is said behind those that were repaired.
  private let repaired: SafeText

  package init(
    _ findings: [Finding], ifNone nothing: SafeText, isRehearsal: Bool = false
  ) {
    self.nothing = nothing
    self.findings = findings
    repaired = isRehearsal ? "; would be repaired." : "; repaired."
  }

  package func canvas(in traits: Traits) -> Canvas {
    if findings.isEmpty { return Canvas([StyledLine(nothing)], in: traits) }
    let lines = findings.flatMap { finding in
      let words = FaultWords(finding.fault)
      let end: SafeText = finding.isRepaired ? repaired : "."
      let sentence: SafeText = "\(SafeText(words.object)): \(SafeText(words.detail))\(end)"
      return traits.isTerminal ? Paragraph(sentence).lines(in: traits) : [StyledLine(sentence)]
    }
    return Canvas(lines, in: traits)
  }
}
