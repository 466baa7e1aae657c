import CommandLine
import Testing

@testable import profilectl

@Suite struct ScriptLineTests {
  private func line(_ text: String) throws -> ScriptLine {
    let bytes = Array(text.utf8)
    return ScriptLine(
      number: 1, bytes: bytes, words: .success(try LineSplitter.textWords(of: bytes)),
      AllCommands.list)
  }

  @Test func `commands that stand alone do so wherever their name stands`() throws {
    let alone = AllCommands.list.catalog.names.filter { name in
      ["backup", "config set", "config unset", "doctor", "export", "migrate", "run", "sync"]
        .contains(name) || name.hasPrefix("share ") && name != "share keys"
    }
    #expect(alone.count == 16)
    for name in AllCommands.list.catalog.names {
      let isAlone = alone.contains(name)
      for before in [
        "", "profilectl ", "--as zed --width 80 --color never --now 2026-01-01T00:00:00Z ",
      ] {
        #expect(try line(before + name).standsAlone == isAlone, "\(before)\(name)")
      }
    }
  }

  @Test(arguments: ["follow run", "show --tab backup doctor", "post run", "nonsense run", ""])
  func `names of people and texts are no commands`(text: String) throws {
    #expect(try !line(text).standsAlone)
  }
}
