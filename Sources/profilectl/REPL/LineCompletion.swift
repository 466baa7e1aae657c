import CommandLine
import Rendering
import Terminal

/// Completes lines at the prompt, with the same candidates as in a shell.
struct LineCompletion {
  let interpreter: Interpreter
  let origin: LineOrigin

  func candidates(for beforeCursor: String) -> LineEditor.Candidates {
    guard let line = LineSplitter.unfinished(typedAtPrompt: Array(beforeCursor.utf8)) else {
      return LineEditor.Candidates()
    }
    let (words, word) = (line.words, line.word)
    // Hints begin with the program's name, and can be typed as shown.
    let isNamed = words.first == Array("profilectl".utf8)
    let engine = CompletionEngine(catalog: interpreter.commands.catalog, context: context)
    let completions = engine.completions(
      of: word, after: isNamed ? Array(words.dropFirst()) : words)
    let exits = words.isEmpty ? Phrases.promptExits : []
    // At a prompt, `--db` and `repl` are not offered, except in help.
    let asksForHelp = words.contains(Array("help".utf8))
    let settled: [Candidate.Kind: String] = [
      .option: GlobalOptions.database.shape.spelled, .command: asksForHelp ? "" : ReplCommand.name,
    ]
    let candidates =
      completions.candidates.filter { settled[$0.kind] != $0.text }
      + exits.filter { $0.utf8.starts(with: word) }
      .map { Candidate($0, "Leave the prompt.", .command) }
    let files = completions.files.flatMap(line.files)
    return LineEditor.Candidates(
      words: candidates.map { line.typed($0.text) },
      lines: lines(of: candidates, isCut: completions.isCut), areCut: completions.isCut,
      closesWord: completions.endsWord,
      paths: files.map { paths(beginning: $0.path, $0.kind) } ?? [], lead: files?.lead ?? "")
  }

  /// The paths with this beginning, except names that a terminal can't show unchanged.
  ///
  /// The home folder takes the place of a leading `~`.
  private func paths(beginning typed: String, _ kind: FileKind) -> [String] {
    let typed = interpreter.environment.path(typed)
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = typed[..<start]
    let names = FolderNames.names(
      in: folder.isEmpty ? "." : String(folder), beginning: String(typed[start...]))
    // Readline would take a name that begins with `~` for a home folder.
    return names.filter { name in
      SafeText(name).string == name && !(folder.isEmpty && name.hasPrefix("~"))
        && (kind == .any || FileKind.mayBePicture(name))
    }.map { folder + $0 }
  }

  /// The candidates with their descriptions, one line each.
  ///
  /// Empty if the window is too small for all of them and the prompt.
  private func lines(of candidates: [Candidate], isCut: Bool) -> [String] {
    let size = interpreter.environment.console.size
    guard candidates.contains(where: { !$0.description.isEmpty }),
      candidates.count + (isCut ? 1 : 0) < size?.rows ?? 24
    else { return [] }
    let widest = candidates.map(\.text.utf8.count).max() ?? 0
    let room = (size?.columns ?? 80) - 1 - widest - 2
    return candidates.map { candidate in
      let gap = String(repeating: " ", count: widest - candidate.text.utf8.count + 2)
      let description = fitted(candidate.description, to: room)
      return description.isEmpty ? candidate.text : candidate.text + gap + description
    }
  }

  /// The part of a description that fits into `room` cells.
  private func fitted(_ description: String, to room: Int) -> String {
    var left = room
    return String(
      description.prefix { character in
        left -= CellWidth.of(character)
        return left >= 0
      })
  }

  /// Nil unless the database is open: only carrying out a line opens it.
  private func context(given options: [GivenOption]) throws -> CommandContext? {
    guard interpreter.network.current != nil else { return nil }
    return try CommandContext(
      given: options.filter { $0.name == GlobalOptions.user.shape.name }, from: origin,
      in: interpreter)
  }
}

extension UnfinishedLine {
  /// A word as typed, from the open quotation mark on if there is one.
  fileprivate func typed(_ text: String) -> String {
    let special =
      switch quote?.mark {
      case nil: " \t'\"\\"
      case "\""?: "\"\\$`"
      default: ""
      }
    return String(decoding: text.utf8.dropFirst(quote?.positionInWord ?? 0), as: UTF8.self)
      .map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// The typed part of a path, and the text before it; nil if the quotation mark is in the path.
  fileprivate func files(
    _ files: Completions.Files
  ) -> (path: String, lead: String, kind: FileKind)? {
    let lead = Array(files.lead.utf8)
    let position = quote?.positionInWord ?? 0
    guard position <= lead.count else { return nil }
    return (
      String(decoding: word.dropFirst(lead.count), as: UTF8.self),
      String(decoding: lead[position...], as: UTF8.self), files.kind
    )
  }
}
