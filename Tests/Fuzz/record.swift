// Sources: Model/Query.swift SQLText/SQLValue.swift SQLite/Pages/FoundRow.swift SQLite/Core/Bytes.swift

/// The values of a row found in bytes are no larger than the bytes.
func holds(_ bytes: [UInt8]) -> Bool {
  guard let row = FoundRow(bytes, number: 1, on: 1) else { return true }
  let size = row.values.reduce(0) { sum, value in
    switch value {
    case .blob(let blob): sum + blob.count
    // An invalid byte becomes a replacement character of three bytes.
    case .text(let text): sum + text.utf8.count / 3
    default: sum
    }
  }
  return size <= (isPlanted ? 2 : bytes.count)
}

let corpus: [[UInt8]] = [
  [3, 0, 1, 7], [4, 0, 19, 6, 0x61, 0x62, 0x63, 0, 0, 0, 0, 0, 0, 0, 9], [2, 8],
  [5, 12, 13, 14, 15, 1, 0x61],
]
