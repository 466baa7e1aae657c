/// Text that a command printed for a terminal, with paint from SGR sequences (ECMA-48, §8.3.117).
///
/// Any other escape sequence is text, which becomes visible.
package struct PaintedText {
  struct Run: Equatable {
    var text: String
    var paint: Paint
  }

  private(set) var lines: [[Run]] = [[]]

  package init(_ printed: String) {
    var paint = Paint.plain
    var rest = printed.unicodeScalars[...]
    var text = String.UnicodeScalarView()
    func close(_ lines: inout [[Run]]) {
      if !text.isEmpty { lines[lines.count - 1].append(Run(text: String(text), paint: paint)) }
      text = String.UnicodeScalarView()
    }
    while let scalar = rest.first {
      if let end = PaintedText.endOfSGR(rest) {
        close(&lines)
        paint.take(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
        rest = rest[rest.index(after: end)...]
        continue
      }
      rest.removeFirst()
      if scalar == "\n" {
        close(&lines)
        lines.append([])
      } else {
        text.append(scalar)
      }
    }
    close(&lines)
  }

  /// The text without paint.
  package var plain: String {
    lines.map { $0.map(\.text).joined() }.joined(separator: "\n")
  }

  /// The index of the `m`, if the text begins with an SGR sequence.
  private static func endOfSGR(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    guard text.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
    let end = text.dropFirst(2).firstIndex { !("0"..."9").contains($0) && $0 != ";" }
    return end.flatMap { text[$0] == "m" ? $0 : nil }
  }
}

extension Paint {
  fileprivate mutating func take(_ parameters: Substring.UnicodeScalarView) {
    var codes = Substring(parameters).split(separator: ";").map { UInt8($0) ?? 0 }[...]
    if codes.isEmpty { codes = [0] }
    while let code = codes.popFirst() {
      switch code {
      case 0: self = .plain
      case 1: flags.insert(.bold)
      case 2: flags.insert(.dim)
      case 3: flags.insert(.italic)
      case 4: flags.insert(.underlined)
      case 7: flags.insert(.reversed)
      case 22: flags.subtract([.bold, .dim])
      case 23: flags.remove(.italic)
      case 24: flags.remove(.underlined)
      case 27: flags.remove(.reversed)
      case 30...37: foreground = .palette(code - 30)
      case 38: foreground = Color(&codes) ?? foreground
      case 39: foreground = .standard
      case 40...47: background = .palette(code - 40)
      case 48: background = Color(&codes) ?? background
      case 49: background = .standard
      case 90...97: foreground = .palette(code - 82)
      case 100...107: background = .palette(code - 92)
      default: break
      }
    }
  }
}

extension Color {
  /// Reads the codes after 38 or 48: `5;n` or `2;red;green;blue`.
  fileprivate init?(_ codes: inout ArraySlice<UInt8>) {
    let kind = codes.popFirst()
    if kind == 5, let index = codes.popFirst() {
      self = .palette(index)
    } else if kind == 2, codes.count >= 3 {
      let parts = Array(codes.prefix(3))
      codes = codes.dropFirst(3)
      self = .mixed(red: parts[0], green: parts[1], blue: parts[2])
    } else {
      return nil
    }
  }
}
