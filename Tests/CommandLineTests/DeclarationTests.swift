import CommandLine
import Foundation
import Model
import Rendering
import Support
import Testing

@testable import profilectl

/// Tests rules of all declarations.
@Suite struct DeclarationTests {
  private static let lists = [AllCommands.list, SampleCommands.list]
  private static let declarations = lists.flatMap { $0.catalog.declarations }

  @Test func `names are unique`() {
    for list in Self.lists {
      let names = list.catalog.names + Topic.allCases.map(\.rawValue)
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `a declaration bears its command's name`() {
    for list in Self.lists {
      #expect(list.catalog.declarations.map(\.name) == list.catalog.names)
    }
  }

  @Test func `lists declare the columns for a pipe`() {
    for declaration in AllCommands.list.catalog.declarations {
      let isList = declaration.options.contains { $0.name == ListOptions.limit.shape.name }
      let hasOwnForm = declaration.fields.contains("tab")
      #expect(declaration.columns.isEmpty == (!isList || hasOwnForm), "\(declaration.name)")
      // The fields of a notice include its post, whose text is a column.
      let columns = Set(declaration.columns).subtracting(
        declaration.fields == RecordKind.notice.keys ? ["text"] : [])
      #expect(columns.isSubset(of: declaration.fields), "\(declaration.name)")
    }
  }

  @Test func `summaries are one short line`() {
    for declaration in Self.declarations {
      let texts =
        [declaration.summary] + declaration.operands.map(\.summary)
        + declaration.options.map(\.summary)
      for text in texts {
        #expect(text.count <= 80 && text.last == "." && !text.contains("\n"), "\(text)")
        #expect(text.utf8.allSatisfy { $0 < 0x7F }, "\(text)")
      }
    }
  }

  @Test func `summaries stand on one line of the overview`() {
    let summaries =
      Self.declarations.map(\.summary) + Topic.allCases.map(\.summary)
    for summary in summaries { #expect(summary.count <= 54, "\(summary)") }
  }

  @Test func `only the help says what a dash stands for`() {
    for operand in Self.declarations.flatMap(\.operands) {
      #expect(!operand.acceptsStandardInput || !operand.summary.contains(" - "))
    }
  }

  @Test func `options have names of their own`() {
    for declaration in Self.declarations {
      let shapes = declaration.options + GlobalOptions.shapes
      let names = shapes.map(\.spelled) + shapes.compactMap { $0.short.map { "-\($0)" } }
      #expect(Set(names).count == names.count, "\(declaration.name)")
    }
  }

  @Test func `operands have names of their own and the repeated one is last`() {
    for declaration in Self.declarations {
      let operands = declaration.operands
      #expect(Set(operands.map(\.name)).count == operands.count, "\(declaration.name)")
      #expect(!operands.dropLast().contains { $0.count == .oneOrMore }, "\(declaration.name)")
    }
  }

  @Test func `examples can be typed`() throws {
    for list in Self.lists {
      for example in list.catalog.declarations.flatMap(\.examples) {
        try parse(example.line, list)
      }
    }
  }

  @Test func `the first steps can be typed`() throws {
    for line in HelpPage.firstSteps { try parse(line, AllCommands.list) }
  }

  /// Parses a line up to a complete command.
  private func parse(_ line: String, _ list: CommandList) throws {
    let piped = line.components(separatedBy: " | ").last ?? ""
    let own = piped.components(separatedBy: " && ").first ?? ""
    let command = own.components(separatedBy: " > ").first ?? ""
    let words = try ShellWords.split(command, variables: [:]).dropFirst().map { Array($0.utf8) }
    let request = try Parser(list.catalog)
      .request(for: Token.list(Array(words)), clock: LocalClock(now: SampleCommands.noon))
    guard case .command(let parsed) = request else {
      Issue.record("\(line) asks for no command.")
      return
    }
    _ = try list[parsed.declaration].command(parsed)
  }
}
