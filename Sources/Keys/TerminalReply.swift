/// A terminal's reply to a query about its abilities.
package enum TerminalReply: Equatable, Sendable {
  /// Whether the terminal draws pictures by kitty's protocol.
  case graphics(Bool)
  /// Whether its background is light.
  case background(isLight: Bool)
  /// The numbers of the primary device attributes, which every terminal sends; 4 is sixel.
  case attributes(Set<Int>)

  /// The bytes that query all of these, the attributes last.
  ///
  /// The query for graphics has a picture of one pixel, which is not drawn.
  package static func query(aboutGraphics: Bool) -> [UInt8] {
    let graphics = aboutGraphics ? "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" : ""
    return Array((graphics + "\u{1B}]11;?\u{1B}\\\u{1B}[c").utf8)
  }

  /// Parses a control string without its end; nil for other strings.
  init?(string: ArraySlice<UInt8>) {
    let text = String(decoding: string, as: UTF8.self)
    if text.hasPrefix("_Gi=31;") {
      self = .graphics(text.hasSuffix(";OK"))
    } else if text.hasPrefix("]11;"), let isLight = Self.isLight(text.dropFirst(4)) {
      self = .background(isLight: isLight)
    } else {
      return nil
    }
  }

  /// Reads a colour of XParseColor(3): `rgb:1e1e/1e1e/2e2e`, with one to four digits each.
  private static func isLight(_ color: Substring) -> Bool? {
    let parts = color.split(separator: ":")
    guard parts.count == 2, ["rgb", "rgba"].contains(parts[0]) else { return nil }
    let values = parts[1].split(separator: "/").prefix(3).compactMap { digits -> Double? in
      guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) else { return nil }
      return Int(digits, radix: 16).map { Double($0) / Double(1 << (4 * digits.utf8.count) - 1) }
    }
    guard values.count == 3 else { return nil }
    return 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2] > 0.5
  }
}
