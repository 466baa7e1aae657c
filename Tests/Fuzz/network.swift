// Sources: Files Model PNG SQLite Storage SQLiteStorage Seeding Services
// With: smallNetwork

/// A network with other bytes here and there is answered, or refused for what it is, and stays as
/// it is; what can be read of it is salvaged.
///
/// Where a deep look finds nothing, everything is answered as if nothing had happened.
func holds(_ bytes: [UInt8]) -> Bool {
  let file = changed(whole.file, by: bytes)
  guard put(file) else { return fault("the disk takes no file") }
  guard let answer = Answer() else { return fault("a refusal blames the program") }
  guard contents(of: path) == file else { return fault("the file is another") }
  guard isAlone else { return fault("something is left beside the file") }
  // It takes as long as all the rest together.
  if file.reduce(0, &+) % 4 == 0, !isSalvaged() { return fault("a salvage is not sound") }
  guard answer.isClean || isPlanted else { return true }
  for (told, before) in zip(answer.words, whole.answer.words) where told != before {
    return fault("nothing was found, and this is told:\n\(told)\ninstead of:\n\(before)")
  }
  return true
}

/// The file of a small network, and what it says unchanged.
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

/// Fields of the header, the end of the file at a page, and the heads of pages.
let corpus: [[UInt8]] =
  [
    [0, 0, 16, 2, 2, 0], [0, 0, 18, 2, 1, 1], [0, 0, 20, 1, 12], [0, 0, 28, 4, 0, 0, 0, 1],
    [0, 0, 32, 8, 0, 0, 0, 3, 0, 0, 0, 1], [0, 0, 52, 4, 0, 0, 0, 0], [0, 0, 56, 4, 0, 0, 0, 2],
    [0, 0, 60, 4, 0, 0, 0, 99], [0, 0, 68, 4, 0, 0, 0, 0], [0, 0, 99, 0], [0, 0x20, 0, 0],
  ] + stride(from: 4_096, to: whole.file.count, by: 4_096).flatMap(corpus)

/// The kind of a page, its count of cells, where its first one lies, and a byte of that.
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
