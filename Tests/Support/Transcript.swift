import Foundation
import Testing

/// A story in a file: commands as typed and the expected answers.
///
///     # Following twice changes nothing.
///     $ profilectl create-user ana bob
///     ana	created
///     $ PROFILECTL_USER=ana profilectl follow -
///     < carl
///     ! Error: There is no user carl.
///     [67]
///
/// Standard output has no mark, standard error the mark `! `, and a status other than 0 stands in
/// brackets. `< ` lines are standard input. Blank lines and `#` lines belong to the story: an empty
/// line of output is a lone `\`, and `\` escapes a line that begins like a mark.
///
/// `$ export NAME=value` holds for the rest of the story; `$ cat > name` writes its `< ` lines to a
/// file. Words may contain '…', "…", `\` and `$NAME`. `$FOLDER` is the working folder; it holds a
/// copy of `sample.db` if the story names that file. At first `PROFILECTL_DB` is
/// `$FOLDER/story.db`. In output the path of the folder is replaced by `$FOLDER`.
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

  /// Runs the story and compares it with the file, or records it as `Golden` does.
  package func check(
    with program: Program? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(fileURLWithPath: path)
    let story = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let text = try replay(story, with: program ?? Program())
    Golden.compare(text, with: file, what: file.lastPathComponent, location: location)
  }

  /// The story with the answers of `program`.
  func replay(_ story: String, with program: Program) throws -> String {
    var run = StoryRun(program)
    if story.contains("sample.db") { _ = try SampleCopy(in: program.home) }
    var transcript: [String] = []
    var lines = story.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    if lines.last == "" { lines.removeLast() }
    while let line = lines.popFirst() {
      if line.isEmpty || line.hasPrefix("#") { transcript.append(line) }
      guard line.hasPrefix("$ ") else { continue }
      transcript.append(line)
      var input = ""
      while let next = lines.first, next == "<" || next.hasPrefix("< ") {
        transcript.append(next)
        input += next.dropFirst(2) + "\n"
        lines.removeFirst()
      }
      transcript += try run.answer(to: String(line.dropFirst(2)), input: input)
    }
    return transcript.map { $0 + "\n" }.joined()
  }
}

/// The program of a story, with the environment that the story has set so far.
private struct StoryRun {
  private var program: Program

  init(_ program: Program) {
    self.program = program
    self.program.environment["FOLDER"] = program.folder
    // A fixed clock, so that no story depends on the date.
    self.program.environment["PROFILECTL_NOW"] = "2026-05-01T12:00:00Z"
    if program.environment["PROFILECTL_DB"] == nil {
      self.program.environment["PROFILECTL_DB"] = "\(program.folder)/story.db"
    }
  }

  /// Runs a line and returns the lines of its answer.
  mutating func answer(to line: String, input: String) throws -> [String] {
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
      throw HarnessError("A story runs only profilectl, export and cat >, not: \(line)", output: [])
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
    // The rest after the last line feed is empty, or a line without a line feed.
    let rest = lines.removeLast()
    if rest != mark("") { lines += [rest, "\\(no line feed)"] }
    return lines
  }
}
