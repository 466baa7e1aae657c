import CommandLine
import Foundation
import Model
import Support
import Testing

@testable import profilectl

/// What holds for every declaration there is.
@Suite struct DeclarationTests {
  private static let lists: [[any Command.Type]] = [AllCommands.types, SampleCommands.types]

  @Test func `names are unique`() {
    for types in Self.lists {
      let names = types.map { $0.name } + Topic.allCases.map(\.rawValue)
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `a declaration bears its command's name`() {
    for type in Self.lists.joined() { #expect(type.declaration.name == type.name) }
  }

  @Test func `lists say what a pipe gets of them`() {
    for type in AllCommands.types {
      let declaration = type.declaration
      let isList = declaration.options.contains { $0.name == ListOptions.limit.shape.name }
      let hasOwnForm = declaration.fields.contains("tab")
      #expect(declaration.columns.isEmpty == (!isList || hasOwnForm), "\(type.name)")
      #expect(Set(declaration.columns).isSubset(of: declaration.fields), "\(type.name)")
    }
  }

  @Test func `summaries are one short line`() {
    for type in Self.lists.joined() {
      let declaration = type.declaration
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
      Self.lists.joined().map { $0.declaration.summary } + Topic.allCases.map(\.summary)
    for summary in summaries { #expect(summary.count <= 54, "\(summary)") }
  }

  @Test func `only the help says what a dash stands for`() {
    for operand in Self.lists.joined().flatMap({ $0.declaration.operands }) {
      #expect(!operand.acceptsStandardInput || !operand.summary.contains(" - "))
    }
  }

  @Test func `options have names of their own`() {
    for type in Self.lists.joined() {
      let shapes = type.declaration.options + GlobalOptions.shapes
      let names = shapes.map(\.spelled) + shapes.compactMap { $0.short.map { "-\($0)" } }
      #expect(Set(names).count == names.count, "\(type.name)")
    }
  }

  @Test func `operands have names of their own and the repeated one is last`() {
    for type in Self.lists.joined() {
      let operands = type.declaration.operands
      #expect(Set(operands.map(\.name)).count == operands.count, "\(type.name)")
      #expect(!operands.dropLast().contains { $0.count == .oneOrMore }, "\(type.name)")
    }
  }

  @Test func `examples can be typed`() throws {
    for types in Self.lists {
      for type in types {
        for example in type.declaration.examples { try parse(example.line, types) }
      }
    }
  }

  @Test func `the first steps can be typed`() throws {
    for line in HelpPage.firstSteps { try parse(line, AllCommands.types) }
  }

  /// Goes as far as a complete command.
  private func parse(_ line: String, _ types: [any Command.Type]) throws {
    let piped = line.components(separatedBy: " | ").last ?? ""
    let own = piped.components(separatedBy: " && ").first ?? ""
    let command = own.components(separatedBy: " > ").first ?? ""
    let words = try ShellWords.split(command, variables: [:]).dropFirst().map { Array($0.utf8) }
    let request = try Parser(CommandCatalog(types))
      .request(for: Token.list(Array(words)), clock: SampleCommands.noon)
    guard case .command(let parsed) = request else {
      Issue.record("\(line) asks for no command.")
      return
    }
    let type = types.first { $0.name == parsed.declaration.name }
    _ = try #require(type).init(parsed)
  }
}
