import Model
import Services
import Support
import Testing

extension DamagedFile {
  /// Holds a repair to make right all that it tells of, and no row another than in `rows`; gives
  /// what it tells.
  @discardableResult
  func expectRepaired(to rows: [String: Set<[String]>]) throws -> [Finding] {
    try write()
    let files = try Network.open(at: path, patience: .ofTests).file
    let findings = try files.repair(isRehearsal: false).findings
    #expect(!findings.isEmpty)
    let isWhole = findings.allSatisfy(\.isRepaired)
    #expect(isWhole, "\(findings)")
    #expect(try Self.contents(of: RawDatabase(path)) == rows)
    #expect(try files.examine(isDeep: true) == [])
    return findings
  }

  /// Holds a repair to leave each byte as it was; gives what is told.
  @discardableResult
  func expectUntouched() throws -> [Finding] {
    try write()
    let files = try Network.open(at: path, patience: .ofTests).file
    let found = try files.examine(isDeep: true)
    #expect(!found.isEmpty)
    #expect(try files.repair(isRehearsal: false).findings == found)
    let isAsBefore = try folder.bytes(of: "net.db") == bytes
    #expect(isAsBefore)
    return found
  }
}
