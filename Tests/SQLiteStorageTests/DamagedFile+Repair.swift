import Model
import NetworkSupport
import Services
import Support
import Testing

extension DamagedFile {
  /// Expects a repair to correct everything it reports and to leave only rows in `rows`.
  ///
  /// Returns the report.
  @discardableResult
  func expectRepaired(to rows: [String: Set<[String]>]) throws -> [Finding] {
    try write()
    let files = try Network.open(at: path, patience: .ofTests).file
    let findings = try files.repair(isDryRun: false).findings
    #expect(!findings.isEmpty)
    let isWhole = findings.allSatisfy(\.isRepaired)
    #expect(isWhole, "\(findings)")
    #expect(try Self.contents(of: RawDatabase(path)) == rows)
    #expect(try files.examine(isDeep: true) == [])
    return findings
  }

  /// Expects a repair to leave every byte; returns the report.
  @discardableResult
  func expectUntouched() throws -> [Finding] {
    try write()
    let files = try Network.open(at: path, patience: .ofTests).file
    let found = try files.examine(isDeep: true)
    #expect(!found.isEmpty)
    #expect(try files.repair(isDryRun: false).findings == found)
    let isAsBefore = try folder.bytes(of: "net.db") == bytes
    #expect(isAsBefore)
    return found
  }
}
