import Foundation
import Support
import Testing

/// An error of the program in its JSON form.
struct Refusal: Decodable, Equatable {
  let code: String
  let exit: Int32
  let message: String
  let hint: String?
  let input: String?

  /// Runs `words` with text and with JSON output and checks both errors against the contract's §4.
  ///
  /// Standard output must be empty and the folder unchanged, except for the files in `omitting`.
  @discardableResult
  static func expect(
    _ code: String, _ status: Int32, from program: Program, _ words: [String], input: String = "",
    omitting: Set<String> = ["net.db-lock"], location: SourceLocation = #_sourceLocation
  ) throws -> Refusal? {
    let before = try FolderState(of: program.home, omitting: omitting)
    let typed = try program.run(words, input: Array(input.utf8))
    let asked = try program.run(words + ["--json"], input: Array(input.utf8))
    let line = words.joined(separator: " ")
    #expect(typed.status == status, "\(line): \(typed.stderr)", sourceLocation: location)
    #expect(typed.stdout == "", "\(line)", sourceLocation: location)
    expectWords(typed.stderr, isUsage: status == 64, location)
    #expect(asked.status == status, "\(line): \(asked.stderr)", sourceLocation: location)
    #expect(asked.stdout == "", "\(line)", sourceLocation: location)
    let refusal = try parse(asked.stderr, location)
    #expect(refusal?.code == code, "\(line): \(asked.stderr)", sourceLocation: location)
    #expect(refusal?.exit == status, "\(line)", sourceLocation: location)
    let after = try FolderState(of: program.home, omitting: omitting)
    #expect(
      after == before, "\(line)\nbefore:\n\(before)\nafter:\n\(after)",
      sourceLocation: location)
    return refusal
  }

  /// Parses an error that must be one line of JSON with all keys in order.
  static func parse(
    _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws -> Refusal? {
    #expect(text.hasPrefix("{\"error\":{") && text.hasSuffix("}}\n"), sourceLocation: location)
    let keys = ["code", "exit", "message", "hint", "input"]
    let places = keys.compactMap { text.range(of: "\"\($0)\":")?.lowerBound }
    #expect(places.count == keys.count && places == places.sorted(), sourceLocation: location)
    let objects = try JSONDecoder().decode([String: Refusal].self, from: Data(text.utf8))
    return objects["error"]
  }

  /// Expects `Error: ….`, at most one `Hint:`, and for a usage error the two lines about help.
  private static func expectWords(_ text: String, isUsage: Bool, _ location: SourceLocation) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    #expect(lines.popLast() == "", sourceLocation: location)
    let message = lines.popFirst() ?? ""
    #expect(message.hasPrefix("Error: "), "\(text)", sourceLocation: location)
    #expect(message.hasSuffix(".") || message.hasSuffix("?"), "\(text)", sourceLocation: location)
    if lines.first?.hasPrefix("Hint: ") == true { lines.removeFirst() }
    if isUsage {
      #expect(lines.popFirst()?.hasPrefix("Usage: profilectl ") == true, sourceLocation: location)
      let last = lines.popFirst() ?? ""
      #expect(
        last.hasPrefix("See 'profilectl") && last.hasSuffix("--help' for more information."),
        sourceLocation: location)
    }
    #expect(lines.isEmpty, "\(text)", sourceLocation: location)
  }
}
