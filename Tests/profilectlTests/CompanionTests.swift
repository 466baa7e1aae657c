import CommandLine
import Services
import Storage
import Terminal
import Testing

@testable import profilectl

/// Tests that the separate lists of a database's companion files agree.
@Suite struct CompanionTests {
  @Test func `completion leaves out the files beside a database`() {
    let path = "/profilectl-tests/net.db"
    let beside = Engines.paths(of: path).dropFirst().map { String($0.dropFirst(path.count)) }
    #expect(Set(beside) == Set(FolderNames.companionEndings))
    #expect(beside.count == FolderNames.companionEndings.count)
    #expect(Shell.companionEndings == FolderNames.companionEndings.joined(separator: "|"))
  }

  @Test(arguments: FolderNames.companionEndings)
  func `such a name is refused, but not its ending alone`(ending: String) {
    #expect(throws: ServiceError.storage(.target(path: "/x\(ending)", .companion))) {
      try Engines.checkName("/x\(ending)")
    }
    #expect(throws: Never.self) { try Engines.checkName("/\(ending)") }
  }
}
