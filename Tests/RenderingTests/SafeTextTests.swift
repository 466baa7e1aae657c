import Model
import Rendering
import Support
import Testing

@Suite struct `Safe text` {
  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[31m", "␛[31m"), ("a\u{7}b\u{0}", "a␇b␀"), ("\u{7F}", "␡"),
    ("a\nb", "a␊b"), ("a\r\nb", "a␍␊b"), ("a\tb", "a    b"), ("\u{9B}31m", "<9B>31m"),
    ("a\u{202E}b", "a<202E>b"), ("\u{2066}", "<2066>"), ("\u{2028}", "<2028>"),
    (Noncharacter.all.joined(), "<FFFE><FDD0><10FFFF>"), ("a\u{200B}b\u{FEFF}\u{AD}", "ab"),
    ("a\u{200E}\u{200F}\u{61C}b", "ab"), ("a\u{E0041}b", "ab"), ("a\u{200D}b", "ab"),
    ("👩‍💻", "👩‍💻"), ("❤️", "❤️"), ("❤︎", "❤︎"), ("1️⃣", "1️⃣"), ("1\u{FE0F}", "1"),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"), ("🏴\u{E0067}", "🏴"), ("🇵🇹", "🇵🇹"), ("🇵", "P"), ("\u{301}a", "◌\u{301}a"),
    ("क्‍ष", "क्‍ष"), ("\u{FFFD}", "\u{FFFD}"), ("", ""),
  ])
  func `a line shows what is dangerous and drops what is invisible`(raw: String, shown: String) {
    #expect(scalars(SafeText(raw).string) == scalars(shown))
  }

  @Test(arguments: [("a\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a\rb", "a␍b"), ("\n\n", "\n\n")])
  func `lines keep their line feeds`(raw: String, shown: String) {
    #expect(scalars(SafeText(raw, .lines).string) == scalars(shown))
  }

  @Test func `marks that begin clusters stand as they are written`() {
    let burmese = "မြန်မာစာသည် လှသည်။"
    #expect(SafeText(burmese).string == burmese)
    for value in UInt32(0x300)...0x11FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if scalar.properties.generalCategory != .spacingMark { continue }
      let safe = SafeText("a " + String(scalar) + "b").string
      #expect(safe == SafeText(safe).string, "\(value)")
    }
  }

  @Test func `a cluster is cut after eight scalars`() {
    let raw = "a" + String(repeating: "\u{301}", count: 5_000) + "b"
    let shown = "a" + String(repeating: "\u{301}", count: 7) + "b"
    #expect(scalars(SafeText(raw).string) == scalars(shown))
  }

  @Test(arguments: [
    ("Ana María López", "Ana Maria Lopez"), ("“quoted” — ‘so’…", "\"quoted\" - 'so'..."),
    ("日本", "????"), ("naïve e\u{301}", "naive e"), ("Łódź ß Ærø", "Lodz ss AEro"),
    ("Việt Nam", "Viet Nam"), ("👩‍👩‍👧‍👦!", "??!"), ("\u{1B}[0m", "^[[0m"), ("\u{7F}", "^?"),
    ("\u{9B}", "<9B>"), ("♥ 3", "<3 3"), ("ｆｕｌｌ", "full"), ("a\u{A0}b", "a b"),
  ])
  func `letters are spelled in ASCII where that is asked for`(raw: String, shown: String) {
    #expect(SafeText(raw).inASCII.string == shown)
  }

  @Test(arguments: 0...16)
  func `no scalar is dangerous, alone or between letters`(plane: UInt32) {
    for block in 0..<UInt32(0x100) {
      let scalars = (0..<UInt32(0x100)).compactMap { Unicode.Scalar(plane << 16 | block << 8 | $0) }
      for neighbour in ["\n", "a"] {
        let raw = scalars.map { String($0) }.joined(separator: neighbour)
        if let fault = fault(in: SafeText(raw, .lines)) {
          Issue.record("\(fault) in plane \(plane), block \(String(block, radix: 16))")
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<3_000)
  func `no mixture is dangerous`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let raw = RandomText.make(using: &generator)
    #expect(fault(in: SafeText(raw, .lines)) == nil)
    #expect(!SafeText(raw).string.unicodeScalars.contains("\n"))
  }

  @Test(arguments: UInt64(0)..<300)
  func `what is safe stays as it is`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let safe = SafeText(RandomText.make(using: &generator), .lines)
    #expect(scalars(SafeText(safe.string, .lines).string) == scalars(safe.string))
  }

  @Test func `foreign text is made safe inside the program's own text`() throws {
    let handle = try Handle("bob")
    let message: SafeText = "no \("a\u{1B}b") for \(handle) in \(Post.ID(42)), \(3) times"
    #expect(message.string == "no a␛b for @bob in #42, 3 times")
  }

  private func scalars(_ text: String) -> [Unicode.Scalar] {
    Array(text.unicodeScalars)
  }

  /// The first unsafe property of a text; nil if it is safe.
  private func fault(in safe: SafeText) -> String? {
    for scalar in safe.string.unicodeScalars {
      switch scalar.value {
      case 0x0A: break
      case 0..<0x20, 0x7F..<0xA0: return "control"
      case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: return "bidi control"
      case 0x2028, 0x2029: return "line separator"
      case 0x200D, 0xFE0E, 0xFE0F, 0xE0020...0xE007F: break
      default:
        if scalar.properties.isDefaultIgnorableCodePoint { return "invisible" }
        if scalar.properties.isNoncharacterCodePoint { return "noncharacter" }
      }
    }
    for character in safe.string where character != "\n" {
      if character.unicodeScalars.count > 8 { return "long cluster" }
      if CellWidth.of(character) == 0 { return "cluster without width" }
    }
    let ascii = safe.inASCII.string.utf8
    return ascii.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) } ? nil : "not ASCII"
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["\0", "\t", "\u{301}\u{200D}", "\u{202E}"])
  func `a text of any length takes no longer for each letter than a short one`(letter: String) {
    let text = SafeText(String(repeating: letter, count: 200_000), .lines)
    #expect(!text.string.isEmpty)
  }
}
