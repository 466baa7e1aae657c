internal import Model
internal import SQLite

/// Making a network of the rows that were saved: nothing may refer to what is not there.
extension Salvage {
  /// A user of whom only the handle is left, in the index of handles: their posts and ties are
  /// kept.
  func nameUser(_ id: Int64, _ name: String) throws {
    guard (try? Handle(name))?.text == name else { return }
    guard (1..<Writing.Counter.last).contains(id) else {
      return faults.append(.lost(.user(id, handle: name)))
    }
    let isThere = try connection.first("SELECT 1 FROM users WHERE id = \(id)") { _ in true }
    if isThere != nil { return }
    let sum = Checksum.user(name: "''", bio: "''", avatar: "NULL", createdAt: "at")
    try connection.run(
      """
      INSERT OR IGNORE INTO users (id, username, name, bio, created_at, checksum)
      SELECT id, username, '', '', at, \(sum) FROM (
        SELECT \(id) AS id, \(name) AS username, coalesce(
          (SELECT created_at FROM users WHERE id < \(id) ORDER BY id DESC LIMIT 1), 0) AS at
      ) AS bare
      """)
    if connection.changes > 0 { faults.append(.bare(.user(id, handle: name))) }
  }

  /// Drops and tells of what refers to nothing, then makes everything that can be derived.
  func settle() throws {
    let examination = Examination(connection: connection, isDeep: false)
    for fault in try examination.orphans() {
      switch fault {
      case .orphan(_, missing: .picture(let number)): faults.append(.lost(.picture(number)))
      case .orphan(let subject, _): faults.append(.lost(subject))
      // Several may lack one picture.
      case .rest(let sort, _) where sort.form == .withoutPicture: faults.append(fault)
      case .rest(let sort, let count):
        faults.append(.rest(Fault.Sort(.lost, in: sort.table), count: count))
      default: break
      }
    }
    try dropWhatRefersToNothing()
    try writing.forgetAllUnused()
    try writing.fillPostWords()
    try writing.fillUserWords()
    try writing.recount()
    var seen: Set<Fault> = []
    faults = faults.filter { seen.insert($0).inserted }
  }

  private func dropWhatRefersToNothing() throws {
    try connection.script([
      """
      UPDATE posts SET picture = NULL, alt = NULL,
        checksum = \(Checksum.post(picture: "NULL", alt: "NULL"))
      WHERE \(Orphans.picturesOfPosts)
      """,
      """
      UPDATE users SET avatar = NULL,
        checksum = \(Checksum.user(avatar: "NULL"))
      WHERE \(Orphans.avatars)
      """,
      "DELETE FROM posts WHERE \(Orphans.posts)",
      "DELETE FROM follows WHERE \(Orphans.follows)",
      "DELETE FROM likes WHERE \(Orphans.likes)",
      "DELETE FROM flags WHERE \(Orphans.flags)",
      "DELETE FROM read_marks WHERE \(Orphans.readMarks)",
    ])
  }
}
