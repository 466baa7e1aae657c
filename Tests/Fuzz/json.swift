// Sources: Files Model Storage Exchange
// With: pieces

/// A text is read alike whole and in pieces of a few bytes.
func holds(_ bytes: [UInt8]) -> Bool {
  let (whole, pieces) = (read(MemorySource(bytes)), read(Pieces(bytes)))
  if isPlanted, case .success(.array(let elements)) = whole { return elements.count < 2 }
  return whole == pieces
}

private func read(_ source: any ByteSource) -> Result<JSONTree, ExchangeError> {
  let reader = JSONReader(source, of: "")
  do {
    let value = try reader.value()
    try reader.end()
    return .success(value)
  } catch {
    return .failure(error)
  }
}

let corpus: [[UInt8]] = [
  #"{"a":[1,-2.5e3,null,true],"b":"x\u00e9\ud83d\ude00\n","c":{}}"#, "[]", #""\ud800""#, "[[1],2]",
  "\u{FEFF}{}",
].map { Array($0.utf8) }
