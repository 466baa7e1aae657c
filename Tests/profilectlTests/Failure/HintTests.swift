import CommandLine
import Foundation
import Support
import Testing

@testable import profilectl

/// Tests the hints that other tests have recorded.
@Suite struct HintTests {
  private static let folders = [
    "Tests/EndToEndTests/Stories", "Tests/EndToEndTests/Golden", "Tests/profilectlTests/Failure",
  ]

  private static func recorded() -> [String] {
    var hints: Set<String> = []
    for folder in folders.map({ "\(Repository.path)/\($0)" }) {
      for file in FileManager.default.enumerator(atPath: folder)?.allObjects ?? [] {
        guard let name = file as? String, name.hasSuffix(".txt"),
          let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        else { continue }
        for line in text.split(separator: "\n") {
          let parts = line.components(separatedBy: "Hint: profilectl ")
          // An answer shows the words of a user, too.
          if parts.count == 2, ["", "! "].contains(parts[0]) { hints.insert(parts[1]) }
        }
      }
    }
    return hints.sorted()
  }

  @Test func `every recorded hint is a line of the program`() throws {
    let hints = Self.recorded()
    #expect(hints.count > 100)
    for hint in hints {
      #expect(throws: Never.self, "\(hint)") { try parse(hint) }
    }
  }

  /// Parses a hint as a shell and the program would, up to a complete command.
  private func parse(_ hint: String) throws {
    let line = hint.components(separatedBy: " > ")[0]
    let words = try ShellWords.split(line, variables: ["FOLDER": "/nowhere"])
    let request = try Parser(AllCommands.list.catalog).request(
      for: Token.list(words.map { Array($0.utf8) }), clock: .latest)
    if case .command(let parsed) = request {
      _ = try AllCommands.list[parsed.declaration].command(parsed)
    }
  }
}
