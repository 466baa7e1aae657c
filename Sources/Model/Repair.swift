/// What a repair found and did, and where the file is kept as it was before.
package struct Repair: Equatable, Sendable {
  package let findings: [Finding]
  /// Nil when there was nothing to repair, or it was only tried.
  package let copy: String?

  package init(findings: [Finding], copy: String?) {
    self.findings = findings
    self.copy = copy
  }
}
