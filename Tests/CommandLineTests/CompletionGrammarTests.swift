import CommandLine
import Support
import Testing

@testable import profilectl

/// Tests completion without a database: `|` marks the cursor in each line.
@Suite struct CompletionGrammarTests {
  private struct NoDatabase: Error {}

  private func completions(_ line: String) throws -> Completions {
    #expect(line.last == "|")
    let words = line.dropLast().split(separator: " ", omittingEmptySubsequences: false)
      .map { Array($0.utf8) }
    let engine = CompletionEngine(catalog: SampleCommands.catalog) { _ in throw NoDatabase() }
    return engine.completions(of: words.last ?? [], after: words.dropLast())
  }

  private static let globals =
    "--db --as --format --json --fields --quiet --verbose --color --ascii --width --now --no-input "
    + "--yes --wait --help --version"
  /// The global options of commands whose answers have no fields.
  private static let plain = globals.replacing("--fields ", with: "")

  private static let table: [(line: String, offer: String)] = [
    // Commands.
    ("|", "follow post timeline delete-user cache follows help"),
    ("fol|", "follow follows"),
    ("-- fol|", "follow follows"),
    ("--db x -q fol|", "follow follows"),
    ("cache |", "clear"),
    ("cache c|", "clear"),
    ("cache clear c|", ""),
    ("cache --quiet c|", ""),
    // Options before and after the command.
    ("--|", globals),
    ("--f|", "--format --fields"),
    ("--json --f|", "--format --fields"),
    ("-|", "-q -v -y -h \(globals)"),
    ("post --|", "--image --alt --private --at \(plain)"),
    ("post --a|", "--alt --at --as --ascii"),
    ("post --at now --a|", "--alt --as --ascii"),
    ("post -i x --im|", ""),
    ("post -p|", "-p"),
    ("post -- --a|", ""),
    ("timeline --all --l|", ""),
    ("timeline --count --|", "--all --reverse \(globals)"),
    ("cache clear |", "--dry-run \(plain)"),
    ("cache clear -- |", ""),
    // Values.
    ("timeline --format |", "text json ndjson csv tsv svg html"),
    ("timeline --format=t|", "--format=text --format=tsv"),
    ("--format n|", "ndjson"),
    ("follow --format=n|", "--format=ndjson"),
    ("--color |", "auto never always"),
    ("--color=a|", "--color=auto --color=always"),
    ("post --at |", ""),
    ("post --at=|", ""),
    ("post --private=|", ""),
    ("post --unknown=|", ""),
    ("timeline --fields |", "id author text"),
    ("timeline --fields a|", "author"),
    ("timeline --fields id,|", "id,author id,text"),
    ("timeline --fields=id,text,|", "--fields=id,text,author"),
    ("timeline --fields no,|", ""),
    ("--fields |", ""),
    // Help.
    ("help f|", "follow follows formatting"),
    ("help e|", "exit-codes environment"),
    ("help cache |", "clear"),
    ("help cache clear |", ""),
    // Invalid lines.
    ("bogus |", ""),
    ("follow --bogus |", ""),
    ("--limit |", ""),
    ("follow --db --json |", ""),
  ]

  @Test(arguments: table)
  func `what may stand there is offered`(line: String, offer: String) throws {
    #expect(try completions(line).candidates.map(\.text).joined(separator: " ") == offer)
  }

  @Test(arguments: [
    ("--db |", FileKind.any, ""), ("--db x/y|", .any, ""), ("--db=x|", .any, "--db="),
    ("post --image |", .pictures, ""), ("post --image=~/|", .pictures, "--image="),
    ("post -i |", .pictures, ""),
  ])
  func `the caller looks for paths`(line: String, kind: FileKind, lead: String) throws {
    #expect(try completions(line) == Completions(files: .init(kind: kind, lead: lead)))
  }

  @Test(arguments: ["post -- --image=|", "|", "follow |", "post |", "--as |"])
  func `no paths are offered elsewhere`(line: String) throws {
    #expect(try completions(line).files == nil)
  }

  @Test func `a candidate says what it is`() throws {
    let candidates = try completions("timeline --r|").candidates + completions("del|").candidates
    #expect(
      candidates == [
        Candidate("--reverse", "Reverse the order.", .option),
        Candidate("delete-user", "Delete a user and everything of theirs.", .command),
      ])
    #expect(
      try completions("--color |").candidates.map(\.description) == ["the default", "", ""])
  }

  @Test func `a list of fields continues after a candidate`() throws {
    #expect(try !completions("timeline --fields |").endsWord)
    #expect(try completions("timeline |").endsWord)
  }

  @Test func `bad UTF-8 gets no offer and does no harm before the word`() {
    let engine = CompletionEngine(catalog: SampleCommands.catalog) { _ in throw NoDatabase() }
    let bad: [UInt8] = [0x66, 0xFF]
    #expect(engine.completions(of: bad, after: []) == Completions())
    #expect(
      engine.completions(of: Array("--no-i".utf8), after: [Array("post".utf8), bad]).candidates
        .map(\.text) == ["--no-input"])
  }

  @Test func `every option of every command is offered with its summary`() {
    let engine = CompletionEngine(catalog: AllCommands.list.catalog) { _ in throw NoDatabase() }
    for command in AllCommands.list.catalog.declarations {
      let words = command.name.split(separator: " ").map { Array($0.utf8) }
      let shapes = command.options + command.globalOptions
      #expect(
        engine.completions(of: Array("--".utf8), after: words).candidates
          == shapes.map { Candidate($0.spelled, $0.summary, .option) })
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `whatever is typed, an offer continues what is typed`(seed: UInt64) {
    let engine = CompletionEngine(catalog: AllCommands.list.catalog) { _ in throw NoDatabase() }
    var generator = SeededGenerator(seed: seed)
    let pieces =
      AllCommands.list.catalog.names + GlobalOptions.shapes.map(\.spelled)
      + ["--", "-", "=", "-n", "--tab=", ",", "@", "", "\t", "\n:", "é", "--fields=", "12"]
    for _ in 0..<2_000 {
      let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<Int.random(in: 1...2, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? ""
        }.joined()
      }
      let word = words.last ?? ""
      let completions = engine.completions(
        of: Array(word.utf8), after: words.dropLast().map { Array($0.utf8) })
      #expect(completions.candidates.count <= CompletionEngine.limit)
      for candidate in completions.candidates {
        #expect(candidate.text.utf8.starts(with: word.utf8), "\(words)")
        #expect(candidate.text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }, "\(words)")
        #expect(candidate.description.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(words)")
      }
    }
  }
}
