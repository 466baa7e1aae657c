internal import Model
internal import SQLite
internal import Storage

/// Posts appear and vanish, with their author's counts and newest post kept right.
extension SQLiteWriting {
  func insert(_ draft: PostDraft, by author: User.ID) throws -> Post.ID {
    // Time 0 stands for no post at all.
    let at = try freeMoment(from: max(draft.at(), Moment(microseconds: 1)))
    let id = Post.ID(try nextNumber(of: .posts))
    let (text, alt) = (draft.text.string, draft.alt?.string)
    let picture = try draft.picture.map { try keep($0) }
    let sum = Checksum.post(
      author: "\(author)", private: "\(draft.isPrivate)", at: "\(at)", id: "\(id)",
      text: "\(text)", picture: "\(picture)", alt: "\(alt)")
    try connection.run(
      """
      INSERT INTO posts (author, private, at, id, text, picture, alt, checksum)
      VALUES (\(author), \(draft.isPrivate), \(at), \(id), \(text), \(picture), \(alt), \(sum))
      """)
    try connection.runAtEnd(
      "INSERT INTO post_words (rowid, text, alt) VALUES (\(at), \(text), \(alt))")
    if !draft.isPrivate {
      try connection.run(
        """
        UPDATE users SET post_count = post_count + 1, last_post_at = max(last_post_at, \(at))
        WHERE id = \(author)
        """)
    }
    return id
  }

  /// `moment`, or one shortly after it that no post has: the first, unless many posts stand
  /// between.
  ///
  /// A long run of posts is left behind in steps that double, so that a thousand posts of one
  /// moment cost a few looks each and not a thousand.
  private func freeMoment(from moment: Moment) throws -> Moment {
    var taken = moment.microseconds
    if try isFree(taken) { return moment }
    var step: Int64 = 1
    var free = taken + 1
    while try !isFree(free) {
      taken = free
      if taken - moment.microseconds >= 16 { step *= 2 }
      free = taken + step
    }
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if try isFree(middle) { free = middle } else { taken = middle }
    }
    guard free <= Moment.storable.upperBound.microseconds else {
      throw StorageError.noMomentLeft
    }
    return Moment(microseconds: free)
  }

  private func isFree(_ microseconds: Int64) throws -> Bool {
    try connection.first("SELECT 1 FROM posts WHERE at = \(microseconds)") { _ in true } == nil
  }

  func delete(_ place: PostPlace) throws {
    let id = place.id
    let picture = try read.pictures.picture(of: id)
    try connection.runDeferred()
    try connection.run(
      """
      INSERT INTO post_words (post_words, rowid, text, alt)
      SELECT 'delete', at, text, alt FROM posts WHERE id = \(id)
      """)
    if !place.isPrivate { try uncount(id, at: place) }
    try deleteEdges(toPosts: "\(id)")
    try connection.run("DELETE FROM posts WHERE id = \(id)")
    try forgetUnused([picture].compactMap(\.self))
  }

  /// Takes a public post, and the likes it received, out of its author's counts.
  private func uncount(_ id: Post.ID, at place: PostPlace) throws {
    try connection.run(
      """
      UPDATE users SET post_count = post_count - 1,
      like_count = like_count - (SELECT like_count FROM posts WHERE id = \(id)),
      last_post_at = CASE WHEN last_post_at > \(place.at) THEN last_post_at ELSE coalesce(
        (SELECT max(at) FROM posts WHERE author = \(place.author) AND private = 0
         AND at < \(place.at)), 0) END
      WHERE id = \(place.author)
      """)
  }
}
