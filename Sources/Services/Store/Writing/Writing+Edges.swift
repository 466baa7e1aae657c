internal import Model
internal import SQLite

/// The edges between people and things. Each count moves by what the edge statement changed, so
/// that doing a thing twice changes nothing.
extension Writing {
  /// Whether the edge is new.
  func insertFollow(_ follower: User.ID, _ followee: User.ID) throws -> Bool {
    try connection.run(
      """
      INSERT INTO follows (follower, followee) VALUES (\(follower), \(followee))
      ON CONFLICT DO NOTHING
      """)
    return try countFollows(follower, followee, by: connection.changes)
  }

  /// Whether there was such an edge.
  func deleteFollow(_ follower: User.ID, _ followee: User.ID) throws -> Bool {
    try connection.run(
      "DELETE FROM follows WHERE follower = \(follower) AND followee = \(followee)")
    return try countFollows(follower, followee, by: -connection.changes)
  }

  private func countFollows(_ follower: User.ID, _ followee: User.ID, by delta: Int) throws -> Bool
  {
    guard delta != 0 else { return false }
    try connection.run(
      "UPDATE users SET following_count = following_count + \(delta) WHERE id = \(follower)")
    try connection.run(
      "UPDATE users SET follower_count = follower_count + \(delta) WHERE id = \(followee)")
    return true
  }

  /// Whether the edge is new.
  func insertLike(of post: Post.ID, at place: PostPlace, by user: User.ID, now: Moment) throws
    -> Bool
  {
    try connection.run(
      """
      INSERT INTO likes (post, user, at) VALUES (\(post), \(user), \(now))
      ON CONFLICT DO NOTHING
      """)
    return try countLikes(at: place, by: connection.changes)
  }

  /// Whether there was such an edge.
  func deleteLike(of post: Post.ID, at place: PostPlace, by user: User.ID) throws -> Bool {
    try connection.run("DELETE FROM likes WHERE post = \(post) AND user = \(user)")
    return try countLikes(at: place, by: -connection.changes)
  }

  private func countLikes(at place: PostPlace, by delta: Int) throws -> Bool {
    guard delta != 0 else { return false }
    try connection.run(
      """
      UPDATE posts SET like_count = like_count + \(delta)
      WHERE author = \(place.author) AND private = \(place.isPrivate) AND at = \(place.at)
      """)
    if !place.isPrivate {
      try connection.run(
        "UPDATE users SET like_count = like_count + \(delta) WHERE id = \(place.author)")
    }
    return true
  }

  /// Whether the report is new.
  func insertFlag(of post: Post.ID, by reporter: User.ID, reason: Reason?, now: Moment) throws
    -> Bool
  {
    let sum = Checksum.flag(
      post: "\(post)", reporter: "\(reporter)", at: "\(now)", reason: "\(reason)")
    try connection.run(
      """
      INSERT INTO flags (post, reporter, at, reason, checksum)
      VALUES (\(post), \(reporter), \(now), \(reason), \(sum))
      ON CONFLICT DO NOTHING
      """)
    return connection.changes > 0
  }

  /// Remembers the newest post a user has seen; the mark never moves back.
  func moveReadMark(of user: User.ID, to moment: Moment) throws {
    try connection.run(
      """
      INSERT INTO read_marks (user, at) VALUES (\(user), \(moment))
      ON CONFLICT (user) DO UPDATE SET at = max(at, excluded.at)
      """)
  }

  /// Moves the mark back to where it was, nil for nowhere, if it is still where it was moved to.
  func takeReadMarkBack(of user: User.ID, from moment: Moment, to before: Moment?) throws {
    if let before {
      try connection.run(
        "UPDATE read_marks SET at = \(before) WHERE user = \(user) AND at = \(moment)")
    } else {
      try connection.run("DELETE FROM read_marks WHERE user = \(user) AND at = \(moment)")
    }
  }
}
