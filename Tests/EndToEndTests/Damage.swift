import Foundation
import Support
import Testing

/// A way to damage a closed database file.
struct Damage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let change: @Sendable (inout [UInt8], inout SeededGenerator) -> Void
  private var log: (@Sendable (inout SeededGenerator) throws -> [UInt8])?
  private var statements: String?

  private init(
    _ name: String, _ change: @escaping @Sendable (inout [UInt8], inout SeededGenerator) -> Void
  ) {
    testDescription = name
    self.change = change
  }

  func plant(_ path: String, _ generator: inout SeededGenerator) throws {
    let url = URL(fileURLWithPath: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    change(&bytes, &generator)
    try Data(bytes).write(to: url)
    if let statements { try RawDatabase(path).run(statements) }
    if let log { try Data(try log(&generator)).write(to: URL(fileURLWithPath: path + "-wal")) }
  }

  static let page = 4_096

  static let kinds =
    [
      Damage("one bit") { bytes, generator in
        let bit = Int.random(in: 0..<bytes.count * 8, using: &generator)
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      },
      Damage("forty bits") { bytes, generator in
        for _ in 0..<40 {
          let bit = Int.random(in: 4_096 * 8..<bytes.count * 8, using: &generator)
          bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        }
      },
      Damage("a bit of a cell pointer") { bytes, generator in
        let page = Int.random(in: 2..<bytes.count / page, using: &generator)
        bytes[page * Damage.page + Int.random(in: 0..<16, using: &generator)] ^= 0x10
      },
      Damage("cut off") { bytes, generator in
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
      },
      Damage("cut between pages") { bytes, generator in
        let pages = Int.random(in: 1..<bytes.count / page, using: &generator)
        bytes.removeLast(bytes.count - pages * Damage.page)
      },
      Damage("longer by noise") { bytes, generator in
        bytes += (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      },
      Damage("two pages exchanged") { bytes, generator in
        let one = Int.random(in: 1..<bytes.count / page, using: &generator)
        let other = Int.random(in: 1..<bytes.count / page, using: &generator)
        for offset in 0..<page where one != other {
          bytes.swapAt(one * Damage.page + offset, other * Damage.page + offset)
        }
      },
      Damage("a page twice") { bytes, generator in
        let one = Int.random(in: 1..<bytes.count / page, using: &generator)
        let other = Int.random(in: 1..<bytes.count / page, using: &generator)
        for offset in 0..<page {
          bytes[one * Damage.page + offset] = bytes[other * Damage.page + offset]
        }
      },
      Damage("a page of noise") { bytes, generator in
        let one = Int.random(in: 1..<bytes.count / page, using: &generator)
        for offset in 0..<page {
          bytes[one * Damage.page + offset] = UInt8.random(in: 0...255, using: &generator)
        }
      },
      withLog("a log of noise") { generator in
        (0..<9_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      },
      withLog("the log of another database") { _ in
        let folder = try TemporaryFolder()
        let database = try RawDatabase(folder.file("other.db"))
        try database.run(
          "PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(30000))")
        return try folder.bytes(of: "other.db-wal")
      },
      withLog("a log of zeros") { _ in [UInt8](repeating: 0, count: 5_000) },
    ] + numbers

  /// Rows with a length of four billion bytes, or with an impossible overflow page.
  static let absurdities = [
    Damage("absurd lengths") { bytes, generator in
      for cell in cells(of: bytes, &generator) {
        bytes.replaceSubrange(cell..<cell + 9, with: [UInt8](repeating: 0xFF, count: 9))
      }
    },
    Damage("high bits") { bytes, generator in
      for cell in cells(of: bytes, &generator) {
        bytes[cell + Int.random(in: 0..<8, using: &generator)] ^= 0x80
      }
    },
  ]

  /// The offset of a random cell on one in fifty of the pages with cells.
  private static func cells(of bytes: [UInt8], _ generator: inout SeededGenerator) -> [Int] {
    stride(from: page, to: bytes.count, by: page).compactMap { start in
      let pointers: Int? =
        switch bytes[start] {
        case 0x02, 0x05: 12
        case 0x0A, 0x0D: 8
        default: nil
        }
      let count = number(bytes, at: start + 3)
      guard let pointers, (1..<1_000).contains(count),
        Int.random(in: 0..<50, using: &generator) == 0
      else { return nil }
      let pointer = start + pointers + 2 * Int.random(in: 0..<count, using: &generator)
      return start + min(number(bytes, at: pointer), page - 9)
    }
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// Numbers that the constraints reject but a changed byte can produce.
  static let numbers = [
    withNumbers("the largest numbers", Int64.max), withNumbers("the smallest numbers", Int64.min),
  ]

  private static func withNumbers(_ name: String, _ number: Int64) -> Damage {
    var damage = Damage(name) { _, _ in }
    damage.statements = """
      PRAGMA ignore_check_constraints = 1;
      UPDATE users SET created_at = \(number), last_post_at = \(number), post_count = \(number),
        follower_count = \(number), following_count = \(number), like_count = \(number);
      UPDATE posts SET like_count = \(number);
      UPDATE posts SET at = \(number) WHERE id = 2;
      UPDATE likes SET at = \(number);
      UPDATE flags SET at = \(number);
      INSERT INTO read_marks VALUES (1, \(number), 0);
      UPDATE counters SET value = \(number);
      """
    return damage
  }

  private static func withLog(
    _ name: String, _ log: @escaping @Sendable (inout SeededGenerator) throws -> [UInt8]
  ) -> Damage {
    var damage = Damage(name) { _, _ in }
    damage.log = log
    return damage
  }
}
