internal import Model
internal import SQLite

/// Making a network of the rows that were saved: nothing may refer to what is not there.
extension Salvage {
  /// Drops and tells of what refers to nothing, then makes everything that can be derived.
  func settle() throws {
    let examination = Examination(connection: connection, isDeep: false)
    for fault in try examination.orphans() {
      switch fault {
      case .orphan(_, missing: .picture(let number)): faults.append(.lost(.picture(number)))
      case .orphan(let subject, _): faults.append(.lost(subject))
      // Several may lack one picture.
      case .rest(let category, _) where category.form == .withoutPicture: faults.append(fault)
      case .rest(let category, let count):
        faults.append(.rest(Fault.Category(.lost, in: category.table), count: count))
      default: break
      }
    }
    try dropWhatRefersToNothing()
    faults += try connection.all("SELECT id FROM pictures WHERE \(Orphans.unshownPictures)") {
      $0.int64(0)
    }.filter { !strayPictures.contains($0) }.map { .lost(.picture($0)) }
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
