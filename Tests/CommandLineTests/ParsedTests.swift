import CommandLine
import Model
import Terminal
import Testing

@testable import profilectl

@Suite struct ParsedTests {
  private func parsed(_ words: String...) throws -> Parsed {
    try parsed(bytes: words.map { Array($0.utf8) })
  }

  private func parsed(bytes words: [[UInt8]]) throws -> Parsed {
    guard case .command(let parsed) = try SampleCommands.request(bytes: words) else {
      throw UsageError(.extraOperand)
    }
    return parsed
  }

  @Test func `a command reads its values by its constants`() throws {
    let post = try Compose(
      parsed("post", "--alt", "A boat", "-p", "--at", "2026-01-02", "-i", "boat.png", "Hello"))
    #expect(post.text == (try PostText("Hello")))
    #expect(post.alt == (try AltText("A boat")))
    #expect(post.isPrivate)
    #expect(post.image == "boat.png")
    #expect(post.at == Moment(seconds: 1_767_312_000))
  }

  @Test func `what is not given has its fallback`() throws {
    let list = try Timeline(parsed("timeline")).list
    #expect(list.limit == 20)
    #expect(list.after == nil)
    #expect(!list.onlyCounts && !list.isReversed)
    let global = try GlobalOptions(parsed("timeline"))
    #expect(global.format == nil && global.fields == nil && global.wait == 30)
    #expect(global.mayAsk && !global.saysYes && global.color == .auto)
  }

  @Test func `the last of an option given twice counts`() throws {
    #expect(try Timeline(parsed("timeline", "-n5", "--limit", "7")).list.limit == 7)
    #expect(try GlobalOptions(parsed("--json", "timeline", "--format", "csv")).format == .csv)
    #expect(try GlobalOptions(parsed("--format=csv", "timeline", "--json")).format == .json)
    #expect(try GlobalOptions(parsed("-q", "timeline", "-v")).isVerbose)
    #expect(try !GlobalOptions(parsed("-q", "timeline", "-v")).isQuiet)
  }

  @Test func `all is without limit`() throws {
    #expect(try Timeline(parsed("timeline", "--all")).list.limit == nil)
  }

  @Test func `a bad item keeps its own refusal`() throws {
    let follow = try Follow(parsed("follow", "@Ana", "b d", "cid"))
    #expect(follow.users.typed.map(\.input) == ["@Ana", "b d", "cid"])
    #expect(try follow.users.typed[0].value.get() == Handle("ana"))
    let refusal = RefusedValue(
      input: "b d", parameter: "<user>", reason: .breach(RuleBreach(.handle, .handleCharacters)))
    #expect(follow.users.typed[1].value == .failure(refusal))
    #expect(throws: refusal) { try follow.users.values() }
  }

  @Test func `a lone dash stands for standard input`() throws {
    let follow = try Follow(parsed("follow", "-"))
    #expect(follow.users.readsStandardInput && follow.users.typed.isEmpty)
    let post = try parsed("post", "-")
    #expect(post.readsStandardInput)
    #expect(try post.value(of: Compose.text) == nil)
    let literal = try parsed("post", "--", "-")
    #expect(!literal.readsStandardInput)
    #expect(try literal.value(of: Compose.text)?.string == "-")
  }

  @Test(arguments: [
    ("bob", "bob"), ("  bob\t ", "bob"), ("bob\tBob B.\t3", "bob"), ("", nil), (" \t", nil),
    ("# bob", nil), ("  # bob", nil), ("@bob", "@bob"),
  ])
  func `a line of standard input is an item`(line: String, input: String?) throws {
    let users = try Follow(parsed("follow", "-")).users
    #expect(users.item(onLine: Array(line.utf8), number: 1)?.input == input)
  }

  @Test func `bad UTF-8 is refused with its position, never repaired`() throws {
    let bad: [UInt8] = Array("ab".utf8) + [0xFF] + Array("c".utf8)
    let text = try parsed(bytes: [Array("post".utf8), bad])
    #expect(
      throws: RefusedValue(
        input: "ab\u{FFFD}c", parameter: "<text>",
        reason: .breach(RuleBreach(.text, .notUTF8(position: 2))))
    ) { try text.value(of: Compose.text) }
    let file = try parsed(bytes: [Array("post".utf8), Array("--image=é".utf8) + [0xC3]])
    #expect(
      throws: RefusedValue(
        input: "é\u{FFFD}", parameter: "--image", reason: .unreadable(.text(badByteAt: 2)))
    ) { try file.value(of: Compose.image) }
  }

  @Test(arguments: [
    ("timeline --limit 0", ExpectedForm.number(1...1_000_000)),
    ("timeline --limit 5x", .number(1...1_000_000)),
    ("timeline --limit 99999999999999999999", .number(1...1_000_000)),
    ("timeline --limit +5", .number(1...1_000_000)),
    ("timeline --after nowhere", .cursor),
    ("post --at tomorrow hi", .time(nearest: nil)),
    ("post --at yesterdy hi", .time(nearest: "yesterday")),
    ("post --image= hi", .file),
  ])
  func `a value that can't be read says what it should be`(
    line: String, expectation: ExpectedForm
  ) throws {
    let words = line.split(separator: " ").map { Array($0.utf8) }
    let error = try #require(throws: RefusedValue.self) {
      guard case .command(let parsed) = try SampleCommands.request(bytes: words)
      else { return }
      _ = try SampleCommands.list[parsed.declaration].command(parsed)
    }
    #expect(error.reason == .unreadable(expectation))
  }

  @Test func `a format is one of the command's`() throws {
    #expect(try GlobalOptions(parsed("timeline", "--format", "svg")).format == .svg)
    let error = try #require(throws: RefusedValue.self) {
      try GlobalOptions(parsed("cache", "--format", "jsn"))
    }
    let words = ["text", "json", "ndjson", "csv", "tsv"]
    #expect(error.reason == .unreadable(.choice(words, nearest: "json")))
  }

  @Test func `fields are the command's`() throws {
    #expect(
      try GlobalOptions(parsed("timeline", "--fields", "text,id")).fields == ["text", "id"])
    let known = ["id", "author", "text"]
    let misspelled = try #require(throws: RefusedValue.self) {
      try GlobalOptions(parsed("timeline", "--fields", "id,autor"))
    }
    #expect(
      misspelled.reason
        == .unreadable(.field(typed: "autor", known: known, nearest: "author")))
    let empty = try #require(throws: RefusedValue.self) {
      try GlobalOptions(parsed("timeline", "--fields="))
    }
    #expect(
      empty.reason == .unreadable(.field(typed: "", known: known, nearest: nil)))
    let none = try #require(throws: RefusedValue.self) {
      try GlobalOptions(parsed("cache", "--fields", "id"))
    }
    #expect(none.reason == .unreadable(.noFields))
  }

  @Test func `relative times count from the time the line says it is`() throws {
    let post = try Compose(parsed("--now", "2026-01-02", "post", "--at", "-1d", "hi"))
    #expect(post.at == Moment(seconds: 1_767_225_600))
    let plain = try Compose(parsed("post", "--at", "-1d", "hi"))
    #expect(plain.at == Moment(seconds: 1_777_636_800 - 86_400))
  }

  @Test func `a bad now is refused before anything counts from it`() throws {
    let trouble = try #require(throws: ParseError.self) { try parsed("--now", "x", "cache") }
    guard case .value(let value) = trouble.reason else {
      Issue.record("\(trouble.reason)")
      return
    }
    #expect(value.parameter == "--now")
  }

  @Test func `a variable is read like a value`() throws {
    let environment = Environment().overriding(["NOW": "-1d", "USER": "b d", "EMPTY": ""])
    let now = SampleCommands.noon
    #expect(
      try ValueKind.time.value(of: "NOW", in: environment, now: now)
        == Moment(seconds: 1_777_636_800 - 86_400))
    #expect(try ValueKind.time.value(of: "EMPTY", in: environment, now: now) == nil)
    let refusal = RefusedValue(
      input: "b d", parameter: "USER", reason: .breach(RuleBreach(.handle, .handleCharacters)))
    #expect(throws: RefusedVariable(refusal: refusal)) {
      try ValueKind.handle.value(of: "USER", in: environment, now: now)
    }
  }

  @Test func `a host is letters, digits and hyphens between dots`() throws {
    func host(_ typed: String) throws(ValueError) -> String {
      try ValueKind<String>.host.read(Array(typed.utf8), LocalClock(now: SampleCommands.noon))
    }
    let names = ["localhost", "a-1.Example.org", String(repeating: "a", count: 63)]
    for name in names { #expect(try host(name) == name) }
    let others = [
      "", " ", "a b", "a,b", "a\nb", "a\"&<b", "a..b", "a.", "-a.b", "a-.b", "\u{E9}.org",
      String(repeating: "a", count: 64), String(repeating: "a.", count: 127),
    ]
    for name in others {
      #expect(throws: ValueError.unreadable(.host), "\(name)") { try host(name) }
    }
  }
}
