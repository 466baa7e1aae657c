// Sources: Model CommandLine

/// The options and operands of a line, spelled in full and joined, parse to the same again.
func holds(_ bytes: [UInt8]) -> Bool {
  let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
  guard let found = scanned(words) else { return true }
  let options = found.options.map { option in
    Array("--\(option.name)".utf8) + (option.value.map { [UInt8(ascii: "=")] + $0 } ?? [])
  }
  let end = isPlanted ? [] : [Array("--".utf8)]
  guard let again = scanned(options + end + found.operands.map(\.bytes)) else { return false }
  return again.options.map(\.name) == found.options.map(\.name)
    && again.options.map(\.value) == found.options.map(\.value)
    && again.operands.map(\.bytes) == found.operands.map(\.bytes)
}

/// Parses a line; nil if it is refused.
private func scanned(_ words: [[UInt8]]) -> Scanner? {
  var scanner = Scanner(Token.list(words))
  do {
    try scanner.finish(knowing: own)
    return scanner
  } catch {
    return nil
  }
}

private func option(_ name: String, _ short: Character?, takesValue: Bool) -> OptionShape {
  let kind = ValueKind("value") { (typed, _) throws(ValueError) in typed }
  let value = OptionShape.ValueShape(kind, fallback: nil)
  return OptionShape(
    name: name, short: short, key: nil, summary: "", value: takesValue ? value : nil)
}

private let own = [
  option("all", "a", takesValue: false), option("limit", "n", takesValue: true),
  option("name", nil, takesValue: true),
]

let corpus: [[UInt8]] = [
  "alice\0bob", "-qn5\0alice", "-n=5", "-n\0-1", "--limit=5\0--all", "--limit\05\0--\0--all",
  "--name=\0-", "--name\0--db\0x", "-a-q", "--quiet=x", "--\0--", "--limit\0--",
].map { Array($0.utf8) }
