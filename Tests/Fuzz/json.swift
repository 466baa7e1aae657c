// Sources: Files Model Storage Exchange

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

/// Gives three bytes at a time.
private final class Pieces: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  func next() -> [UInt8] {
    defer { rest = rest.dropFirst(3) }
    return Array(rest.prefix(3))
  }
}

let corpus: [[UInt8]] = [
  #"{"a":[1,-2.5e3,null,true],"b":"x\u00e9\ud83d\ude00\n","c":{}}"#, "[]", #""\ud800""#, "[[1],2]",
  "\u{FEFF}{}",
].map { Array($0.utf8) }
