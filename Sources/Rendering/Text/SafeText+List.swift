package import Model

extension SafeText {
  /// Handles as a sentence has them: "@bob, @carol and 2 more".
  package static func list(_ handles: [Handle], outOf total: Int) -> SafeText {
    var parts = handles.map { SafeText($0) }
    let rest = total - parts.count
    if rest > 0 { parts.append(SafeText(Magnitude.text(rest)) + (parts.isEmpty ? "" : " more")) }
    guard parts.count > 1, let last = parts.popLast() else { return parts.first ?? "" }
    return joined(parts, by: ", ") + " and " + last
  }
}
