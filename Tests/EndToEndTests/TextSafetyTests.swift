import Foundation
import Support
import Testing

/// Tests that no text controls the terminal, in any command, error or prompt.
@Suite struct TextSafetyTests {
  struct Danger: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    init(_ name: String, _ text: String) {
      testDescription = name
      self.text = text
    }
  }

  /// The characters that reorder text: embeddings, overrides, isolates and marks.
  static let reorderings =
    Array(0x202A...0x202E) + Array(0x2066...0x2069) + [0x061C, 0x200E, 0x200F]

  static let dangers =
    [
      Danger("DEL", "\u{7F}"), Danger("CSI", "\u{1B}[2J\u{1B}[31m"),
      Danger("OSC title", "\u{1B}]0;owned\u{7}"),
      Danger("OSC clipboard", "\u{1B}]52;c;b3duZWQ=\u{1B}\\"), Danger("DCS", "\u{1B}P+q\u{1B}\\"),
      Danger("APC", "\u{1B}_G\u{1B}\\"), Danger("C1 CSI", "\u{9B}2J"), Danger("C1 NEL", "\u{85}"),
      Danger("C1 OSC", "\u{9D}0;owned\u{9C}"), Danger("bidi override", "\u{202E}gnp.exe\u{202C}"),
      Danger("bidi isolate", "\u{2066}a\u{2067}b\u{2069}"), Danger("line separator", "a\u{2028}b"),
      Danger(
        "all that reorder text",
        reorderings.compactMap(Unicode.Scalar.init).map { "a\($0)" }.joined()),
      Danger("paragraph separator", "a\u{2029}b"), Danger("carriage return", "a\rb"),
      Danger("backspaces", "a\u{8}\u{8}b"), Danger("tags", "\u{E0041}\u{E0042}\u{E007F}"),
      Danger("zero width", "a\u{200B}\u{FEFF}\u{2060}b"),
      Danger("marks", "a" + String(repeating: "\u{301}", count: 5_000)),
    ]

  /// Each control character, and each that reorders text or breaks a line, on its own.
  static let controls = (Array(1...0x1F) + Array(0x7F...0x9F) + reorderings + [0x2028, 0x2029])
    .compactMap(Unicode.Scalar.init).map {
      Danger("U+\(String($0.value, radix: 16))", "a\($0)b")
    }

  @Test(arguments: dangers)
  func `a text is shown and can do nothing`(_ danger: Danger) throws {
    var program = try SmallNetwork().program
    let text = "<\(danger.text)>"
    try program.home.write(PlainPicture(width: 9, height: 9, seed: 1).png, to: "cat.png")
    try program.succeed("post", "--image", "cat.png")
    // Most commands refuse the text, and the error quotes some of it.
    for words in [
      ["create-user", "zoe", "--name", text],
      ["create-user", text], ["edit-profile", "--name", text],
      ["edit-profile", "--rename", text], ["edit-profile", "--bio", text],
      ["edit-profile", "--avatar", text], ["post", text], ["flag", "5", "--reason", text],
      ["post", "--image", "cat.png", "--alt", text], ["post", "--image", text],
      ["view", "6", "--save", "s\(text)"],
      ["run", text], ["backup", "b\(text)"], ["doctor", "--salvage", "d\(text)"],
      ["show", text], ["show", "bob", "--as", text],
      ["delete-user", text], ["like", text], ["users", text],
      ["search", text], ["sql", text], ["sql", "SELECT '\(text)' AS \"\(text)\""], [text],
      ["help", text], ["users", "--\(text)"], ["users", "--limit", text],
      ["users", "--fields", text],
      ["users", "--after", text],
      ["users", "--db", "no\(text)"],
      ["init", "--db", "no\(text)/x"],
      ["init", "--db", "made\(text.filter { $0 != "/" })"],
      ["follow", "dave", text, "--keep-going"], ["users"], ["show"], ["explore"],
      ["view", "6"], ["view", "7"], ["view", "8"], ["show", "zoe"],
    ] {
      try expectSafe(try PseudoTerminal(program, words.map { Array($0.utf8) }), words)
    }
    program.environment["PROFILECTL_USER"] = text
    try expectSafe(try PseudoTerminal(program, "timeline"), ["as variable"])
  }

  @Test(arguments: controls)
  func `a control character never reaches the terminal`(_ control: Danger) throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run(
      "UPDATE users SET name = '\(control.text)'; UPDATE posts SET text = '\(control.text)'")
    for words in [
      ["show"], ["explore"], ["show", control.text], ["sql", "SELECT text FROM posts"],
    ] {
      try expectSafe(
        try PseudoTerminal(network.program, words.map { Array($0.utf8) }), words)
    }
  }

  /// A file may hold texts that the program does not accept.
  @Test func `any text in a file is shown safely`() throws {
    let network = try SmallNetwork()
    let all = (TextSafetyTests.dangers + TextSafetyTests.controls).map(\.text).joined(
      separator: " ")
    let quoted = all.replacing("'", with: "''")
    let database = try RawDatabase(network.database)
    try database.run(
      """
      UPDATE users SET name = '\(quoted)', bio = '\(quoted)';
      UPDATE users SET username = 'b' || char(27) || '[2Jb' WHERE username = 'bob';
      UPDATE posts SET text = '\(quoted)' || CAST(X'80FFC3' AS TEXT);
      UPDATE flags SET reason = '\(quoted)';
      """)
    for words in [
      ["users"], ["show"], ["show", "carol"], ["explore"], ["timeline"], ["flags"], ["view", "1"],
      ["suggest"], ["followers"], ["likers", "1"], ["users", "--ascii"], ["show", "--ascii"],
      ["show", "--width", "30"], ["sql", "SELECT * FROM users"], ["sql", "SELECT text FROM posts"],
      ["delete-post", "2", "--yes"], ["show", "bo"], ["timeline", "--new"],
      ["explore", "--fields", "text"], ["explore", "--json"], ["explore", "--format", "csv"],
      ["view", "1", "--json"], ["export", "-", "--to", "ndjson"],
      ["export", "-", "--to", "jsonfeed"], ["export", "-", "--to", "atom"],
      ["export", "-", "--to", "rss"], ["export", "-", "--to", "graphml"],
      ["export", "-", "--to", "gexf"], ["export", "-", "--to", "twtxt"],
    ] {
      try expectSafe(try PseudoTerminal(network.program, words.map { Array($0.utf8) }), words)
    }
  }

  /// A login stores the user's number, so that the file can change the handle.
  @Test func `any handle of the acting user is shown safely`() throws {
    let network = try SmallNetwork(user: nil)
    let program = network.program
    try program.succeed("login", "alice")
    try RawDatabase(network.database).run(
      "UPDATE users SET username = username || char(27) || ']0;owned' || char(7, 0x9B) || '2J'")
    for words in [
      ["whoami"], ["whoami", "-v"], ["show"], ["users"], ["timeline"], ["post", "hi"],
      ["like", "2"],
      ["edit-profile", "--bio", "x"], ["suggest"], ["friends"], ["followers"], ["info"],
      ["users", "--explain"], ["sql", "SELECT username FROM users"],
      ["sql", "--explain", "SELECT 1"],
      ["backup", "copy.db"], ["doctor", "--deep"], ["doctor", "--repair"], ["whoami", "--json"],
      ["delete-post", "1", "--yes"], ["logout"],
    ] {
      try expectSafe(try PseudoTerminal(program, words.map { Array($0.utf8) }), words)
    }
  }

  /// Invalid handles are not offered, with or without a description.
  @Test(arguments: ["", "Somebody"])
  func `TAB offers no invalid handle of a file`(name: String) throws {
    let network = try SmallNetwork()
    try RawDatabase(network.database).run(
      """
      UPDATE users SET name = '\(name)';
      UPDATE users SET username = 'b' || char(27) || ']52;c;' || char(0x202E, 7)
      WHERE username = 'bob';
      """)
    let terminal = try PseudoTerminal(network.program, "repl")
    try terminal.read { $0.hasSuffix("> ") }
    terminal.type("show \t\t")
    try terminal.read { $0.contains("carol") }
    #expect(!terminal.text.contains("52;c;"))
    #expect(!terminal.text.contains("\u{202E}"))
    let offered = try network.program.succeed("complete", "--", "show", "")
    #expect(offered.contains("carol") && !offered.contains("52;c;"))
  }

  /// Tests the detector; line ends are allowed.
  @Test(arguments: dangers + controls)
  func `the check reports each dangerous text`(_ danger: Danger) {
    let found = TextSafetyTests.threats(in: Array("<\(danger.text)>".utf8))
    #expect(found.isEmpty == (danger.text == "a\nb"))
  }

  @Test(arguments: dangers + controls)
  func `JSON carries the exact text, escaped`(_ danger: Danger) throws {
    let network = try SmallNetwork()
    let text = "<\(danger.text)>"
    try RawDatabase(network.database).run(
      "UPDATE users SET bio = '\(text)' WHERE username = 'alice'")
    let output = try network.program.succeed("show", "--json", "--fields", "user")
    #expect(output.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    #expect(!output.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
    #expect(try bio(in: output).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  private func expectSafe(_ terminal: PseudoTerminal, _ words: [String]) throws {
    if words.first == "delete-user", !words.contains("--yes") { terminal.type("n\r") }
    let status = try terminal.wait()
    #expect(status != 70 && status < 128, "\(words)")
    // The terminal echoes the typed answer.
    let found = TextSafetyTests.threats(in: terminal.bytes)
    #expect(found.isEmpty, "\(words.map(\.debugDescription))")
  }

  /// The characters and sequences that could control a terminal, except line ends, our colours, and
  /// those that place the text after a cluster.
  static func threats(in bytes: [UInt8]) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return ["not UTF-8"] }
    let scalars = Array(text.unicodeScalars)
    var found: [String] = []
    var index = 0
    var marks = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
      if marks > 8 { found.append("many marks") }
      switch scalar.value {
      case 0x0A: break
      // The terminal adds one before each line feed, and CSV has its own.
      case 0x0D where index < scalars.count && ["\r", "\n"].contains(scalars[index]): break
      case 0x1B:
        guard index < scalars.count, scalars[index] == "[" else {
          found.append("ESC")
          continue
        }
        let end = scalars[(index + 1)...].firstIndex { !("0"..."9" ~= $0 || $0 == ";") }
        let wrapping = scalars[index...].prefix(4).map(String.init).joined()
        if let end, ["m", "G"].contains(scalars[end]) {
          index = end + 1
        } else if ["[?7l", "[?7h"].contains(wrapping) {
          index += 4
        } else {
          found.append("CSI")
        }
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
        0x200B, 0xFEFF, 0xE0000...0xE007F:
        found.append(String(scalar.value, radix: 16))
      default: break
      }
    }
    return found
  }
}

/// The bio in an answer of `show --json`.
private func bio(in answer: String) throws -> String {
  struct Page: Decodable {
    struct User: Decodable { let bio: String }
    let user: User
  }
  return try JSONDecoder().decode(Page.self, from: Data(answer.utf8)).user.bio
}
