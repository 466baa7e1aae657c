package import Model

/// Formats a count: exact up to 9,999, then in thousands, millions and so on.
package enum Magnitude {
  private static let units = ["K", "M", "B", "T", "Q"]

  package static func text(_ count: Int) -> String {
    if count < 0 { return "-" + text(count == .min ? .max : -count) }
    if count < 1_000 { return String(count) }
    return count < 10_000 ? exact(count) : rounded(count)
  }

  /// All digits in groups of three.
  package static func exact(_ count: Int) -> String {
    if count < 0 { return "-" + exact(count == .min ? .max : -count) }
    if count < 1_000 { return String(count) }
    let rest = String(count % 1_000)
    return "\(exact(count / 1_000))," + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// A number of bytes such as "3.1 MB", with tenths below ten.
  package static func size(_ bytes: Int) -> String {
    if bytes < 1_000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var (size, unit) = (1_000, 0)
    while bytes >= 999_500 * (size / 1_000), unit < units.count - 1 {
      (size, unit) = (size * 1_000, unit + 1)
    }
    let tenths = (bytes + size / 20) / (size / 10)
    let number =
      tenths < 100 && tenths % 10 != 0
      ? "\(tenths / 10).\(tenths % 10)" : "\((bytes + size / 2) / size)"
    return "\(number) \(["KB", "MB", "GB", "TB", "PB"][unit])"
  }

  /// At most four characters up to 999 trillion, without tenths.
  package static func brief(_ count: Int) -> String {
    let text = text(count)
    guard let unit = text.last, let point = text.firstIndex(of: ".") else {
      return text.utf8.count > 4 ? "\(count / 1_000)K" : text
    }
    return text[..<point] + String(unit)
  }

  /// The count with its noun: "1 like", "2 likes".
  package static func phrase(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(text(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// The same with a blank instead of a missing `s`, so that the numbers of a column are aligned.
  static func aligned(_ count: Int, _ one: String) -> String {
    phrase(count, one + " ", one + "s")
  }

  /// Rounds half up to tenths of a unit, with at most three digits before the point.
  private static func rounded(_ count: Int) -> String {
    var size = 1_000
    for unit in units {
      let (whole, rest) = count.quotientAndRemainder(dividingBy: size)
      let tenths = whole * 10 + (rest + size / 20) / (size / 10)
      if tenths < 10_000 || unit == units.last {
        return tenths % 10 == 0 ? "\(tenths / 10)\(unit)" : "\(tenths / 10).\(tenths % 10)\(unit)"
      }
      size *= 1_000
    }
    return String(count)
  }
}

extension SafeText {
  /// A list for a sentence: "@bob, @carol and 2 more".
  package static func list(_ handles: [Handle], outOf total: Int) -> SafeText {
    var parts = handles.map { SafeText($0) }
    let rest = total - parts.count
    if rest > 0 { parts.append(SafeText(Magnitude.text(rest)) + (parts.isEmpty ? "" : " more")) }
    guard parts.count > 1, let last = parts.popLast() else { return parts.first ?? "" }
    return joined(parts, by: ", ") + " and " + last
  }
}
