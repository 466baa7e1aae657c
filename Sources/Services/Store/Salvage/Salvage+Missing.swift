internal import Model
internal import SQLite

/// What indexes name, and is not in the new file.
extension Salvage {
  /// Tells of each row of the tables that have an index that names them all, and of the others of
  /// which something is gone.
  func tellMissing(hasHandles: Bool) throws {
    let hasPictures = try tellMissingPictures()
    let hasPosts = try tellMissingPosts()
    let hasReporters = try entries(of: "flags_by_reporter", fields: 2) {
      try tellMissingFlag(post: $0[1], reporter: $0[0])
    }
    let hasTimes = try entries(of: "flags_by_time", fields: 3) {
      try tellMissingFlag(post: $0[1], reporter: $0[2])
    }
    let named: [SalvagedRow.Table: Bool] = [
      .users: hasHandles, .pictures: hasPictures, .posts: hasPosts,
      .flags: hasReporters || hasTimes,
    ]
    for table in SalvagedRow.Table.allCases where isWhole[table] != true && named[table] != true {
      faults.append(.lostPart(table: table.rawValue))
    }
  }

  private func tellMissingFlag(post: Int64, reporter: Int64) throws {
    let isThere = try connection.first(
      "SELECT 1 FROM flags WHERE post = \(post) AND reporter = \(reporter)"
    ) { _ in true }
    if isThere == nil { faults.append(.lost(.edge(.flag, from: reporter, to: post))) }
  }

  private func tellMissingPictures() throws -> Bool {
    var areHashes = true
    let isRead = try walk.rows(ofTreeAt: roots["sqlite_autoindex_pictures_1"], isTable: false) {
      guard $0.values.count == 2, case .blob = $0.values[0], case .integer(let id) = $0.values[1]
      else { return areHashes = false }
      let isThere = try connection.first("SELECT 1 FROM pictures WHERE id = \(id)") { _ in true }
      if isThere == nil { faults.append(.lost(.picture(id))) }
    }
    return isRead && areHashes
  }

  private func tellMissingPosts() throws -> Bool {
    var times: Set<Int64> = []
    let areNumbered = try entries(of: "posts_by_id", fields: 4) {
      let isThere = try connection.first("SELECT 1 FROM posts WHERE id = \($0[0])") { _ in true }
      if isThere == nil {
        faults.append(.lost(.post($0[0])))
        times.insert($0[3])
      }
    }
    for (index, fields, place) in [("posts_by_time", 3, 0), ("posts_by_picture", 4, 3)] {
      _ = try entries(of: index, fields: fields) {
        let time = $0[place]
        let isThere = try connection.first("SELECT 1 FROM posts WHERE at = \(time)") { _ in true }
        if isThere == nil, times.insert(time).inserted {
          faults.append(.lost(.postOf(time: time)))
        }
      }
    }
    return areNumbered
  }

  /// Gives every entry of a tree in which there are only numbers; false where it could not be read
  /// to its end, or had others.
  func entries(
    of tree: String, fields: Int, _ take: ([Int64]) throws -> Void
  ) throws -> Bool {
    var areNumbers = true
    let isRead = try walk.rows(ofTreeAt: roots[tree], isTable: false) {
      guard let numbers = Self.integers($0, fields) else { return areNumbers = false }
      try take(numbers)
    }
    return isRead && areNumbers
  }

  private static func integers(_ row: FoundRow, _ count: Int) -> [Int64]? {
    guard row.values.count == count else { return nil }
    let numbers = row.values.compactMap { value -> Int64? in
      if case .integer(let number) = value { number } else { nil }
    }
    return numbers.count == count ? numbers : nil
  }
}
