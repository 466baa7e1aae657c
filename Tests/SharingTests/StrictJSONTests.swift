import Sharing
import Support
import Testing

@Suite struct StrictJSONTests {
  @Test(arguments: [
    ("null", StrictJSON.null), (" \t\r\n[ true , false ] ", .array([.bool(true), .bool(false)])),
    ("0", .integer(0)), ("9007199254740991", .integer(9_007_199_254_740_991)),
    (#""\"\\\/\b\f\n\r\té🧭""#, .string("\"\\/\u{8}\u{C}\n\r\té🧭")),
    (#"{"a":{},"b":[]}"#, .object([.init("a", .object([])), .init("b", .array([]))])),
    ("[[[[[[[[1]]]]]]]]", nested(8)),
    // One letter in two normal forms: the keys differ as bytes.
    (
      "{\"é\":1,\"e\u{301}\":2}",
      .object([.init("é", .integer(1)), .init("e\u{301}", .integer(2))])
    ),
  ])
  func `a value within the rules is read`(text: String, value: StrictJSON) {
    #expect(StrictJSON(text.bytes) == value)
  }

  private static func nested(_ depth: Int) -> StrictJSON {
    depth == 0 ? .integer(1) : .array([nested(depth - 1)])
  }

  @Test(arguments: [
    "", "nul", "true1", "1 2", "{", "[", "[1,]", "[,1]", #"{"a":1,}"#, #"{"a"}"#, "{1:2}", #""a"#,
    "01", "00", "-1", "-0", "1.0", "1e2", "1E2", "+1", "9007199254740992", "99999999999999999999",
    #""\u0041""#, #""\ud800""#, #""\x""#, #""\""#, "\"\n\"", "\"\u{1}\"", "'a'", "NaN",
    #"{"a":1,"a":2}"#, #"{"a/b":1,"a\/b":2}"#, #"[{"x":{"a":1,"b":2,"a":3}}]"#,
    "[[[[[[[[[1]]]]]]]]]", #"{"a":[[[[[[[{}]]]]]]]}"#, "\u{FEFF}1", "[1]/**/",
  ])
  func `a value against a rule is refused`(text: String) {
    #expect(StrictJSON(text.bytes) == nil)
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
  ])
  func `invalid UTF-8 is refused`(bytes: [UInt8]) {
    #expect(StrictJSON([0x22] + bytes + [0x22]) == nil)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is written is read`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let value = Self.value(depth: 1, &generator)
    #expect(StrictJSON(value.bytes) == value)
  }

  private static func value(depth: Int, _ generator: inout SeededGenerator) -> StrictJSON {
    switch Int.random(in: 0..<(depth > 8 ? 4 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .integer(.random(in: 0..<1 << 53, using: &generator))
    case 3: return .string(RandomText.text(&generator))
    case 4:
      return .array(
        (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
          value(depth: depth + 1, &generator)
        })
    default:
      return .object(
        (0..<Int.random(in: 0..<4, using: &generator)).map { place in
          .init("\(place)" + RandomText.text(&generator), value(depth: depth + 1, &generator))
        })
    }
  }
}

/// Texts with letters that JSON escapes, and of all widths.
enum RandomText {
  private static let parts = [
    "a", "é", "e\u{301}", "\"", "\\", "/", "\n", "\t", "\r\n", "語", "🧭", "\u{2028}", " ",
  ]

  static func text(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
      parts.randomElement(using: &generator) ?? ""
    }.joined()
  }

  /// Without line ends and tabs.
  static func line(_ generator: inout SeededGenerator) -> String {
    text(&generator).unicodeScalars.filter { $0.value >= 0x20 }.reduce(into: "") {
      $0.unicodeScalars.append($1)
    }
  }
}
