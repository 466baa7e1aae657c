package import Model

/// What is wrong in a file, one line for each fault.
package struct FindingList: View {
  private let findings: [Finding]
  /// Said where there is none.
  private let nothing: SafeText
  private let isRehearsal: Bool

  package init(
    _ findings: [Finding], ifNone nothing: SafeText, isRehearsal: Bool = false
  ) {
    self.nothing = nothing
    self.findings = findings
    self.isRehearsal = isRehearsal
  }

  package func canvas(in traits: Traits) -> Canvas {
    if findings.isEmpty { return Canvas([StyledLine(nothing)], in: traits) }
    let lines = findings.flatMap { finding in
      let words = FaultWords(finding.fault)
      let sentence: SafeText = "\(SafeText(words.object)): \(SafeText(words.detail))\(end(finding))"
      return traits.isTerminal ? Paragraph(sentence).lines(in: traits) : [StyledLine(sentence)]
    }
    return Canvas(lines, in: traits)
  }

  /// What became of it, or would.
  private func end(_ finding: Finding) -> SafeText {
    switch (finding.isRepaired, finding.isRemoved) {
    case (false, _): "."
    case (true, false): isRehearsal ? "; would be repaired." : "; repaired."
    case (true, true): isRehearsal ? "; would be removed." : "; removed."
    }
  }
}
