import CommandLine
import Model
import Testing

@testable import profilectl

@Suite struct ParserTests {
  /// The command, the options and the operands of a parsed line.
  private func reading(_ words: [String]) throws -> [String] {
    let request = try SampleCommands.request(bytes: words.map { Array($0.utf8) })
    return switch request {
    case .command(let parsed):
      [parsed.declaration.name]
        + parsed.options.map { option in
          let value = option.value.map { "=" + String(decoding: $0, as: UTF8.self) } ?? ""
          return "--\(option.name)\(value)"
        } + parsed.operands.map { $0.text }
    case .help(.overview): ["help"]
    case .help(.command(let command)): ["help", command.name]
    case .help(.topic(let topic)): ["help", topic.rawValue]
    case .version: ["version"]
    }
  }

  @Test(arguments: [
    // Attached and separate values.
    ("timeline --limit 5", "timeline --limit=5"),
    ("timeline --limit=5", "timeline --limit=5"),
    ("timeline -n 5", "timeline --limit=5"),
    ("timeline -n5", "timeline --limit=5"),
    ("timeline -n=5", "timeline --limit=5"),
    ("post --alt= hi", "post --alt= hi"),
    ("post --alt=a=b hi", "post --alt=a=b hi"),
    // Clusters.
    ("timeline -qv", "timeline --quiet --verbose"),
    ("timeline -qvn5", "timeline --quiet --verbose --limit=5"),
    ("timeline -qn 5", "timeline --quiet --limit=5"),
    ("post -pq hi", "post --private --quiet hi"),
    ("timeline -nn", "timeline --limit=n"),
    // Values that begin with a dash.
    ("post --at -3d hi", "post --at=-3d hi"),
    ("post --alt --unknown hi", "post --alt=--unknown hi"),
    ("post --image - hi", "post --image=- hi"),
    // Global options before and after the command.
    ("--db a.db -q follow bob", "follow --db=a.db --quiet bob"),
    ("follow bob --db a.db", "follow --db=a.db bob"),
    ("--as=ana follow --json bob -y", "follow --as=ana --json --yes bob"),
    // The end of options.
    ("post -- --private", "post --private"),
    ("post -- --", "post --"),
    ("-- post --private", "post --private"),
    ("follow -- -", "follow -"),
    ("follow -", "follow -"),
    // Names of two words.
    ("cache", "cache"),
    ("cache clear", "cache clear"),
    ("-q cache clear --dry-run", "cache clear --quiet --dry-run"),
    // Any number of operands.
    ("help", "help"),
    ("help cache clear", "help cache clear"),
    // Help and version at any place.
    ("--help", "help"),
    ("-h follow", "help follow"),
    ("follow --help", "help follow"),
    ("follow --unknown --help", "help follow"),
    ("follow --db -h", "help follow"),
    ("timeline -qh", "help timeline"),
    ("cache clear -h", "help cache clear"),
    ("post -- --help", "post --help"),
    ("--version", "version"),
    ("follow bob --version", "version"),
    ("-q", "help --quiet"),
  ])
  func `a line is taken apart`(line: String, meaning: String) throws {
    let words = try reading(line.split(separator: " ").map(String.init))
    #expect(words.joined(separator: " ") == meaning)
  }

  @Test func `no word at all asks for help`() throws {
    #expect(try reading([]) == ["help"])
  }

  @Test(arguments: [
    ("folow bob", UsageError.Kind.unknownCommand(nearest: "follow"), 0 as Int?),
    ("fol bob", .unknownCommand(nearest: "follow"), 0),
    ("xyzzy", .unknownCommand(nearest: nil), 0),
    ("- bob", .unknownCommand(nearest: nil), 0),
    ("timeline --limti 5", .unknownOption(name: "--limti", nearest: "--limit"), 1),
    ("timeline --limti=5", .unknownOption(name: "--limti", nearest: "--limit"), 1),
    ("timeline --lim 5", .unknownOption(name: "--lim", nearest: "--limit"), 1),
    ("timeline -qz", .unknownOption(name: "-z", nearest: nil), 1),
    ("--limit 5 timeline", .unknownOption(name: "--limit", nearest: nil), 0),
    ("timeline --limit", .missingValue(option: "--limit", metavariable: "n"), 1),
    ("timeline --limit --all", .missingValue(option: "--limit", metavariable: "n"), 1),
    ("timeline --limit -q", .missingValue(option: "--limit", metavariable: "n"), 1),
    ("post --alt --image=a hi", .missingValue(option: "--alt", metavariable: "text"), 1),
    ("post --alt -- hi", .missingValue(option: "--alt", metavariable: "text"), 1),
    ("timeline -n", .missingValue(option: "--limit", metavariable: "n"), 1),
    ("timeline --all=yes", .unexpectedValue(option: "--all"), 1),
    ("follow", .missingOperand("<user>"), nil),
    ("follows", .missingOperand("<a>"), nil),
    ("delete-user ana bob", .extraOperand, 2),
    ("cache cleer", .extraOperand, 1),
    ("timeline ana", .extraOperand, 1),
    ("follow ana -", .dashNotAlone, 2),
    ("follow - ana", .dashNotAlone, 1),
    ("timeline --all -n5", .conflict("--all", "--limit"), 2),
    ("timeline -n5 --all", .conflict("--limit", "--all"), 2),
    ("timeline --count --after p1", .conflict("--count", "--after"), 2),
  ])
  func `a line that makes no sense says where`(
    line: String, kind: UsageError.Kind, position: Int?
  ) throws {
    let error = try #require(throws: ParseError.self) {
      try reading(line.split(separator: " ").map(String.init))
    }
    guard case .usage(let usage) = error.reason else {
      Issue.record("\(error.reason)")
      return
    }
    #expect(usage.kind == kind)
    #expect(usage.position == position)
  }

  @Test func `a trouble names the command once it is known`() throws {
    let early = try #require(throws: ParseError.self) { try reading(["--bogus", "follow"]) }
    #expect(early.declaration?.name == nil)
    let late = try #require(throws: ParseError.self) { try reading(["follow", "--bogus"]) }
    #expect(late.declaration?.name == "follow")
  }

  @Test(arguments: [
    ("folow --json", OutputFormat.json), ("--format ndjson x", .ndjson), ("--format=csv", .csv),
    ("--json --format text", .text), ("post -- --json", nil), ("--format nothing", nil),
  ])
  func `the form of an error is read from a line that is wrong`(
    line: String, format: OutputFormat?
  ) {
    let words = line.split(separator: " ").map { Array($0.utf8) }
    #expect(Parser.format(typedIn: Token.list(words)) == format)
  }

  @Test(arguments: [
    ("", "overview"), ("follow", "follow"), ("cache clear", "cache clear"),
    ("exit-codes", "exit-codes"),
  ])
  func `help is about a command or a topic`(words: String, subject: String) throws {
    let parser = Parser(SampleCommands.catalog)
    let name =
      switch try parser.subject(named: words.split(separator: " ").map(String.init)) {
      case .overview: "overview"
      case .command(let command): command.name
      case .topic(let topic): topic.rawValue
      }
    #expect(name == subject)
  }

  @Test func `help about nothing known names the nearest topic`() {
    #expect(throws: UsageError.self) {
      try Parser(SampleCommands.catalog).subject(named: ["exit-code"])
    }
  }
}
