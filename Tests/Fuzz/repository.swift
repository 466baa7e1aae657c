// Sources: Files Model Storage Exchange

/// A value found in a repository is no larger than its bytes.
func holds(_ bytes: [UInt8]) -> Bool {
  if let value = try? CBORReader.value(of: bytes, at: InputPosition("")) {
    if size(of: value) > (isPlanted ? 2 : bytes.count) { return false }
  }
  guard let file = try? CARFile(MemorySource(bytes), at: InputPosition("")),
    let root = try? file.block(file.root)
  else { return true }
  return size(of: root.content) <= bytes.count
}

private func size(of value: CBORValue) -> Int {
  switch value {
  case .bytes(let bytes), .link(let bytes): bytes.count
  case .text(let text): text.utf8.count
  case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
  case .map(let members): members.reduce(1) { $0 + $1.key.utf8.count + size(of: $1.value) }
  default: 1
  }
}

let corpus: [[UInt8]] = [
  [0xA2, 0x61, 0x61, 0x01, 0x61, 0x62, 0x82, 0x63, 0x78, 0x79, 0x7A, 0xF6],
  [0x18, 0x2A], [0xD8, 0x2A, 0x43, 0, 1, 2],
]
