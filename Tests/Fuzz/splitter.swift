// Sources: Model CommandLine/Tokens/LineSplitter.swift CommandLine/Tokens/Token.swift CommandLine/Tokens/TypedBytes.swift CommandLine/Tokens/RefusedValue.swift

/// The words of a line, quoted and joined, split into the same words again.
func holds(_ bytes: [UInt8]) -> Bool {
  guard let words = try? LineSplitter.words(of: bytes) else { return true }
  let quote = UInt8(ascii: "'")
  var line: [UInt8] = []
  for word in words {
    line.append(quote)
    for byte in word.bytes {
      line += byte == quote && !isPlanted ? Array("'\\''".utf8) : [byte]
    }
    line += [quote, UInt8(ascii: " ")]
  }
  return (try? LineSplitter.words(of: line))?.map(\.bytes) == words.map(\.bytes)
}

let corpus: [[UInt8]] = [
  "post 'hello there' # why", "login bob", "a \"b \\\" c\" \\  d", "'", "\\", "''\"\" x#y",
].map { Array($0.utf8) }
