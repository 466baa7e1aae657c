// Sources: Model Rendering/Text Rendering/Phrases/Magnitude.swift

/// Safe text cannot move the cursor or reorder text, and stays equal when made safe again.
func holds(_ bytes: [UInt8]) -> Bool {
  let raw = String(decoding: bytes, as: UTF8.self)
  for shape in [SafeText.Shape.line, .lines] {
    let safe = SafeText(raw, shape)
    for scalar in safe.string.unicodeScalars {
      switch scalar.value {
      case 0x0A: if shape == .line || isPlanted { return false }
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFEFF,
        0x200E, 0x200F, 0x061C:
        return false
      default: continue
      }
    }
    if !safe.string.utf8.elementsEqual(SafeText(safe.string, shape).string.utf8) { return false }
    if safe.inASCII.string.utf8.contains(where: { $0 > 0x7E || ($0 < 0x20 && $0 != 0x0A) }) {
      return false
    }
    if safe.width < 0 { return false }
  }
  return true
}

let corpus: [[UInt8]] =
  [
    "plain", "\u{1B}]0;title\u{7}", "a\u{202E}b\u{2069}", "e\u{301}\u{301}\u{301}", "👨‍👩‍👧🇩🇪️",
    "\u{9B}31m\u{E0041}\u{200D}\u{FE0F}", "二行\r\nx\ty", "\u{FFFE}\u{AD}\u{200B}",
  ].map { Array($0.utf8) } + [[0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80]]
