internal import Model
internal import Postgres
internal import SQLText

/// Compares rows with their checksums, and words and hashtags with the texts they come from.
///
/// Only this program computes a checksum, so all content is read.
struct ContentCheck {
  private static let mostListed = 200

  let session: PostgresSession

  func faults() throws -> [Fault] {
    let (users, areUserWordsRight) = try users()
    let (posts, arePostWordsRight) = try posts()
    var faults = try users + posts + flags() + pictures()
    if !arePostWordsRight { faults.append(.words("posts_words")) }
    if !areUserWordsRight { faults.append(.words("users_words")) }
    if try !areHashtagsRight() { faults.append(.words("hashtags")) }
    return faults
  }

  private func limited(_ faults: [Fault]) -> [Fault] {
    guard faults.count > ContentCheck.mostListed, let category = faults.first?.category else {
      return faults
    }
    return faults.prefix(ContentCheck.mostListed)
      + [.rest(category, count: Int64(faults.count - ContentCheck.mostListed))]
  }

  private func users() throws -> (faults: [Fault], areWordsRight: Bool) {
    var (faults, isRight) = ([] as [Fault], true)
    try session.each {
      "SELECT \($0) FROM profilectl.users ORDER BY id"
    } as: { row in
      (UserRow(&row), row["checksum"] as Int64, row["words::text"] as String)
    } take: { user, checksum, words in
      if checksum != user.checksum {
        faults.append(.changed(.user(user.id.number, handle: user.handle.text)))
      }
      isRight = isRight && isSame(words, user.words)
    }
    return (limited(faults), isRight)
  }

  private func posts() throws -> (faults: [Fault], areWordsRight: Bool) {
    var (faults, isRight) = ([] as [Fault], true)
    try session.each {
      "SELECT \($0) FROM profilectl.posts AS p ORDER BY p.id"
    } as: { row in
      (StoredPost(&row), row["p.checksum"] as Int64, row["p.words::text"] as String)
    } take: { post, checksum, words in
      let content = PostContent(
        place: post.place, text: post.text, picture: post.picture.map { PictureID($0) },
        alt: post.alt, editedAt: post.editedAt)
      if content.checksum != checksum { faults.append(.changed(.post(post.id.number))) }
      isRight = isRight && isSame(words, content.words)
    }
    return (limited(faults), isRight)
  }

  private func flags() throws -> [Fault] {
    var faults: [Fault] = []
    try session.each {
      "SELECT \($0) FROM profilectl.flags ORDER BY post, reporter"
    } as: { row -> (post: Int64, reporter: Int64, at: Int64, reason: String?, checksum: Int64) in
      (row["post"], row["reporter"], row["at"], row[optional: "reason"], row["checksum"])
    } take: { post, reporter, at, reason, checksum in
      let content = [.integer(post), .integer(reporter), .integer(at), reason.sqlValue]
      if checksum != RowChecksum.of(content) {
        faults.append(.changed(.edge(.flag, from: reporter, to: post)))
      }
    }
    return limited(faults)
  }

  private func pictures() throws -> [Fault] {
    var faults: [Fault] = []
    try session.each {
      "SELECT \($0) FROM profilectl.pictures ORDER BY id"
    } as: { row in
      let (id, count): (Int64, Int64) = (row["id"], row["bytes"])
      let content: [UInt8] = row["content"]
      let checksum = RowChecksum.of([
        .integer(id), .blob(row["hash"]), .integer(row["width"]), .integer(row["height"]),
        .integer(count), .blob(content),
      ])
      return (id, isSound: checksum == row["checksum"] && count == content.count)
    } take: { id, isSound in
      if !isSound { faults.append(.changed(.picture(id))) }
    }
    return limited(faults)
  }

  private func areHashtagsRight() throws -> Bool {
    var stored: Set<[SQLBytes]> = []
    try session.each {
      "SELECT \($0) FROM profilectl.hashtags"
    } as: { row in
      ContentCheck.key(row["tag"], row["at"], row["id"], row["author"], row["spelling"])
    } take: {
      stored.insert($0)
    }
    var isRight = true
    try session.each {
      "SELECT \($0) FROM profilectl.posts WHERE private = 0 AND text LIKE '%#%'"
    } as: { row -> (text: String, at: Int64, id: Int64, author: Int64) in
      (row["text"], row["at"], row["id"], row["author"])
    } take: { text, at, id, author in
      for tag in Hashtag.all(in: text) {
        let key = ContentCheck.key(tag.folded, at, id, author, tag.spelling)
        if stored.remove(key) == nil { isRight = false }
      }
    }
    return isRight && stored.isEmpty
  }

  private typealias SQLBytes = [UInt8]

  /// Texts are equal when their bytes are.
  private static func key(
    _ tag: String, _ at: Int64, _ id: Int64, _ author: Int64, _ spelling: String
  ) -> [SQLBytes] {
    [Array(tag.utf8), Array("\(at) \(id) \(author)".utf8), Array(spelling.utf8)]
  }

  /// Whether the text of a `tsvector` has the same lexemes as the input of one.
  private func isSame(_ stored: String, _ made: String) -> Bool {
    func lexemes(_ text: String) -> Set<[UInt8]> {
      Set(text.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) })
    }
    return lexemes(stored) == lexemes(made)
  }
}
