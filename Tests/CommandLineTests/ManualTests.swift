import CommandLine
import Foundation
import Rendering
import Support
import Testing

@testable import profilectl

/// Tests the manuals generated from the declarations.
@Suite struct ManualTests {
  @Test func `docs holds the manual of the commands there are`() {
    Golden.expect(
      CommandsManual(catalog: AllCommands.list.catalog).markdown,
      inRepositoryFile: "docs/commands.md")
  }

  @Test func `the manual page holds every command`() {
    Golden.expect(ManualPage(SampleCommands.catalog).mdoc)
  }

  @Test func `every line of the manual page is short and no text begins a macro`() {
    let page = ManualPage(AllCommands.list.catalog).mdoc
    #expect(page.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    for line in page.split(separator: "\n") {
      #expect(line.utf8.count <= 80 || line.hasPrefix(".It"), "\(line)")
      #expect(line.first != "'" && !line.hasSuffix(" "), "\(line)")
    }
  }

  @Test func `text keeps its dots, hyphens, quotation marks and backslashes`() {
    #expect(
      Mdoc.text(".profile says 'a-b' ~ \\n.\nNext? Yes")
        == "\\&.profile says \\(aqa\\-b\\(aq \\(ti \\en.\nNext?\nYes")
    #expect(Mdoc.argument("say \"it\"") == "\"say \"\"it\"\"\"")
  }

  @Test func `programs get a description of every command`() throws {
    let record = CommandsDocument(catalog: SampleCommands.catalog).record(about: .overview)
    let text = record.output(as: .json).text
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    Golden.expect(text)
  }

  @Test func `programs get a description of one command or topic`() throws {
    let document = CommandsDocument(catalog: SampleCommands.catalog)
    let command = document.record(about: .command(Follows.declaration))
    #expect(command.values.contains(.string("follows")))
    let topic = document.record(about: .topic(.exitCodes))
    #expect(topic.keys == ["name", "summary", "text"])
  }
}
