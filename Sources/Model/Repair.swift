/// What a repair found and did, and where the file is kept as it was before.
package struct Repair: Equatable, Sendable {
  package let findings: [Finding]
  /// Nil when there was nothing to repair, or it was only tried.
  package let copy: Copy?

  /// The file as it was.
  package struct Copy: Equatable, Sendable {
    package let path: String
    /// Whether a log lies beside it that belongs to it.
    package let hasLog: Bool

    package init(path: String, hasLog: Bool) {
      self.path = path
      self.hasLog = hasLog
    }
  }

  package init(findings: [Finding], copy: Copy?) {
    self.findings = findings
    self.copy = copy
  }
}
