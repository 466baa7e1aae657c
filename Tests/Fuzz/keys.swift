// Sources: Keys

/// The keys do not depend on where the bytes are cut.
///
/// Overlong sequences are dropped piece by piece, so only short input is compared.
func holds(_ bytes: [UInt8]) -> Bool {
  guard bytes.count <= 32 else {
    var decoder = KeyDecoder()
    return decoder.take(bytes).count + decoder.flush().count <= bytes.count
  }
  var whole = KeyDecoder()
  let keys = whole.take(bytes) + whole.flush()
  let step = Int(bytes.first ?? 0) % 7 + 1
  var cut = KeyDecoder()
  var pieces: [KeyPress] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    pieces += cut.take(Array(rest.prefix(step)))
    rest = rest.dropFirst(step)
    if isPlanted { pieces += cut.flush() }
  }
  pieces += cut.flush()
  return pieces == keys
}

let corpus: [[UInt8]] = [
  "abc\r", "\u{1B}[A\u{1B}OB\u{1B}[1;5C", "\u{1B}[<0;10;20M\u{1B}[<64;1;1M", "\u{1B}\u{1B}[Z",
  "\u{1B}[200~pasted\u{1B}[201~", "é二👍", "\u{1B}",
].map { Array($0.utf8) }
