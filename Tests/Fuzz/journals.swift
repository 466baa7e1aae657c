// Sources: Files Model PNG SQLText SQLite Storage SQLiteStorage Seeding Services
// With: smallNetwork
import CSQLite
import Glibc

/// Checks a network beside a log or a rollback journal with changed bytes.
///
/// With a log, the network shows a prefix of its commits, and a salvage reads the same prefix. With
/// a rollback journal, the unfinished change is rolled back, or the journal is refused, or a deep
/// examination reports the rest.
func holds(_ bytes: [UInt8]) -> Bool {
  for end in ["-wal", "-journal", "-shm"] { unlink(path + end) }
  let changes = Array(bytes.dropFirst())
  return (bytes.first ?? 0) % 2 == 0 ? logHolds(changes) : journalHolds(changes)
}

private func logHolds(_ changes: [UInt8]) -> Bool {
  let log = changed(logged.log, by: changes)
  guard put(logged.file), put(log, at: path + "-wal") else {
    return fault("the disk takes no file")
  }
  guard beginsAsLog(log) else {
    guard Answer()?.words == [] else { return fault("a file that is no log is not refused") }
    return contents(of: path + "-wal") == log || fault("a file that is no log is overwritten")
  }
  let moments = isPlanted ? Array(logged.moments.suffix(1)) : logged.moments
  var salvaged: [String] = []
  let isSound = isSalvaged { answer in
    salvaged = answer.words
    return answer.isClean
  }
  guard isSound else { return fault("a salvage is not sound") }
  guard let answer = Answer() else { return fault("a refusal is an internal error") }
  guard moments.contains(answer.words) else {
    return fault("the answer is no prefix of the commits")
  }
  guard salvaged == answer.words else { return fault("a salvage reads another log") }
  guard isAlone else { return fault("a file is left beside the database") }
  guard Answer()?.words == answer.words else { return fault("the second answer differs") }
  return true
}

/// Whether the bytes begin with a log's header, of which a crash may have written only a part.
private func beginsAsLog(_ log: [UInt8]) -> Bool {
  let head = log.prefix(32) + [UInt8](repeating: 0, count: max(0, 32 - log.count))
  let written = head.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
  let constant = [UInt8](logged.log.prefix(12))
  let isSize = (9...16).contains { head[8..<12].elementsEqual(bigEndian(1 << $0)) }
  return zip(constant.prefix(8), head).prefix(written).enumerated().allSatisfy { place, bytes in
    bytes.0 == bytes.1 || place == 3 && bytes.0 ^ bytes.1 == 1
  } && (written <= 12 || isSize)
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
  withUnsafeBytes(of: number.bigEndian) { Array($0) }
}

private func journalHolds(_ changes: [UInt8]) -> Bool {
  guard put(half.file), put(changed(half.journal, by: changes), at: path + "-journal") else {
    return fault("the disk takes no file")
  }
  guard isSalvaged() else { return fault("a salvage is not sound") }
  guard let answer = Answer() else { return fault("a refusal is an internal error") }
  guard answer.isClean || isPlanted else { return true }
  return answer.words == half.before
    || fault("no finding, and the answer differs from the one before")
}

/// A file, its log of five commits, and the answers before the first commit and after each.
private let logged: (file: [UInt8], log: [UInt8], moments: [[String]]) = {
  do {
    try makeNetwork()
    var moments = [Answer()?.words ?? []]
    let network = Network(store: try SQLiteStore.open(at: path, patience: Patience(seconds: 5)))
    return try withExtendedLifetime(network) {
      for number in 1...5 {
        let text = try PostText("note \(number)")
        guard let draft = PostDraft(text: text, isPrivate: false, at: SeedOrder.to) else {
          fatalError("no draft")
        }
        _ = try network.posts.publish(draft, as: .named(Handle(stored: "ana")))
        moments.append(Answer()?.words ?? [])
      }
      guard let file = contents(of: path), let log = contents(of: path + "-wal"), log.count > 32,
        Set(moments).count == moments.count
      else { fatalError("there is no log") }
      return (file, log, moments)
    }
  } catch {
    fatalError("no network: \(error)")
  }
}()

/// A file in the middle of a change to every post, its journal, and the answers before the change.
private let half: (file: [UInt8], journal: [UInt8], before: [String]) = {
  do {
    try makeNetwork()
    let before = Answer()?.words ?? []
    var database: OpaquePointer?
    guard sqlite3_open(path, &database) == SQLITE_OK else { fatalError("no connection") }
    defer { sqlite3_close(database) }
    let change = "PRAGMA journal_mode=DELETE; BEGIN; UPDATE posts SET text = text || ' and more'"
    guard sqlite3_exec(database, change, nil, nil, nil) == SQLITE_OK,
      sqlite3_db_cacheflush(database) == SQLITE_OK, let file = contents(of: path),
      let journal = contents(of: path + "-journal")
    else { fatalError("there is no journal") }
    return (file, journal, before)
  } catch {
    fatalError("no network: \(error)")
  }
}()

// MARK: Corpus

/// The unchanged log and journal, changed header fields, and changed frames and records.
let corpus: [[UInt8]] =
  [[0], [1]]
  + [0, 4, 8, 12, 16, 20, 24, 28].flatMap { place in
    [
      [0, 0, 0, place, 1, 0xFF], [1, 0, 0, place, 4, 0, 0, 0, 0], [1, 0, 0, place, 4, 0, 0, 0, 1],
    ]
  }
  + (1...5).flatMap { frame -> [[UInt8]] in
    let place = 32 + frame * 4_120
    let digits = [0, UInt8(place >> 8 & 255), UInt8(place & 255)]
    return [[0] + digits + [0], [0] + digits + [4, 0, 0, 0, 1], [1] + digits + [0]]
  }
