import Support

/// The rules of every file, in SQL that is independent of the services.
extension RawDatabase {
  /// The contradictions in the file; empty if it is sound.
  package func faults() throws -> [String] {
    try run("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, post_words, instance)")
    try run("CREATE VIRTUAL TABLE temp.names USING fts5vocab(main, user_words, instance)")
    defer { try? run("DROP TABLE temp.terms; DROP TABLE temp.names") }
    let broken = try rows("PRAGMA foreign_key_check").map { "foreign key: \($0)" }
    let integrity = try column("PRAGMA integrity_check").filter { $0 != "ok" }
    return try broken + integrity
      + RawDatabase.rules.flatMap { name, sql in try rows(sql).map { "\(name): \($0)" } }
  }

  /// The contradictions in a file with synthetic posts: those of symbols alone have no words in the
  /// index.
  package func faultsOfSeeded() throws -> [String] {
    try faults().filter { !$0.hasPrefix("post without words") }
  }

  private static let rules = [
    (
      "post count",
      """
      SELECT id, post_count FROM users AS u WHERE post_count <>
        (SELECT count(*) FROM posts WHERE author = u.id AND private = 0)
      """
    ),
    (
      "follower count",
      """
      SELECT id, follower_count FROM users AS u WHERE follower_count <>
        (SELECT count(*) FROM follows WHERE followee = u.id)
      """
    ),
    (
      "following count",
      """
      SELECT id, following_count FROM users AS u WHERE following_count <>
        (SELECT count(*) FROM follows WHERE follower = u.id)
      """
    ),
    (
      "likes of a user",
      """
      SELECT id, like_count FROM users AS u WHERE like_count <> (SELECT count(*) FROM likes
        JOIN posts ON posts.id = likes.post WHERE posts.author = u.id AND posts.private = 0)
      """
    ),
    (
      "likes of a post",
      """
      SELECT id, like_count FROM posts AS p WHERE like_count <>
        (SELECT count(*) FROM likes WHERE post = p.id)
      """
    ),
    (
      "newest post",
      """
      SELECT id, last_post_at FROM users AS u WHERE last_post_at <>
        coalesce((SELECT max(at) FROM posts WHERE author = u.id AND private = 0), 0)
      """
    ),
    (
      "checksum of a user",
      """
      SELECT id FROM users
      WHERE checksum <> iif(banner IS NULL,
        row_checksum(id, username, name, bio, avatar, created_at),
        row_checksum(id, username, name, bio, avatar, created_at, banner))
      """
    ),
    (
      "checksum of a post",
      """
      SELECT id FROM posts
      WHERE checksum <> iif(
        coalesce(reply_to, thread, quotes, reposts, edited_at) IS NULL,
        row_checksum(author, private, at, id, text, picture, alt),
        row_checksum(author, private, at, id, text, picture, alt, reply_to, thread, quotes, reposts,
          edited_at))
      """
    ),
    (
      "checksum of a flag",
      "SELECT post FROM flags WHERE checksum <> row_checksum(post, reporter, at, reason)"
    ),
    (
      "checksum of a picture",
      """
      SELECT id FROM pictures
      WHERE checksum <> row_checksum(id, hash, width, height, bytes, content)
      """
    ),
    (
      "answers to a post",
      """
      SELECT id, reply_count FROM posts AS p WHERE reply_count <>
        (SELECT count(*) FROM posts WHERE reply_to = p.id AND private = 0)
      """
    ),
    (
      "reposts of a post",
      """
      SELECT id, repost_count FROM posts AS p WHERE repost_count <>
        (SELECT count(*) FROM posts WHERE reposts = p.id)
      """
    ),
    (
      "author of a liked post",
      "SELECT post, liker FROM likes JOIN posts ON id = post WHERE likes.author <> posts.author"
    ),
    (
      "a thread without an answer",
      "SELECT id FROM posts WHERE (thread IS NULL) <> (reply_to IS NULL)"
    ),
    (
      "hashtag of no public post",
      "SELECT tag, at FROM hashtags WHERE at NOT IN (SELECT at FROM posts WHERE private = 0)"
    ),
    (
      "notice of a private post or to its author",
      """
      SELECT post, mentioned FROM mentions JOIN posts ON id = post
      WHERE kind > 0 AND (private = 1 OR mentioned = author)
      """
    ),
    ("repost with words", "SELECT id FROM posts WHERE reposts IS NOT NULL AND text <> ''"),
    ("size of a picture", "SELECT id FROM pictures WHERE bytes <> length(content)"),
    (
      "picture that nothing shows",
      """
      SELECT id FROM pictures WHERE id NOT IN (
        SELECT picture FROM posts WHERE picture IS NOT NULL
        UNION SELECT avatar FROM users WHERE avatar IS NOT NULL
        UNION SELECT banner FROM users WHERE banner IS NOT NULL)
      """
    ),
    ("words without a post", "SELECT doc FROM terms EXCEPT SELECT at FROM posts"),
    (
      "post without words",
      "SELECT at FROM posts WHERE text <> '' OR alt <> '' EXCEPT SELECT doc FROM terms"
    ),
    ("name without a user", "SELECT doc FROM names EXCEPT SELECT id FROM users"),
    ("user without a name", "SELECT id FROM users EXCEPT SELECT doc FROM names"),
    (
      "another's handle in the index",
      """
      SELECT doc, term FROM names WHERE col = 'username'
      EXCEPT SELECT id, username FROM users
      """
    ),
  ]
}
