// Sources: Files Model Storage Exchange

/// Archives of any bytes give bounded content under harmless names.
func holds(_ bytes: [UInt8]) -> Bool {
  let store = MemorySource(bytes)
  let trees: [(any InputTree)?] = [
    try? ZipArchive(store, ""), try? TarArchive(store, ""),
    try? TarArchive(UnpackedStore(store, at: InputPosition("")), ""),
  ]
  for case let tree? in trees {
    for name in tree.names {
      if isPlanted || !EntryList.isSafe(name) { return false }
      guard let source = try? tree.open(name) else { continue }
      var count = 0
      while let part = try? source.next(), !part.isEmpty { count += part.count }
      if count > bytes.count * 1_100 + 200_000 { return false }
    }
  }
  return true
}

let corpus: [[UInt8]] = [
  // A zip with one stored entry, "a", of four bytes.
  [
    0x50, 0x4B, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x44, 0xE1, 0x5D, 0x6B, 4, 0, 0, 0, 4, 0, 0, 0,
    1, 0, 0, 0, 0x61, 0x30, 0x20, 0x31, 0x0A, 0x50, 0x4B, 1, 2, 20, 3, 20, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0x44, 0xE1, 0x5D, 0x6B, 4, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA4,
    0x81, 0, 0, 0, 0, 0x61, 0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 47, 0, 0, 0, 35, 0, 0, 0, 0,
    0,
  ],
  [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
]
