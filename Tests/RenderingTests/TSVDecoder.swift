/// Reads back what `TSVEscape` wrote, as a program at the other end of a pipe would.
enum TSVDecoder {
  /// The text that was escaped; nil if the escapes are not ours.
  static func decode(_ field: String) -> String? {
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
}
