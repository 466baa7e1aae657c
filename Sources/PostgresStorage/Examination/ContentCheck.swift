internal import Model
internal import Postgres
internal import SQLText
internal import Storage

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
      (StoredUser(&row), row["words::text"] as String)
    } take: { user, words in
      if user.checksum != user.contentChecksum {
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
      (StoredPost(&row), row["p.words::text"] as String)
    } take: { post, words in
      if post.checksum != post.contentChecksum { faults.append(.changed(.post(post.id.number))) }
      isRight = isRight && isSame(words, post.words)
    }
    return (limited(faults), isRight)
  }

  private func flags() throws -> [Fault] {
    var faults: [Fault] = []
    try PostgresRows(session: session).each(StoredFlag.self) { flag in
      if flag.checksum != flag.contentChecksum {
        faults.append(
          .changed(.edge(.flag, from: flag.reporter.number, to: flag.post.number)))
      }
    }
    return limited(faults)
  }

  private func pictures() throws -> [Fault] {
    var faults: [Fault] = []
    try PostgresRows(session: session).each(StoredPicture.self) { picture in
      let isSound =
        picture.checksum == picture.contentChecksum
        && picture.size.byteCount == picture.content.count
      if !isSound { faults.append(.changed(.picture(picture.size.id.number))) }
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
