import CommandLine
import Model
import Support
import Testing

@testable import profilectl

/// Prints parsed command lines in every form and parses them again.
@Suite struct RoundTripTests {
  private struct Line: Equatable {
    var options: [[String]]
    var operands: [String]
  }

  private static let strings = [
    "", "-", "--", "-3d", "--alt", "--alt=x", "-q", "=", "=x", "a b", "über", "--unknown", "plain",
  ]

  @Test(arguments: UInt64(1)...300)
  func `what is printed is read back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shapes =
      Compose.declaration.options
      + GlobalOptions.shapes.filter {
        !["help", "version", "now"].contains($0.name)
      }
    let line = randomLine(shapes, &random)
    let words = printed(line, shapes, &random)
    let request = try SampleCommands.request(bytes: words.map { Array($0.utf8) })
    guard case .command(let parsed) = request else {
      Issue.record("\(words) asks for something else.")
      return
    }
    #expect(parsed.declaration.name == "post")
    let options = parsed.options.map { option in
      [option.name] + (option.value.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
    }
    let read = Line(options: options, operands: parsed.operands.map { $0.text })
    #expect(read == line, "\(words)")
  }

  private func randomLine(
    _ shapes: [OptionShape], _ random: inout SeededGenerator
  ) -> Line {
    let options = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
      shapes.randomElement(using: &random)
    }
    return Line(
      options: options.map { shape in
        shape.value == nil
          ? [shape.name] : [shape.name, Self.strings.randomElement(using: &random) ?? ""]
      },
      operands: Bool.random(using: &random)
        ? [Self.strings.randomElement(using: &random) ?? ""] : [])
  }

  /// Options in their order around the command; a dashed operand after `--`.
  private func printed(
    _ line: Line, _ shapes: [OptionShape], _ random: inout SeededGenerator
  ) -> [String] {
    var words: [String] = []
    var isCommandNamed = false
    let globals = GlobalOptions.shapes.map(\.name)
    for option in line.options {
      if !isCommandNamed, !globals.contains(option[0]) || Bool.random(using: &random) {
        words.append("post")
        isCommandNamed = true
      }
      let shape = shapes.first { $0.name == option[0] }
      words += printed(option, short: shape?.short, &random)
    }
    if !isCommandNamed { words.append("post") }
    guard let operand = line.operands.first else { return words }
    let needsTerminator = operand.hasPrefix("-") && operand != "-"
    return words + (needsTerminator || Bool.random(using: &random) ? ["--"] : []) + [operand]
  }

  private func printed(
    _ option: [String], short: Character?, _ random: inout SeededGenerator
  ) -> [String] {
    guard option.count == 2 else {
      guard let short, Bool.random(using: &random) else { return ["--\(option[0])"] }
      return ["-\(short)"]
    }
    let (name, value) = (option[0], option[1])
    let canFollow = !["--", "--alt", "--alt=x", "-q"].contains(value)
    switch Int.random(in: 0...3, using: &random) {
    case 0 where canFollow: return ["--\(name)", value]
    case 1 where short != nil && canFollow: return ["-\(short ?? " ")", value]
    case 2 where short != nil && !value.isEmpty && !value.hasPrefix("="):
      return ["-\(short ?? " ")\(value)"]
    default: return ["--\(name)=\(value)"]
    }
  }
}
