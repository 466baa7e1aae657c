import Foundation
import Testing

/// A story in a file: commands as typed, and what the program must answer.
///
///     # Following twice changes nothing.
///     $ profilectl create-user ana bob
///     ana	created
///     $ PROFILECTL_USER=ana profilectl follow -
///     < carl
///     ! Error: There is no user carl.
///     [67]
///
/// Standard output stands as it came, standard error after `! `, a status other than 0 in brackets;
/// `< ` lines are standard input. Blank lines and `#` lines are the story's own, so an empty line
/// of output is a lone `\`, and a `\` protects a line that begins like one of these marks. `$
/// export NAME=value` holds for the rest; `$ cat > name` writes its `< ` lines to a file. Words
/// know '…', "…", `\` and `$NAME`. `$FOLDER` is the working folder, empty but for a copy of
/// `sample.db` when the story speaks of it; `PROFILECTL_DB` is `$FOLDER/story.db` at first.
/// Wherever the value of `$FOLDER` comes out it is shown as `$FOLDER`.
package struct Transcript: Sendable, CustomTestStringConvertible {
  package let path: String

  package var testDescription: String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  package init(path: String) {
    self.path = path
  }

  /// The `.txt` files of a folder beside the test's own file, by name.
  package static func all(in folder: String, filePath: String = #filePath) -> [Transcript] {
    let place = URL(fileURLWithPath: filePath).deletingLastPathComponent()
      .appendingPathComponent(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map {
      Transcript(path: "\(place)/\($0)")
    }
  }

  /// Plays the story and compares it with the file, or records it as `Golden` does.
  package func check(
    with program: Program? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(fileURLWithPath: path)
    let story = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let told = try retell(story, with: program ?? Program())
    Golden.compare(told, with: file, what: file.lastPathComponent, location: location)
  }

  /// The story with the answers that the program gives now.
  func retell(_ story: String, with program: Program) throws -> String {
    var stage = Stage(program)
    if story.contains("sample.db") { _ = try SampleCopy(in: program.home) }
    var told: [String] = []
    var lines = story.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    if lines.last == "" { lines.removeLast() }
    while let line = lines.popFirst() {
      if line.isEmpty || line.hasPrefix("#") { told.append(line) }
      guard line.hasPrefix("$ ") else { continue }
      told.append(line)
      var input = ""
      while let next = lines.first, next == "<" || next.hasPrefix("< ") {
        told.append(next)
        input += next.dropFirst(2) + "\n"
        lines.removeFirst()
      }
      told += try stage.play(String(line.dropFirst(2)), input: input)
    }
    return told.map { $0 + "\n" }.joined()
  }
}

/// Where a story is played: the program and what the story has changed about it.
private struct Stage {
  private var program: Program

  init(_ program: Program) {
    self.program = program
    self.program.environment["FOLDER"] = program.folder
    // No story depends on the day.
    self.program.environment["PROFILECTL_NOW"] = "2026-05-01T12:00:00Z"
    if program.environment["PROFILECTL_DB"] == nil {
      self.program.environment["PROFILECTL_DB"] = "\(program.folder)/story.db"
    }
  }

  /// The lines that follow a command in a transcript.
  mutating func play(_ line: String, input: String) throws -> [String] {
    var words = try ShellWords.split(line, variables: program.environment)[...]
    var once = program
    while let word = words.first, let (name, value) = ShellWords.assignment(word) {
      once.environment[name] = value
      words.removeFirst()
    }
    switch words.popFirst() {
    case "profilectl":
      return shown(try once.run(Array(words), input: Array(input.utf8)))
    case "export":
      for (name, value) in words.compactMap(ShellWords.assignment) {
        program.environment[name] = value
      }
      return []
    case "cat" where words.count == 2 && words.first == ">":
      try Data(input.utf8).write(
        to: URL(fileURLWithPath: "\(program.folder)/\(words[words.endIndex - 1])"))
      return []
    default:
      throw Unanswered("A story knows only profilectl, export and cat >, not: \(line)", said: [])
    }
  }

  private func shown(_ answer: Answer) -> [String] {
    let output = marked(answer.stdout) { looksLikeMark($0) ? "\\" + $0 : $0 }
    let errors = marked(answer.stderr) { $0.isEmpty ? "!" : "! " + $0 }
    return output + errors + (answer.status == 0 ? [] : ["[\(answer.status)]"])
  }

  private func looksLikeMark(_ line: String) -> Bool {
    if ["", "!", "<"].contains(line) { return true }
    if line.hasPrefix("["), line.hasSuffix("]") { return Int(line.dropFirst().dropLast()) != nil }
    return ["$ ", "! ", "< ", "#", "\\"].contains { line.hasPrefix($0) }
  }

  private func marked(_ text: String, mark: (String) -> String) -> [String] {
    var lines = text.replacingOccurrences(of: program.folder, with: "$FOLDER")
      .utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { mark(String(decoding: $0, as: UTF8.self)) }
    // What follows the last line feed: nothing, or a line that was left open.
    let rest = lines.removeLast()
    if rest != mark("") { lines += [rest, "\\(no line feed)"] }
    return lines
  }
}
