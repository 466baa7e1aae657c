import Support

/// Random texts of difficult characters: marks, joiners, controls, wide characters and emoji.
struct RandomText {
  private static let pieces: [String] = [
    "a", "Z", "0", " ", "  ", "\n", "\r\n", "\r", "\t", "\"", "\\", ",", ";", "=", "é", "e\u{301}",
    "ß", "…", "—", "日", "本", "、", "ﾊ", "한", "\u{1112}\u{1161}\u{11AB}", "\u{1161}", "ש", "م",
    "क्षि", "กำ", "\u{300}", "\u{20E3}", "1\u{FE0F}\u{20E3}", "👩‍👩‍👧‍👦", "👍🏽", "🏽", "🇵🇹", "🇵",
    "❤️", "❤︎", "\u{200D}", "\u{200B}", "\u{200C}", "\u{FE0F}", "\u{FE00}", "\u{AD}", "\u{FEFF}",
    "\u{1B}[31m", "\u{7}", "\u{0}", "\u{7F}", "\u{9B}2J", "\u{202E}", "\u{2066}", "\u{2028}",
    Noncharacter.all[0], Noncharacter.all[2], "\u{E0041}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
    "\u{600}",
    "\u{61C}", "\u{115F}", "\u{3164}", "\u{FFFD}", "supercalifragilistic",
    String(repeating: "\u{301}", count: 40), String(repeating: "\u{1100}", count: 12),
    String(repeating: "👩\u{200D}", count: 9), String(repeating: "\u{600}", count: 10),
  ]

  static func make(using generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...40, using: &generator)
    return (0..<count).reduce(into: "") { text, _ in
      if Int.random(in: 0..<8, using: &generator) == 0 {
        let value = UInt32.random(in: 0...0x10FFFF, using: &generator)
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      } else {
        text += pieces.randomElement(using: &generator) ?? ""
      }
    }
  }
}
