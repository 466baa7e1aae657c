/// The differences between two texts by lines, each with two lines around it.
///
/// Control characters are escaped, and a missing final line feed is shown.
func difference(from old: String, to new: String) -> String {
  let (old, new) = (visibleLines(old), visibleLines(new))
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var rows: [(mark: Character, text: String)] = []
  var (before, after) = (0, 0)
  while before < old.count || after < new.count {
    if removed.contains(before) {
      rows.append(("-", old[before]))
      before += 1
    } else if inserted.contains(after) {
      rows.append(("+", new[after]))
      after += 1
    } else {
      rows.append((" ", new[after]))
      before += 1
      after += 1
    }
  }
  return excerpt(of: rows)
}

private func excerpt(of rows: [(mark: Character, text: String)]) -> String {
  let changed = rows.indices.filter { rows[$0].mark != " " }
  let shown = Set(changed.flatMap { max(0, $0 - 2)...min(rows.count - 1, $0 + 2) }).sorted()
  var lines: [String] = []
  var last = -1
  for index in shown {
    if index > last + 1 { lines.append("@@ line \(index + 1)") }
    lines.append("\(rows[index].mark)\(rows[index].text)")
    last = index
  }
  return lines.joined(separator: "\n")
}

/// Escapes non-ASCII if two spellings of a character could look equal.
private func visibleLines(_ text: String) -> [String] {
  var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map { visible(String(decoding: $0, as: UTF8.self)) }
  if lines.last == "" {
    lines.removeLast()
  } else {
    lines.append("(no line feed at the end)")
  }
  return lines
}

private func visible(_ line: String) -> String {
  line.unicodeScalars.map { scalar in
    let isPlain =
      switch scalar.properties.generalCategory {
      case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
        false
      default:
        scalar.properties.numericType != nil
          || scalar.properties.canonicalCombiningClass == .notReordered
      }
    return isPlain && scalar != "\u{A0}"
      ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
  }.joined()
}
