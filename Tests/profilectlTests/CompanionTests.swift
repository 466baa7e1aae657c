import CommandLine
import Files
import Services
import Storage
import Testing

@testable import profilectl

/// Tests that the separate lists of a database's companion files agree.
@Suite struct CompanionTests {
  @Test func `completion leaves out the files beside a database`() {
    let path = "/profilectl-tests/net.db"
    let beside = Engines.paths(of: path).dropFirst().map { String($0.dropFirst(path.count)) }
    #expect(Set(beside) == Set(SideFiles.endings))
    #expect(beside.count == SideFiles.endings.count)
    #expect(Shell.companionEndings == SideFiles.endings.joined(separator: "|"))
  }

  @Test(arguments: SideFiles.endings)
  func `such a name is refused, but not its ending alone`(ending: String) {
    #expect(throws: ServiceError.storage(.target(path: "/x\(ending)", .companion))) {
      try Engines.checkName("/x\(ending)")
    }
    #expect(throws: Never.self) { try Engines.checkName("/\(ending)") }
  }
}
