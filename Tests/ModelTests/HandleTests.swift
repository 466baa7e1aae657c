import Model
import Support
import Testing

@Suite struct HandleTests {
  @Test(arguments: [
    ("ana", "ana"),
    ("@ana", "ana"),
    ("ANA.Maria_7", "ana.maria_7"),
    ("_", "_"),
    ("0", "0"),
    ("a..b", "a..b"),
    (String(repeating: "x", count: 30), String(repeating: "x", count: 30)),
    ("@" + String(repeating: "X", count: 30), String(repeating: "x", count: 30)),
  ])
  func `a handle is folded and loses its at sign`(typed: String, text: String) throws {
    #expect(try Handle(typed).text == text)
  }

  @Test(arguments: ["", "@"])
  func `a handle may not be empty`(typed: String) {
    #expect(throws: RuleBreach(.handle, .empty)) { try Handle(typed) }
  }

  @Test(arguments: [".", ".a", "a.", "@.a", "..", "A."])
  func `a handle may not start or end with a dot`(typed: String) {
    #expect(throws: RuleBreach(.handle, .handleDot)) { try Handle(typed) }
  }

  @Test(arguments: [
    "a b", "a-b", "@@a", "a@", "é", "e\u{301}", "\u{212A}elvin", "ａ", "a/b", "日本",
  ])
  func `a handle has no other characters`(typed: String) {
    #expect(throws: RuleBreach(.handle, .handleCharacters)) { try Handle(typed) }
  }

  @Test(arguments: [
    ("a\u{0}", 0, 1), ("@a b\n", 10, 4), ("é\u{9F}", 0x9F, 2), ("\u{7F}", 0x7F, 0),
    ("ok\u{200B}x", 0x200B, 2), ("é\u{E0041}", 0xE0041, 2),
  ])
  func `a control character in a handle is reported with its place`(
    typed: String, scalar: UInt32, position: Int
  ) {
    #expect(throws: RuleBreach(.handle, .control(scalar: scalar, position: position))) {
      try Handle(typed)
    }
  }

  @Test func `a handle has at most thirty characters`() {
    #expect(throws: RuleBreach(.handle, .tooLong(limit: 30))) {
      try Handle(String(repeating: "x", count: 31))
    }
  }

  @Test func `handles are ordered by their bytes`() throws {
    let sorted = try ["b", "_a", "a_", "a.b", "10", "9", "a"].map { try Handle($0) }.sorted()
    #expect(sorted.map(\.text) == ["10", "9", "_a", "a", "a.b", "a_", "b"])
  }

  @Test(arguments: UInt64(1)...20)
  func `any text is either refused or a handle that reads back as itself`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("abzABZ019_.@ -é\n")
    var accepted = 0
    for _ in 0..<500 {
      let length = Int.random(in: 0...5, using: &generator)
      let typed = String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
      guard let handle = try? Handle(typed) else { continue }
      accepted += 1
      try #require(Handle(handle.text) == handle)
      try #require(handle.text == typed.drop { $0 == "@" }.lowercased())
      try #require(handle.text.wholeMatch(of: /[a-z0-9_]([a-z0-9_.]*[a-z0-9_])?/) != nil)
    }
    #expect(accepted > 20)
  }

  @Test func `a stored handle is not judged`() {
    #expect(Handle(stored: "Not one.").text == "Not one.")
  }
}
