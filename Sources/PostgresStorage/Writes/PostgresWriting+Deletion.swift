internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Deletions of posts, which correct the counts of other rows.
extension PostgresWriting {
  func delete(_ post: PostKey) throws {
    let own = try postsToDelete(where: post.isItsKey)
    try expect(own.count)
    try deletePosts(own + (try postsToDelete(where: "reposts = \(post.id)")))
  }

  func deleteRepost(of post: PostKey, by author: User.ID) throws -> Bool {
    try keep(post)
    let found = try postsToDelete(where: "reposts = \(post.id) AND author = \(author)")
    try deletePosts(found)
    return !found.isEmpty
  }

  /// Locks the row of a post until the end of the transaction; a conflict if it is gone.
  func lock(_ post: PostKey) throws {
    try expect(
      try session.run(
        "SELECT 1 FROM profilectl.posts WHERE \(post.isItsKey) FOR NO KEY UPDATE"))
  }

  /// Keeps a post from being deleted until the end of the transaction; a conflict if it is gone.
  func keep(_ post: PostKey) throws {
    try expect(
      try session.run(post.lock))
  }

  /// The posts for which a condition holds, locked so that nothing more can refer to them.
  func postsToDelete(where condition: SQL) throws -> [PostToDelete] {
    let keys = try session.all {
      "SELECT \($0) FROM profilectl.posts WHERE \(condition) ORDER BY author, private, at"
    } as: { row in
      (author: row["author"] as Int64, isPrivate: row["private"] as Bool, at: row["at"] as Int64)
    }
    var posts: [PostToDelete] = []
    // One by one: they may be on several machines.
    try session.each(
      keys.map { key in
        RowQuery {
          """
          SELECT \($0) FROM profilectl.posts
          WHERE author = \(key.author) AND private = \(key.isPrivate) AND at = \(key.at)
            AND (\(condition)) FOR UPDATE
          """
        } as: {
          PostToDelete(&$0)
        } take: {
          posts.append($0)
        }
      })
    return posts
  }

  /// Deletes locked posts, which include the reposts of all of them.
  func deletePosts(_ posts: [PostToDelete]) throws {
    if posts.isEmpty { return }
    try keepPlaces(of: posts)
    for post in posts { try deleteWhatRefers(to: post) }
    try uncountInPosts(posts)
    let changed = try session.run(
      posts.flatMap { post -> [SQL] in
        [
          "DELETE FROM profilectl.posts WHERE \(post.place.isItsKey)",
          "DELETE FROM profilectl.post_places WHERE id = \(post.place.id)",
        ]
      })
    if changed.contains(where: { $0 != 1 }) { throw conflict() }
    try uncountInUsers(posts)
    try forgetUnused(posts.compactMap(\.picture))
  }

  /// Removes both halves of the likes of a post and of the mentions in it, and its other edges.
  private func deleteWhatRefers(to post: PostToDelete) throws {
    let place = post.place
    let (author, id) = (place.author, place.id)
    let likers: [Int64] = try session.values(
      "SELECT liker FROM profilectl.likes WHERE author = \(author) AND post = \(id)")
    let recipients: [Int64] = try session.values(
      """
      SELECT mentioned FROM profilectl.mentions
      WHERE author = \(author) AND post = \(id) AND kind > 0
      """)
    let changed = try session.run([
      """
      DELETE FROM profilectl.liked WHERE liker = ANY(\(SQLValue.integers(likers))) AND post = \(id)
      """,
      "DELETE FROM profilectl.likes WHERE author = \(author) AND post = \(id)",
      """
      DELETE FROM profilectl.notices
      WHERE recipient = ANY(\(SQLValue.integers(recipients))) AND post = \(id)
      """,
    ])
    if changed != [likers.count, likers.count, recipients.count] || post.likes != likers.count {
      throw conflict()
    }
    let tags = place.isPrivate ? [] : PostgresPostMarks.removal(ofTagsOf: post.text, of: place)
    try session.run(
      tags + [
        "DELETE FROM profilectl.mentions WHERE author = \(author) AND post = \(id)",
        "DELETE FROM profilectl.flags WHERE author = \(author) AND post = \(id)",
        "DELETE FROM profilectl.bookmarks WHERE post = \(id)",
        "DELETE FROM profilectl.origins WHERE post = \(id)",
      ])
  }

  /// Keeps the places of answers that have answers, or places of answers, below them; forgets those
  /// of conversations without an answer.
  private func keepPlaces(of posts: [PostToDelete]) throws {
    let answers = posts.filter { $0.place.replyTo != nil }.map(\.place)
    if answers.isEmpty { return }
    let key = { (place: PostKey) -> SQL in
      "thread = \(place.conversation) AND at = \(place.at) AND id = \(place.id)"
    }
    let emptied = answers.map { place -> SQL in
      """
      UPDATE profilectl.thread_posts SET author = NULL WHERE \(key(place)) AND EXISTS (
        SELECT 1 FROM profilectl.thread_posts AS answer
        WHERE answer.thread = \(place.conversation) AND answer.reply_to = \(place.id))
      """
    }
    let deleted = answers.map { place -> SQL in
      "DELETE FROM profilectl.thread_posts WHERE \(key(place)) AND author IS NOT NULL"
    }
    let forgotten = Set(answers.map(\.conversation)).map { thread -> SQL in
      """
      DELETE FROM profilectl.thread_posts WHERE thread = \(thread) AND NOT EXISTS (
        SELECT 1 FROM profilectl.thread_posts WHERE thread = \(thread) AND author IS NOT NULL)
      """
    }
    try session.run(emptied + deleted + forgotten)
  }

  /// Subtracts public answers and reposts from the counts of the remaining posts.
  private func uncountInPosts(_ posts: [PostToDelete]) throws {
    let doomed = Set(posts.map(\.place.id))
    var counts: [Post.ID: (replies: Int, reposts: Int)] = [:]
    for post in posts.map(\.place) where !post.isPrivate {
      if let above = post.replyTo, !doomed.contains(above) {
        counts[above, default: (0, 0)].replies += 1
      }
      if let repeated = post.reposts, !doomed.contains(repeated) {
        counts[repeated, default: (0, 0)].reposts += 1
      }
    }
    if counts.isEmpty { return }
    let places = try session.all {
      """
      SELECT \($0) FROM profilectl.post_places
      WHERE id = ANY(\(SQLValue.integers(counts.keys.map(\.number)))) ORDER BY author, private, at
      """
    } as: { row in
      PostKey(
        id: row["id"], author: row["author"], isPrivate: row["private"],
        at: Moment(microseconds: row["at"]))
    }
    try session.run(
      places.map { place in
        let count = counts[place.id] ?? (0, 0)
        return """
          UPDATE profilectl.posts SET reply_count = reply_count - \(count.replies),
            repost_count = repost_count - \(count.reposts)
          WHERE \(place.isItsKey)
          """
      })
  }

  /// Subtracts public posts, and the likes they received, from the counts of their authors.
  private func uncountInUsers(_ posts: [PostToDelete]) throws {
    var counts: [User.ID: (posts: Int, likes: Int)] = [:]
    for post in posts where !post.place.isPrivate {
      counts[post.place.author, default: (0, 0)].posts += 1
      counts[post.place.author, default: (0, 0)].likes += post.likes
    }
    if counts.isEmpty { return }
    // A statement that waits for a row reads other rows as they were before the wait.
    try lock(Array(counts.keys))
    let changed = try session.run(
      counts.sorted { $0.key < $1.key }.map { author, count in
        """
        UPDATE profilectl.users SET post_count = post_count - \(count.posts),
          like_count = like_count - \(count.likes), last_post_at = (
            SELECT coalesce(max(at), 0) FROM profilectl.posts
            WHERE author = \(author) AND private = 0)
        WHERE id = \(author)
        """
      })
    if changed.contains(where: { $0 != 1 }) { throw conflict() }
  }
}

/// A post that is about to be deleted, with what its deletion needs.
struct PostToDelete {
  let place: PostKey
  let picture: PictureID?
  let text: String
  let likes: Int

  init(_ row: inout ResultRow) {
    place = PostKey(
      id: row["id"], author: row["author"], isPrivate: row["private"],
      at: Moment(microseconds: row["at"]), conversation: row[optional: "thread"],
      replyTo: row[optional: "reply_to"], reposts: row[optional: "reposts"])
    picture = row[optional: "picture"].map { PictureID($0) }
    text = row["text"]
    likes = row["like_count"]
  }
}
