// Sources: Files Model Storage Exchange
// With: pieces

/// A text is read alike whole and in pieces of a few bytes.
func holds(_ bytes: [UInt8]) -> Bool {
  let (whole, pieces) = (read(MemorySource(bytes)), read(Pieces(bytes)))
  if isPlanted, case .success(let tree) = whole { return tree.elements.isEmpty }
  return whole == pieces
}

private func read(_ source: any ByteSource) -> Result<XMLTree, ExchangeError> {
  let reader = XMLReader(source, of: "")
  do {
    let tree = try reader.tree(try reader.root())
    try reader.end()
    return .success(tree)
  } catch {
    return .failure(error)
  }
}

let corpus: [[UInt8]] = [
  #"<?xml version="1.0"?><!-- a --><a b="1>2" c='d'><e/>x&lt;&#10;</a>"#, "<a><![CDATA[<]]></a >",
  "\u{FEFF}<a/>",
].map { Array($0.utf8) }
