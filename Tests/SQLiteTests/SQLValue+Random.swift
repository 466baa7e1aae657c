import SQLText
import SQLite
import Support

extension SQLValue {
  /// A random value; extreme ones are frequent.
  static func random(using generator: inout SeededGenerator) -> SQLValue {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: .null
    case 1: .integer(.random(in: .min ... .max, using: &generator))
    case 2: .integer([.min, .max, 0, -1].randomElement(using: &generator) ?? 0)
    case 3: .real(.random(in: -1e300...1e300, using: &generator))
    case 4:
      .real(
        [.infinity, -.infinity, 0, .leastNonzeroMagnitude].randomElement(using: &generator) ?? 0)
    case 5: .text("")
    case 6: .blob([])
    case 7, 8: .text(randomText(using: &generator))
    default:
      .blob(
        (0..<Int.random(in: 1...300, using: &generator)).map { _ in
          .random(in: 0...255, using: &generator)
        })
    }
  }

  private static func randomText(using generator: inout SeededGenerator) -> String {
    let pieces = [
      "\0", "a", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\u{202E}", "\r\n", "'", "\"", "\u{10FFFF}", "ß",
    ]
    return (0..<Int.random(in: 1...40, using: &generator))
      .map { _ in pieces.randomElement(using: &generator) ?? "" }
      .joined()
  }
}
