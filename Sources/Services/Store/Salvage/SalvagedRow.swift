internal import Model
internal import SQLite

/// A row of a damaged file that has the form of one of ours.
struct SalvagedRow {
  /// The tables whose rows stand for themselves.
  enum Table: String, CaseIterable {
    case users, pictures, posts, flags
    case readMarks = "read_marks"

    var hasRowNumbers: Bool { self == .users || self == .pictures || self == .readMarks }

    var columns: Int {
      switch self {
      case .users: 12
      case .pictures: 7
      case .posts: 9
      case .flags: 5
      case .readMarks: 2
      }
    }
  }

  private let table: Table
  private var values: [SQLValue]

  /// Nil for a row of another form.
  init?(_ row: FoundRow, of table: Table) {
    guard row.values.count == table.columns, (row.number != nil) == table.hasRowNumbers else {
      return nil
    }
    self.table = table
    // The row number stands for its column, which is empty.
    values = row.number.map { [.integer($0)] + row.values.dropFirst() } ?? row.values
  }

  /// A row of a page that belongs to no tree; its form tells what it may be.
  init?(stray row: FoundRow) {
    let tables: [Table] = [.users, .pictures, .posts, .flags]
    guard let found = tables.lazy.compactMap({ SalvagedRow(row, of: $0) }).first else { return nil }
    self = found
  }

  var subject: Fault.Object {
    switch table {
    case .users: .user(number(0), handle: text(1))
    case .pictures: .picture(number(0))
    case .posts: .post(number(3))
    case .flags: .edge(.flag, from: number(1), to: number(0))
    case .readMarks: .readMark(user: number(0))
    }
  }

  var hasChecksum: Bool { table != .readMarks }

  /// Whether it is what was written; where there is no checksum it is taken for that.
  func isSound(on connection: Connection) throws -> Bool {
    guard let (sum, place) = checksum, place < values.count else { return true }
    let found = try connection.first("SELECT \(sum)") { SQLValue.integer($0.int64(0)) }
    return found == values[place]
  }

  /// What the checksum of the row has to be, and where it stands.
  private var checksum: (SQL, Int)? {
    let v = values.map { value -> SQL in "\(value)" }
    switch table {
    case .users:
      let sum = Checksum.user(
        id: v[0], username: v[1], name: v[2], bio: v[3], avatar: v[4], createdAt: v[5])
      return (sum, 6)
    case .pictures:
      let sum = Checksum.picture(
        id: v[0], hash: v[1], width: v[2], height: v[3], bytes: v[4], content: v[6])
      return (sum, 5)
    case .posts:
      let sum = Checksum.post(
        author: v[0], private: v[1], at: v[2], id: v[3], text: v[4], picture: v[5], alt: v[6])
      return (sum, 7)
    case .flags:
      return (Checksum.flag(post: v[0], reporter: v[1], at: v[2], reason: v[3]), 4)
    case .readMarks: return nil
    }
  }

  /// The same with the size of a picture as that of what is there of it.
  var asFound: SalvagedRow {
    var row = self
    if table == .pictures, case .blob(let content) = values[6] {
      row.values[4] = .integer(Int64(content.count))
    }
    return row
  }

  /// The same of a user, with another handle.
  func named(_ handle: String) -> SalvagedRow {
    var row = self
    if table == .users { row.values[1] = .text(handle) }
    return row
  }

  /// Whether it is a row of the new file now: one that is there already, or can't be one, is not.
  func insert(on connection: Connection) throws -> Bool {
    guard isPossible else { return false }
    do throws(SQLiteError) {
      try connection.run(insertion)
      return connection.changes > 0
    } catch {
      guard [.constraint, .mismatch, .tooBig].contains(error.code.primary) else { throw error }
      return false
    }
  }

  /// Whether the new file has a row of the same subject, so that this one is not missed.
  ///
  /// What has no checksum proves nothing: where a copy of a page took the place of another, its
  /// rows are there, and those of the other are not.
  func isThere(on connection: Connection) throws -> Bool {
    let v = values
    let query: SQL
    switch table {
    case .users: query = "SELECT 1 FROM users WHERE id = \(v[0])"
    case .pictures: query = "SELECT 1 FROM pictures WHERE id = \(v[0])"
    case .posts: query = "SELECT 1 FROM posts WHERE id = \(v[3])"
    case .flags: query = "SELECT 1 FROM flags WHERE post = \(v[0]) AND reporter = \(v[1])"
    case .readMarks: return false
    }
    return try connection.first(query) { _ in true } != nil
  }

  /// Numbers go on behind the highest, and there has to be one left.
  private var isPossible: Bool {
    switch table {
    case .users:
      (1..<Writing.Counter.exhausted).contains(number(0)) && Handle.accepts(text(1))
    case .posts: (1..<Writing.Counter.exhausted).contains(number(3))
    case .pictures, .flags, .readMarks: true
    }
  }

  private var insertion: SQL {
    let v = values
    let sum = checksum?.0 ?? "NULL"
    switch table {
    case .users:
      return """
        INSERT OR IGNORE INTO users (id, username, name, bio, avatar, created_at, checksum)
        VALUES (\(v[0]), \(v[1]), \(v[2]), \(v[3]), \(v[4]), \(v[5]), \(sum))
        """
    case .pictures:
      return """
        INSERT OR IGNORE INTO pictures (id, hash, width, height, bytes, content, checksum)
        VALUES (\(v[0]), \(v[1]), \(v[2]), \(v[3]), \(v[4]), \(v[6]), \(sum))
        """
    case .posts:
      return """
        INSERT OR IGNORE INTO posts (author, private, at, id, text, picture, alt, checksum)
        VALUES (\(v[0]), \(v[1]), \(v[2]), \(v[3]), \(v[4]), \(v[5]), \(v[6]), \(sum))
        """
    case .flags:
      return """
        INSERT OR IGNORE INTO flags (post, reporter, at, reason, checksum)
        VALUES (\(v[0]), \(v[1]), \(v[2]), \(v[3]), \(sum))
        """
    case .readMarks:
      return "INSERT OR IGNORE INTO read_marks (user, at) VALUES (\(v[0]), \(v[1]))"
    }
  }

  private func number(_ column: Int) -> Int64 {
    if case .integer(let number) = values[column] { return number }
    return 0
  }

  private func text(_ column: Int) -> String {
    if case .text(let text) = values[column] { return text }
    return ""
  }
}
