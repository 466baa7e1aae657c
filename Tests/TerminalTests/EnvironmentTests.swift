import Foundation
import Terminal
import Testing

@Suite struct EnvironmentTests {
  @Test func `an empty variable counts as unset`() throws {
    let environment = Environment().overriding(["NAME": "ana", "EMPTY": ""])
    #expect(try environment.value("NAME") == "ana")
    #expect(try environment.value("EMPTY") == nil)
    #expect(try environment.value("PROFILECTL_OTHER") == nil)
  }

  @Test func `the process's own variables are read`() async {
    await #expect(processExitsWith: .success) {
      setenv("PROFILECTL_DB", "/tmp/größe.db", 1)
      setenv("PROFILECTL_USER", "", 1)
      let path = try Environment().value("PROFILECTL_DB")
      let user = try Environment().value("PROFILECTL_USER")
      #expect(path == "/tmp/größe.db")
      #expect(user == nil)
    }
  }

  @Test func `a variable that is not UTF-8 is refused, not repaired`() async {
    await #expect(processExitsWith: .success) {
      setenv("PROFILECTL_DB", "a\u{1}b", 1)
      getenv("PROFILECTL_DB")?[1] = CChar(bitPattern: 0xFF)
      #expect {
        try Environment().value("PROFILECTL_DB")
      } throws: {
        ($0 as? Environment.NotText)?.name == "PROFILECTL_DB"
      }
    }
  }

  @Test func `arguments are the bytes of the command line`() {
    #expect(
      Invocation.arguments.map { String(decoding: $0, as: UTF8.self) }
        == Array(CommandLine.arguments.dropFirst()))
  }
}
