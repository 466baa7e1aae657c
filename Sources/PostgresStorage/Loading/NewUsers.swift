internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The users that an import adds, found by handle and loaded by COPY.
///
/// A statement for each user would take a round trip.
final class NewUsers {
  private static let mostGathered = 2_000
  /// The most handles that are read at once.
  private static let mostHandles = 200_000

  private let writing: PostgresWriting
  private var session: PostgresSession { writing.session }
  /// The users by handle: the new ones, and all of the network if `hasAllHandles`.
  private var handles: [String: User.ID] = [:]
  private var hasAllHandles: Bool?
  /// Drawn numbers that no user has yet, the smallest last.
  private var numbers: [Int64] = []
  private var count = 0
  /// The rows that are not stored yet.
  private var gathered: [StoredUser] = []

  init(_ writing: PostgresWriting) {
    self.writing = writing
  }

  func user(named handle: Handle) throws -> User.ID? {
    let hasAll = try hasAllHandles ?? readHandles()
    if let user = handles[handle.text] { return user }
    return hasAll ? nil : try writing.read.userID(ifAny: handle)
  }

  /// Reads the handles of all users; false if there are too many.
  private func readHandles() throws -> Bool {
    try session.each {
      "SELECT \($0) FROM profilectl.handles LIMIT \(NewUsers.mostHandles + 1)"
    } as: { row in
      (row["username"] as String, row["id"] as User.ID)
    } take: { handle, id in
      handles[handle] = id
    }
    let hasAll = handles.count <= NewUsers.mostHandles
    hasAllHandles = hasAll
    return hasAll
  }

  func add(_ row: StoredUser) throws {
    gathered.append(row)
    handles[row.handle.text] = row.id
    if gathered.count >= NewUsers.mostGathered { try load() }
  }

  /// Draws up to 1,000 numbers at once, and more of them if many users are new.
  func nextNumber() throws -> User.ID {
    count += 1
    if numbers.isEmpty {
      numbers = try session.values(
        """
        SELECT nextval('profilectl.user_ids') AS number
        FROM generate_series(1, \(min(1_000, count))) ORDER BY number DESC
        """)
    }
    guard let number = numbers.popLast() else {
      throw StorageError.internal("A sequence gave no number.")
    }
    return User.ID(number)
  }

  /// Stores the gathered rows.
  func load() throws {
    if gathered.isEmpty { return }
    try session.copy(rows: gathered)
    gathered = []
  }
}
