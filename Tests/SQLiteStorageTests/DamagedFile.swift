import Foundation
import Model
import NetworkSupport
import Seeding
import Services
import Support

/// A copy of a closed network's file to damage, large enough for trees of several levels.
struct DamagedFile {
  static let pageSize = 4_096

  let folder: TemporaryFolder
  private(set) var bytes: [UInt8]
  var path: String { folder.file("net.db") }

  init() throws {
    folder = try TemporaryFolder()
    bytes = try DamagedFile.whole.get()
  }

  private static let whole = Result { try make() }

  /// The rows of the undamaged file.
  static let rows = Result { try contents(of: RawDatabase(sound())) }

  private static let home = Result { try TemporaryFolder() }

  private static func sound() throws -> String {
    try home.get().write(try whole.get(), to: "sound.db")
  }

  private static func make() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    do {
      let network = try Network.create(at: folder.file("net.db"), patience: .ofTests).network
      let order = try SeedOrder(
        users: 120, posts: 500, replies: 120, reposts: 60, follows: 900, likes: 1_500, pictures: 12,
        shape: .scaleFree,
        seed: 4, from: SeedOrder.from, to: SeedOrder.to)
      try network.load(try SeedPlan(order) { _ in }.network) { _ in }
      let others = try RawDatabase(folder.file("net.db")).column(
        "SELECT username FROM users WHERE id <> (SELECT author FROM posts WHERE id = 3) LIMIT 20")
      for (number, handle) in others.enumerated() {
        _ = try network.flag(handle, 3, reason: try Reason("not \(number)"))
        let viewer = Viewer.named(Handle(stored: handle))
        let now = Moment(seconds: Int64(number))
        let author = try network.posts.post(3, as: .nobody).item.author
        _ = try network.edges.draw(
          .mute, to: [item(author.text)], as: viewer, at: now, BulkMode())
        _ = try network.edges.draw(.bookmark, to: [item(3)], as: viewer, at: now, BulkMode())
      }
    }
    return try folder.bytes(of: "net.db")
  }

  /// Writes the damaged bytes to `path`.
  func write() throws {
    for name in try folder.names() { unlink(folder.file(name)) }
    try folder.write(bytes, to: "net.db")
  }

  /// Reads the file again after another program has changed it.
  mutating func read() throws {
    bytes = try folder.bytes(of: "net.db")
  }

  mutating func set(_ byte: UInt8, at place: Int) {
    bytes[place] = byte
  }

  mutating func flip(bit: Int) {
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
  }

  mutating func exchange(_ page: Int, _ other: Int) {
    for offset in 0..<Self.pageSize {
      bytes.swapAt((page - 1) * Self.pageSize + offset, (other - 1) * Self.pageSize + offset)
    }
  }

  /// Replaces pages by those of another file.
  mutating func restore(_ pages: Set<Int>, of other: DamagedFile) {
    for page in pages {
      let place = (page - 1) * Self.pageSize..<page * Self.pageSize
      bytes.replaceSubrange(place, with: other.bytes[place])
    }
  }

  mutating func overwrite(_ page: Int, with byte: UInt8) {
    for offset in 0..<Self.pageSize { bytes[(page - 1) * Self.pageSize + offset] = byte }
  }

  mutating func cut(to count: Int) {
    bytes.removeLast(bytes.count - count)
  }

  var pages: Int { bytes.count / Self.pageSize }

  /// Every row that `doctor --deep` checks, by table; throws if a row can't be read.
  static func contents(of database: RawDatabase) throws -> [String: Set<[String]>] {
    var contents: [String: Set<[String]>] = [:]
    for (table, columns) in tables {
      let quoted = columns.split(separator: " ").map { "quote(\($0))" }.joined(separator: ", ")
      contents[table] = Set(try database.rows("SELECT \(quoted) FROM \(table) NOT INDEXED"))
    }
    return contents
  }

  static let tables = [
    ("users", "id username name bio avatar created_at banner"),
    ("posts", "author private at id text picture alt reply_to thread quotes reposts edited_at"),
    ("follows", "follower followee at"), ("likes", "post liker at author"),
    ("flags", "post reporter at reason"), ("mentions", "post mentioned kind place at"),
    ("pictures", "id hash width height bytes content"), ("read_marks", "reader at notices_at"),
  ]
}
