import CommandLine
import Model
import Support
import Testing

@testable import profilectl

@Suite struct ConfigurationTests {
  private static let keys = ["color", "list.limit", "alias.tl", "browse.header", "other"]
  private static let values = ["x", "a = b", "timeline --new", "#bread", "'q r'", "über", "1"]
  private static let rest = ["", "# comment", "  # c = d", "no setting", "\u{1}", "= 3", "k ="]

  /// A random file of settings in every spelling, with comments and empty lines.
  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      guard Bool.random(using: &random), let key = Self.keys.randomElement(using: &random),
        let value = Self.values.randomElement(using: &random)
      else { return Self.rest.randomElement(using: &random) ?? "" }
      let blank = ["", " ", "\t "].randomElement(using: &random) ?? ""
      return "\(blank)\(key)\(blank)=\(blank)\(value)\(blank)"
    }
    .joined(separator: "\n")
  }

  @Test(arguments: UInt64(1)...200)
  func `what is set is read back, and every other line stays`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var configuration = ConfigurationText(Array(text(&random).utf8))
    #expect(ConfigurationText(configuration.bytes) == configuration)
    var expected: [String: String] = [:]
    for setting in configuration.contents.settings { expected[setting.key] = setting.value }
    let lines = configuration.lines(besides: nil)
    for _ in 0..<4 {
      guard let key = Self.keys.randomElement(using: &random),
        let value = Self.values.randomElement(using: &random)
      else { return }
      let others = configuration.lines(besides: key)
      if Bool.random(using: &random) {
        configuration.set(key, to: value)
        expected[key] = value
      } else {
        #expect(configuration.unset(key) == (expected[key] != nil))
        expected[key] = nil
      }
      #expect(configuration.lines(besides: key) == others)
      for key in Self.keys { #expect(configuration.value(of: key) == expected[key]) }
      let read = ConfigurationText(configuration.bytes)
      #expect(read == configuration)
    }
    #expect(lines.count >= configuration.contents.unreadable.count)
  }

  @Test func `every option with a key is in the table of keys, and its default is allowed`() throws
  {
    let catalog = AllCommands.list.catalog
    let shapes = (catalog.declarations.flatMap(\.options) + GlobalOptions.shapes)
    #expect(Set(shapes.compactMap(\.key)) == Set(catalog.keys.map(\.name)))
    for key in catalog.keys {
      #expect(key.option().key == key.name)
      if let fallback = key.fallback { try key.check(fallback) }
    }
    #expect(!catalog.keys.contains { ["db", "as", "yes"].contains($0.name) })
  }

  private func catalog(_ lines: String) -> CommandCatalog {
    let text = ConfigurationText(Array(lines.utf8))
    var catalog = AllCommands.list.catalog
    catalog.configuration = Configuration(text, in: catalog)
    return catalog
  }

  private func words(_ line: String, in catalog: CommandCatalog) throws -> [String] {
    try catalog.expanded(LineSplitter.words(of: Array(line.utf8))).map(\.text)
  }

  @Test func `an alias is replaced once, where a command stands`() throws {
    let catalog = catalog("alias.tl = timeline --new\nalias.say = post 'two words'")
    #expect(catalog.configuration.mistakes.isEmpty)
    #expect(try words("tl -n 3", in: catalog) == ["timeline", "--new", "-n", "3"])
    #expect(
      try words("--as bob tl tl", in: catalog) == ["--as", "bob", "timeline", "--new", "tl"])
    #expect(try words("-q -- tl -n", in: catalog) == ["-q", "timeline", "--new", "--", "-n"])
    #expect(try words("say", in: catalog) == ["post", "two words"])
    #expect(try words("post tl", in: catalog) == ["post", "tl"])
    #expect(try words("timeline --new", in: catalog) == ["timeline", "--new"])
  }

  @Test func `a command goes before an alias of its name`() throws {
    let catalog = catalog("alias.show = users")
    #expect(catalog.configuration.mistakes.isEmpty)
    #expect(try words("show", in: catalog) == ["show"])
  }

  @Test(arguments: [
    "color = red", "list.limit = 0", "list.limit = many", "db = x", "as = bob", "yes = true",
    "show.light = yes", "nonsense", "alias.TL = timeline", "alias. = timeline", "alias.-x = users",
    "alias.x = nothing", "alias.x = timeline --bogus", "alias.x = 'open", "alias.x = --json users",
    "alias.x =", "alias.x = users a b c",
  ])
  func `a line that can't be used is a mistake`(line: String) {
    let mistakes = catalog("# first\n\(line)\nlist.limit = 5").configuration.mistakes
    #expect(mistakes.map(\.number) == [2])
  }

  @Test(arguments: ["follow", "post --image", "reply 42", "cache clear", "config get"])
  func `more words may follow an alias`(line: String) {
    #expect(catalog("alias.x = \(line)").configuration.mistakes.isEmpty)
  }

  @Test func `a given option goes before a default, and excludes others`() throws {
    let catalog = catalog("browse.linear = true\nlist.limit = 3\nshow.light = false")
    func parsed(_ line: String) throws -> Parsed? {
      let words = try LineSplitter.words(of: Array(line.utf8))
      guard case .command(let parsed) = try Parser(catalog).request(for: words, clock: .latest)
      else { return nil }
      return parsed
    }
    #expect(try parsed("browse")?.value(of: BrowseCommand.linear) == true)
    #expect(try parsed("browse --header fading")?.value(of: BrowseCommand.linear) == false)
    #expect(try parsed("users")?.value(of: ListOptions.limit) == 3)
    #expect(try parsed("users -n 7")?.value(of: ListOptions.limit) == 7)
    #expect(try parsed("show")?.value(of: ShowCommand.limit) == 9)
    #expect(try parsed("show")?.value(of: PictureOptions.light) == false)
  }
}

extension ConfigurationText {
  /// The lines that do not set a key.
  fileprivate func lines(besides key: String?) -> [String] {
    let places = contents.settings.filter { $0.key == key }.map { $0.line - 1 }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !places.contains($0.offset) }.map { String($0.element) }
  }
}
