import Foundation
import Support
import Testing

/// Tests the file of the configuration, and its lines on surfaces that need a terminal.
@Suite struct ConfigurationFileTests {
  private func program(_ lines: String) throws -> Program {
    let program = try Program(database: "net.db", user: "alice")
    try program.succeed("create-user", "alice", "bob")
    try program.succeed("config", "set", "list.limit", "7")
    try program.home.write(lines, to: "config/profilectl/config")
    return program
  }

  private func file(_ program: Program) -> String { program.home.file("config/profilectl/config") }

  @Test(arguments: [[], ["help"], ["--version"], ["config"], ["show", "--help"]])
  func `help, the version and config work whatever the file says`(words: [String]) throws {
    let program = try program("nonsense\n")
    #expect(try program.run(words).status == 0)
    #expect(try program.run("users").status == 78)
  }

  @Test func `a terminal shows no value as a blank`() throws {
    let terminal = try PseudoTerminal(try program(""), "config")
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("browse.header") && !terminal.text.contains("null"))
  }

  @Test func `a flag goes before the environment, and that before the file`() throws {
    var program = try program("color = always\n")
    func isColored(_ words: String...) throws -> Bool {
      try program.succeed(["show"] + words).contains("\u{1B}[")
    }
    #expect(try isColored())
    #expect(try !isColored("--color", "never"))
    program.environment["NO_COLOR"] = "1"
    #expect(try !isColored())
    #expect(try isColored("--color", "always"))
  }

  @Test func `a file that can't be read is refused, and no file is none`() throws {
    let program = try program("")
    try FileManager.default.removeItem(atPath: file(program))
    #expect(try program.run("users").status == 0)
    try FileManager.default.createDirectory(
      atPath: file(program), withIntermediateDirectories: false)
    let answer = try program.run("users", "--json")
    #expect(answer.status == 78 && answer.stderr.contains("\"code\":\"bad_config\""))
  }

  @Test func `a file elsewhere stays where it is, and is its owner's`() throws {
    let program = try program("")
    try FileManager.default.removeItem(atPath: file(program))
    try program.home.write("color = never\n", to: "dotfile")
    try FileManager.default.createSymbolicLink(
      atPath: file(program), withDestinationPath: program.home.file("dotfile"))
    try program.succeed("config", "set", "list.limit", "3")
    let text = String(decoding: try program.home.bytes(of: "dotfile"), as: UTF8.self)
    #expect(text == "color = never\nlist.limit = 3\n")
    let mode = try FileManager.default.attributesOfItem(
      atPath: program.home.file("dotfile"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: program.home.file("config/profilectl"))
    #expect(names == ["config"])
  }

  @Test func `settings made at once are all kept`() throws {
    let program = try program("")
    let running = try (1...12).map {
      try program.start("config", "set", "alias.a\($0)", "users -n \($0)")
    }
    for one in running { #expect(try one.wait().status == 0) }
    let text = try String(
      decoding: program.home.bytes(of: "config/profilectl/config"), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 12)
  }

  @Test func `the prompt and the browser know aliases, and those that they set`() throws {
    let program = try program("alias.me = whoami -v\n")
    let prompt = try PseudoTerminal(program, "repl")
    try prompt.read { $0.hasSuffix("net.db> ") }
    prompt.type("me\r")
    try prompt.read { $0.contains("@alice, by PROFILECTL_USER") && $0.hasSuffix("net.db> ") }
    prompt.type("config set alias.us users\r")
    try prompt.read { $0.contains("is now") && $0.hasSuffix("net.db> ") }
    prompt.type("us\r")
    try prompt.read { $0.contains("@bob") && $0.hasSuffix("net.db> ") }
    prompt.type("\u{4}")
    #expect(try prompt.wait() == 0)
    let browser = try PseudoTerminal(program, "browse")
    try browser.readUntilQuiet()
    browser.type(":me\r")
    try browser.readUntilQuiet()
    #expect(browser.text.contains("by PROFILECTL_USER"))
    browser.type("\u{1B}\u{1B}qq")
    #expect(try browser.wait() == 0)
  }
}
