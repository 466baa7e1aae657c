// Sources: Files Model PNG SQLText SQLite Storage SQLiteStorage Seeding Services
// With: smallNetwork

/// Checks that a network with changed bytes is read or refused, is not written, and is salvaged.
///
/// Without a finding of a deep examination, every answer must equal that of the unchanged network.
func holds(_ bytes: [UInt8]) -> Bool {
  let file = changed(whole.file, by: bytes)
  guard put(file) else { return fault("the disk takes no file") }
  guard let answer = Answer() else { return fault("a refusal is an internal error") }
  guard contents(of: path) == file else { return fault("the file changed") }
  guard isAlone else { return fault("a file is left beside the database") }
  // A salvage takes as long as all other checks together, so it runs for every fourth input.
  if file.reduce(0, &+) % 4 == 0, !isSalvaged() { return fault("a salvage is not sound") }
  guard answer.isClean || isPlanted else { return true }
  for (now, before) in zip(answer.words, whole.answer.words) where now != before {
    return fault("no finding, and this answer:\n\(now)\ninstead of:\n\(before)")
  }
  return true
}

/// The file of a small network and its answers.
private let whole: (file: [UInt8], answer: Answer) = {
  do {
    try makeNetwork()
    guard let file = contents(of: path), let answer = Answer(), answer.isClean else {
      fatalError("the network is not sound")
    }
    return (file, answer)
  } catch {
    fatalError("no network: \(error)")
  }
}()

/// Changed header fields, files cut at a page, and changed page headers.
let corpus: [[UInt8]] =
  [
    [0, 0, 16, 2, 2, 0], [0, 0, 18, 2, 1, 1], [0, 0, 20, 1, 12], [0, 0, 28, 4, 0, 0, 0, 1],
    [0, 0, 32, 8, 0, 0, 0, 3, 0, 0, 0, 1], [0, 0, 52, 4, 0, 0, 0, 0], [0, 0, 56, 4, 0, 0, 0, 2],
    [0, 0, 60, 4, 0, 0, 0, 99], [0, 0, 68, 4, 0, 0, 0, 0], [0, 0, 99, 0], [0, 0x20, 0, 0],
  ] + stride(from: 4_096, to: whole.file.count, by: 4_096).flatMap(corpus)

/// Changes of a page's kind, its count of cells, its first cell pointer and a byte of content.
private func corpus(ofPageAt start: Int) -> [[UInt8]] {
  let heads: [(place: Int, bytes: [UInt8])] = [
    (0, [5]), (3, [0xFF, 0xFF]), (8, [0, 8]), (4_090, [7]),
  ]
  return heads.map { head in
    let place = start + head.place
    let digits = [place >> 16, place >> 8, place].map { UInt8($0 & 255) }
    return digits + [UInt8(head.bytes.count)] + head.bytes
  }
}
