import Model
import Support
import Testing

@Suite struct TextTokenTests {
  @Test(arguments: [
    ("@bob", ["bob"]), ("(@bob)", ["bob"]), ("\"@bob\" «@ana»", ["bob", "ana"]),
    ("<@bob>", ["bob"]),
    ("hi @Bob, @ANA!", ["bob", "ana"]), ("@bob @bob", ["bob"]), ("@bob...", ["bob"]),
    ("a@b.c", []), ("@a@b.c", []), ("@bobé", []), ("@.bob", []), ("/@bob", []), ("@@bob", []),
    ("https://x.org/@bob", []), ("@" + String(repeating: "a", count: 31), []),
    ("@bob\u{301}", []), ("@ bob", []), ("@", []), ("@bob@", []), ("„@bob“", ["bob"]),
    ("\u{200E}@bob \u{2067}@ana\u{2069}", ["bob", "ana"]), ("x\u{200F}@bob", []),
  ])
  func `handles are found after blanks and opening marks only`(text: String, handles: [String]) {
    #expect(TextToken.handles(in: text).map(\.text) == handles)
  }

  @Test(arguments: [
    ("#bread", ["bread"]), ("(#bread,#rye)", ["bread"]), ("<#rye>", ["rye"]),
    ("#bread #Bread #BREAD", ["bread"]),
    ("#2026", []), ("#a1_", ["a1_"]), ("#_", []), ("##a", []), ("x#a", []),
    ("https://x.org/#a", []), ("#日本語", ["日本語"]), ("#مرحبا", ["مرحبا"]),
    ("#" + String(repeating: "é", count: 64), [String(repeating: "é", count: 64)]),
    ("#" + String(repeating: "a", count: 65), []), ("#bread.", ["bread"]), ("# a", []),
    ("#नमस्ते", ["नमस्ते"]), ("\u{202B}#a\u{202C} (\u{200F}#b", ["a", "b"]),
  ])
  func `hashtags are letters, marks, digits and low lines`(text: String, tags: [String]) {
    #expect(Hashtag.all(in: text).map(\.spelling) == tags)
  }

  @Test(arguments: [
    ("Brot", "BROT"), ("crème", "Creme"), ("e\u{301}", "é"), ("Straße", "STRASSE"),
    ("Άνθρωπος", "ανθρωποσ"), ("й", "И"), ("ё", "Е"), ("Việt", "viet"), ("İ", "i"),
    ("Straẞe", "straße"),
  ])
  func `accents and case make no difference`(one: String, other: String) {
    #expect(Hashtag(one) == Hashtag(other))
  }

  @Test(arguments: [("ı", "i"), ("が", "か"), ("ø", "o"), ("ना", "न"), ("a", "b")])
  func `other marks and letters make a difference`(one: String, other: String) {
    #expect(Hashtag(one) != Hashtag(other))
  }

  @Test func `the thirty-first hashtag is a plain word`() {
    let text = (1...40).map { "#t\($0)" }.joined(separator: " ")
    #expect(Hashtag.all(in: text).map(\.spelling) == (1...30).map { "t\($0)" })
  }

  @Test func `hostile texts are scanned in one pass`() {
    let texts = [
      String(repeating: "#a\u{301}", count: 10_000), String(repeating: "@", count: 100_000),
      "#a" + String(repeating: "\u{301}", count: 100_000),
      String(repeating: "@a.b@c.d ", count: 10_000),
      String(repeating: "\u{202E}#a ", count: 10_000), String(repeating: "#", count: 100_000),
    ]
    for text in texts {
      let time = processorTime {
        _ = Hashtag.all(in: text)
        _ = TextToken.handles(in: text)
      }
      #expect(time < .seconds(20), "\(text.prefix(9))")
    }
  }
}
