import NetworkSupport
import Support
import Testing

extension DamagedFile {
  /// The leaf pages of an index or a table.
  func leaves(of name: String) throws -> [Int] {
    leaves(below: try root(of: name))
  }

  func root(of name: String) throws -> Int {
    try write()
    let root = try RawDatabase(path).column(
      "SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'")
    return try #require(root.first.flatMap(Int.init))
  }

  private func leaves(below page: Int) -> [Int] {
    let start = start(of: page)
    guard [0x02, 0x05].contains(bytes[start]) else { return [page] }
    let cells = (0..<number(at: start + 3)).map { start + number(at: start + 12 + 2 * $0) }
    return (cells + [start + 8]).flatMap { leaves(below: number(at: $0, of: 4)) }
  }

  func start(of page: Int) -> Int { (page - 1) * Self.pageSize }

  func number(at place: Int, of count: Int = 2) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Makes the first entry of the last leaf unreadable: its first field exceeds the entry.
  mutating func spoilEntry(of index: String) throws {
    let entries = entries(on: try #require(try leaves(of: index).last))
    set(0x7F, at: entries[0] + 2)
  }

  /// The offsets of a leaf's entries; each begins with its length, its header's and its types.
  func entries(on page: Int) -> [Int] {
    let start = start(of: page)
    return (0..<number(at: start + 3)).map { start + number(at: start + 8 + 2 * $0) }
  }

  /// Removes the last entry of a leaf.
  mutating func loseEntry(of page: Int) {
    let start = start(of: page)
    let count = number(at: start + 3) - 1
    set(UInt8(count >> 8), at: start + 3)
    set(UInt8(count & 0xFF), at: start + 4)
  }

  /// Changes a table without some of its indexes.
  mutating func run(_ sql: String, behind indexes: [String]) throws {
    try write()
    try RawDatabase.run(sql, on: path, behind: indexes)
    try read()
  }
}
