import CommandLine
import Testing

@testable import profilectl

@Suite struct ScriptLineTests {
  private func line(_ text: String) throws -> ScriptLine {
    let bytes = Array(text.utf8)
    return ScriptLine(
      number: 1, bytes: bytes, words: .success(try LineSplitter.textWords(of: bytes)))
  }

  @Test func `commands that stand alone do so wherever their name stands`() throws {
    let alone = AllCommands.types.map { $0.name }.filter { name in
      ["backup", "doctor", "run"].contains(name)
    }
    #expect(alone.count == 3)
    for command in AllCommands.types {
      let isAlone = alone.contains(command.name)
      for before in [
        "", "profilectl ", "--as zed --width 80 --color never --now 2026-01-01T00:00:00Z ",
      ] {
        #expect(try line(before + command.name).standsAlone == isAlone, "\(before)\(command.name)")
      }
    }
  }

  @Test(arguments: ["follow run", "show --tab backup doctor", "post run", "nonsense run", ""])
  func `names of people and texts are no commands`(text: String) throws {
    #expect(try !line(text).standsAlone)
  }
}
