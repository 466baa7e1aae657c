// Sources: Files Model Storage Exchange
// With: pieces

/// A table is read alike whole and in pieces, and again with all its cells quoted.
func holds(_ bytes: [UInt8]) -> Bool {
  let whole = rows(MemorySource(bytes))
  guard rows(Pieces(bytes)) == whole else { return false }
  guard let whole else { return true }
  let text = whole.map { row in row.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  return rows(MemorySource(Array(text.utf8))) == whole
}

/// All rows as scalars; nil if the table is refused.
private func rows(_ source: any ByteSource) -> [[[Unicode.Scalar]]]? {
  var reader = TableReader(source, of: "", separator: ",")
  var rows: [[[Unicode.Scalar]]] = []
  do {
    while let row = try reader.next() {
      // A line within a cell may end in CR LF, and is read without the CR.
      rows.append(row.map { cell in cell.unicodeScalars.filter { $0 != "\r" } })
    }
    return rows
  } catch {
    return nil
  }
}

private func quoted(_ cell: [Unicode.Scalar]) -> String {
  var text = "\""
  for scalar in cell {
    if scalar == "\"", !isPlanted { text.unicodeScalars.append("\"") }
    text.unicodeScalars.append(scalar)
  }
  return text + "\""
}

let corpus: [[UInt8]] = [
  "a,b\r\n\"c \"\"d\"\"\",\"e\r\nf\"\n", "x", "\"\"\n", ",,\n", "\u{FEFF}a,\"b", "a,\u{301}b\n",
].map { Array($0.utf8) }
