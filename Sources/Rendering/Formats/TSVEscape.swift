/// The escapes that keep a field on one line and nothing in it hidden, without losing anything.
package enum TSVEscape {
  static func write(_ field: String, to output: inout Output) {
    if field.utf8.allSatisfy({ $0 &- 0x20 < 0x5F && $0 != 0x5C }) { return output.append(field) }
    for scalar in field.unicodeScalars {
      switch scalar {
      case "\\": output.append("\\\\")
      case "\t": output.append("\\t")
      case "\n": output.append("\\n")
      case "\r": output.append("\\r")
      case _ where isEscaped(scalar):
        output.append("\\u{\(String(scalar.value, radix: 16, uppercase: true))}")
      default: output.append(scalar)
      }
    }
  }

  /// The text that was escaped; nil if the escapes are not ours.
  package static func decode(_ field: String) -> String? {
    var result = String.UnicodeScalarView()
    var rest = Substring(field).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "\\": result.append("\\")
      case "t": result.append("\t")
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "u":
        guard let scalar = popNumber(from: &rest) else { return nil }
        result.append(scalar)
      default: return nil
      }
    }
    return String(result)
  }

  private static func popNumber(from rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
    let number = UInt32(String(rest[..<end]), radix: 16)
    rest = rest[rest.index(after: end)...]
    return number.flatMap(Unicode.Scalar.init)
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0..<0xA0, 0xE0020...0xE007F: true
    default: ScalarDanger(scalar).map { $0 != .joining } ?? false
    }
  }
}
