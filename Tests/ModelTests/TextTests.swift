import Model
import Support
import Testing

@Suite struct TextTests {
  @Test(arguments: ["", "a", "  spaces stay  ", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "\u{202E}x", "\u{FFFF}"])
  func `a text keeps its bytes`(typed: String) throws {
    #expect(try Array(DisplayName(typed).string.utf8) == Array(typed.utf8))
  }

  @Test func `a text of nothing is empty`() throws {
    #expect(try DisplayName("").isEmpty)
    #expect(try !DisplayName(" ").isEmpty)
  }

  @Test func `a text without anything to read means none`() throws {
    for blank in ["", "   ", "\u{A0}", "\u{200B}\u{FEFF}"] {
      #expect(try DisplayName(blank).readable == DisplayName(""))
    }
    #expect(try AltText(" \n").readable == AltText(""))
    #expect(try DisplayName(" a ").readable == DisplayName(" a "))
  }

  @Test func `every field has its own limit`() {
    expectLimit(50, of: DisplayName.self, .name)
    expectLimit(160, of: Bio.self, .bio)
    expectLimit(2_200, of: PostText.self, .text)
    expectLimit(1_000, of: AltText.self, .alt)
    expectLimit(160, of: Reason.self, .reason)
  }

  @Test func `a limit counts what people see as characters`() throws {
    let accents = String(repeating: "e\u{301}", count: 50)
    #expect(try DisplayName(accents).string == accents)
    let lines = String(repeating: "\r\n", count: 160)
    #expect(try Bio(lines).string == lines)
  }

  @Test func `eight bytes are allowed for each character and no more`() throws {
    let wide = "x" + String(repeating: "\u{301}", count: 3) + "y"  // 8 bytes, 2 characters
    #expect(try DisplayName(String(repeating: wide, count: 25)).string.utf8.count == 200)
    let tower = "xx" + String(repeating: "\u{301}", count: 199)  // 400 bytes, 2 characters
    #expect(try DisplayName(tower).string.utf8.count == 400)
    #expect(throws: RuleBreach(.name, .tooManyBytes(limit: 400))) { try DisplayName(tower + "x") }
  }

  @Test(
    arguments: [
      ("\u{0}", 0x00, 0),
      ("ab\u{1B}[2J", 0x1B, 2),
      ("é\u{7F}", 0x7F, 2),
      ("日本\u{9B}31m", 0x9B, 6),
      ("👩‍👧\u{80}", 0x80, 11),
      ("e\u{301}\u{8}", 0x08, 3),
    ] as [(String, UInt32, Int)])
  func `a control is refused with its byte position`(typed: String, scalar: UInt32, position: Int) {
    let rule = RuleBreach.Rule.control(scalar: scalar, position: position)
    #expect(throws: RuleBreach(.name, rule)) { try DisplayName(typed) }
    #expect(throws: RuleBreach(.text, rule)) { try PostText(typed) }
  }

  @Test func `every control but tab and line feed is refused where lines are allowed`() throws {
    for value in Array(0..<UInt32(0x20)) + Array(UInt32(0x7F)...0x9F) {
      let control = try String(#require(Unicode.Scalar(value)))
      if value == 0x09 || value == 0x0A {
        #expect(try PostText("a\(control)b").string == "a\(control)b")
      } else {
        let rule = RuleBreach.Rule.control(scalar: value, position: 1)
        #expect(throws: RuleBreach(.text, rule)) { try PostText("a\(control)b") }
      }
    }
  }

  @Test(arguments: [("a\nb", 0x0A), ("a\tb", 0x09), ("a\r\nb", 0x0D)] as [(String, UInt32)])
  func `a name and a reason have one line`(typed: String, scalar: UInt32) {
    let rule = RuleBreach.Rule.control(scalar: scalar, position: 1)
    #expect(throws: RuleBreach(.name, rule)) { try DisplayName(typed) }
    #expect(throws: RuleBreach(.reason, rule)) { try Reason(typed) }
  }

  @Test func `a carriage return belongs before a line feed`() throws {
    #expect(try Bio("a\r\nb\r\n").string == "a\r\nb\r\n")
    #expect(throws: RuleBreach(.bio, .control(scalar: 0x0D, position: 3))) { try Bio("a\r\n\r") }
    #expect(throws: RuleBreach(.bio, .control(scalar: 0x0D, position: 0))) { try Bio("\r\r\n") }
  }

  private func expectLimit<Rule: TextRule>(
    _ limit: Int, of field: Text<Rule>.Type, _ name: RuleBreach.Field
  ) {
    let longest = String(repeating: "x", count: limit)
    #expect(throws: Never.self) { try field.init(longest) }
    #expect(throws: RuleBreach(name, .tooLong(limit: limit))) { try field.init(longest + "x") }
    let heaviest = String(repeating: "\u{301}", count: limit * 4)
    #expect(throws: Never.self) { try field.init(heaviest) }
    #expect(throws: RuleBreach(name, .tooManyBytes(limit: limit * 8))) {
      try field.init(heaviest + "x")
    }
  }
}
