import Crypto
import Model
import Sharing
import Testing

/// Breaks each rule of values once.
@Suite struct UnfitDeedTests {
  private static let name = Samples.name(1).hexadecimal
  private static let hash = Samples.hash(1).hexadecimal
  private static let key = Samples.machine.publicKey.bytes.hexadecimal
  private static let picture = #"{"hash":"\#(hash)","bytes":1,"width":1,"height":1}"#

  /// A line of each kind that is within the rules, without its end.
  private static let lines: [String: String] = [
    "network": #""name":"N""#,
    "key": #""user":"\#(name)","key":"\#(key)","role":"member","machine":"""#,
    "invitation": #""user":"\#(name)","key":"\#(key)","role":"keeper""#,
    "claim": #""key":"\#(key)","machine":"kitchen""#,
    "revoke": #""key":"\#(key)","user":"\#(name)","last":[]"#,
    "user": #""user":"\#(name)","handle":"ana","created_at":0,"name":"","bio":"""#,
    "profile": #""handle":"ana","name":"","bio":"","avatar":null,"banner":\#(picture)"#,
    "post": #""words":"\#(hash)","at":0"#,
    "edit": #""post":"\#(name)","words":"\#(hash)","edited_at":0"#,
    "delete": #""post":"\#(name)""#,
    "edge": #""edge":"flag","to":"\#(name)","on":true,"at":0,"reason":"spam""#,
    "settle": #""post":"\#(name)""#,
    "remove_user": #""user":"\#(name)""#,
  ]

  private static func isFit(_ line: String, words: String? = nil) -> Bool {
    if case .deed = DeedReading(line: line.bytes, words: words?.bytes) { true } else { false }
  }

  private static func line(_ kind: String) -> String {
    #"{"deed":"\#(kind)","clock":7,\#(lines[kind] ?? "")}"#
  }

  @Test(arguments: DeedKind.allCases)
  func `no value may be missing or have another type`(kind: DeedKind) throws {
    let line = Self.line(kind.rawValue)
    try #require(Self.isFit(line))
    guard case .object(let members) = StrictJSON(line.bytes) else { return }
    let nullable: Set = ["last", "avatar", "banner", "reason"]
    for (place, member) in members.enumerated() {
      let key = String(decoding: member.key, as: UTF8.self)
      var others = members
      for wrong in [StrictJSON.object([]), .array([.bool(true)]), .string("\u{8}"), .null] {
        others[place] = StrictJSON.Member(key: member.key, value: wrong)
        let mayBe = wrong == .null && nullable.contains(key)
        let changed = String(decoding: StrictJSON.object(others).bytes, as: UTF8.self)
        #expect(Self.isFit(changed) == mayBe, "\(changed)")
      }
      others.remove(at: place)
      let mayLack = nullable.contains(key) || kind == .profile && place > 1
      let changed = String(decoding: StrictJSON.object(others).bytes, as: UTF8.self)
      #expect(Self.isFit(changed) == mayLack, "\(changed)")
    }
  }

  @Test(arguments: [
    ("edge", "}", ""), ("edge", "}", "},"), ("edge", "{", "[{"), ("edge", "}", #","on":true}"#),
    ("edge", #""at":0"#, #""at":0.0"#), ("edge", "spam", #"\u0061"#),
    ("edge", #":7"#, #":4503599627370497"#), ("edge", #":7"#, #":7,"as":"00""#),
    ("edge", "flag", "love"), ("edge", "spam", #"a\tb"#), ("edge", "spam", repeated("x", 1_281)),
    ("edge", "true", "1"), ("edge", name, String(name.dropLast(2))),
    ("settle", name, String(repeating: "AB", count: 16)),
    ("network", #""N""#, #""""#), ("network", "N", repeated("x", 401)), ("network", "N", #"\n"#),
    ("network", "N", "\u{85}"), ("network", "N", "\u{7F}"), ("network", "N", #"\b"#),
    ("claim", "kitchen", repeated("é", 201)), ("claim", "kitchen", #"\r\n"#),
    ("key", "member", "root"), ("key", key, repeated("0", 64)),
    ("invitation", key, "01" + repeated("0", 62)), ("revoke", key, repeated("f", 64)),
    ("claim", key, "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    ("revoke", "[]", "[\(repeated("\"\(hash)\",", 900))\"\(hash)\"]"), ("revoke", "[]", #"["00"]"#),
    ("user", "ana", ""), ("user", "ana", ".ana"), ("user", "ana", "ana."), ("user", "ana", "Ana"),
    ("user", "ana", "@ana"), ("user", "ana", "aña"), ("user", "ana", repeated("a", 31)),
    ("profile", #""bio":"""#, #""bio":"\#(repeated("x", 1_281))""#),
    ("profile", #""bio":"""#, #""bio":"a\rb""#), ("profile", #""name":"""#, #""name":null"#),
    ("profile", hash, name), ("profile", #""bytes":1"#, #""bytes":-1"#),
    ("profile", #""width":1"#, #""width":1.5"#),
    ("profile", #","height":1"#, ""), ("profile", #""height":1"#, #""height":"1""#),
  ])
  func `a value against a rule makes a deed unfit`(kind: String, old: String, new: String) {
    let line = Self.line(kind)
    #expect(line.contains(old))
    let changed = line.replacing(old, with: new, maxReplacements: 1)
    #expect(DeedReading(line: changed.bytes, words: nil) == .unfit)
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  // MARK: Words

  private static let words =
    #"{"salt":"\#(name)","text":"hello","mentions":["\#(name)"],"#
    + #""picture":\#(picture),"alt":"cat"}"#

  @Test(arguments: [
    (#""cat"}"#, #""cat""#), ("hello", #"a\u0062"#), (name, String(name.dropLast())),
    ("hello", #"\b"#), ("hello", repeated("x", 17_601)), ("hello", #"a\rb"#), (#""hello""#, "null"),
    ("[\"\(name)\"]", "[\"\(name)\",\"\(name)\"]"), ("[\"\(name)\"]", #"["ana"]"#),
    ("[\"\(name)\"]", "null"), (#""cat""#, "5"), ("cat", repeated("x", 8_001)), ("cat", "\u{80}"),
    (picture, "null"), (picture, "5"), (#""bytes":1"#, #""bytes":-1"#), ("}", "},"), ("{", ""),
  ])
  func `words against a rule make a post unfit`(old: String, new: String) {
    #expect(Self.isFit(Self.line("post"), words: Self.words))
    #expect(Self.words.contains(old))
    #expect(!Self.isFit(Self.line("post"), words: Self.words.replacing(old, with: new)))
  }

  @Test func `a post has a text or a picture, and at most fifty mentions`() {
    func isFit(_ kind: String, text: String, mentions: Int = 0, _ more: String = "") -> Bool {
      let names = (0..<mentions).map { "\"\(Samples.name(UInt8($0)).hexadecimal)\"" }
      let words =
        #"{"salt":"\#(Self.name)","text":"\#(text)","mentions":[\#(names.joined(separator: ","))]"#
        + more + "}"
      return Self.isFit(Self.line(kind), words: words)
    }
    #expect(!isFit("post", text: ""))
    #expect(isFit("post", text: "", #","picture":\#(Self.picture)"#))
    #expect(isFit("post", text: #"\t\r\n"#, mentions: 50))
    #expect(!isFit("post", text: "a", mentions: 51))
    #expect(!isFit("post", text: "a", #","alt":"""#))
    // Whether the post has a picture is not known here, and an edit has no key `picture`.
    #expect(isFit("edit", text: "", #","alt":"cat","picture":5"#))
  }
}
