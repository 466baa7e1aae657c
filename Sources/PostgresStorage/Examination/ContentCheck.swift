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
    try session.each(
      """
      SELECT id, username, name, bio, avatar, banner, created_at, checksum, words::text
      FROM profilectl.users ORDER BY id
      """
    ) { row in
      let (handle, name) = (row.text(1), row.text(2))
      let checksum = RowChecksum.of(
        [
          .integer(row.int64(0)), .text(handle), .text(name), .text(row.text(3)),
          row.optionalInt64(4).sqlValue, .integer(row.int64(6)),
        ],
        added: [row.optionalInt64(5).sqlValue])
      if checksum != row.int64(7) { faults.append(.changed(.user(row.int64(0), handle: handle))) }
      isRight = isRight && isSame(row.text(8), WordIndex.user(handle: handle, name: name))
    }
    return (limited(faults), isRight)
  }

  private func posts() throws -> (faults: [Fault], areWordsRight: Bool) {
    var (faults, isRight) = ([] as [Fault], true)
    try session.each(
      """
      SELECT \(StoredPost.columns), p.checksum, p.words::text FROM profilectl.posts AS p
      ORDER BY p.id
      """
    ) { row in
      let post = StoredPost(row)
      let content = PostContent(
        place: post.place,
        text: post.text, picture: post.picture.map { PictureID($0) }, alt: post.alt,
        editedAt: post.editedAt)
      if content.checksum != row.int64(StoredPost.count) {
        faults.append(.changed(.post(post.id.number)))
      }
      isRight = isRight && isSame(row.text(StoredPost.count + 1), content.words)
    }
    return (limited(faults), isRight)
  }

  private func flags() throws -> [Fault] {
    var faults: [Fault] = []
    try session.each(
      "SELECT post, reporter, at, reason, checksum FROM profilectl.flags ORDER BY post, reporter"
    ) { row in
      let checksum = RowChecksum.of([
        .integer(row.int64(0)), .integer(row.int64(1)), .integer(row.int64(2)),
        row.optionalText(3).sqlValue,
      ])
      if checksum != row.int64(4) {
        faults.append(.changed(.edge(.flag, from: row.int64(1), to: row.int64(0))))
      }
    }
    return limited(faults)
  }

  private func pictures() throws -> [Fault] {
    var faults: [Fault] = []
    try session.each(
      """
      SELECT id, hash, width, height, bytes, content, checksum FROM profilectl.pictures ORDER BY id
      """
    ) { row in
      let content = row.bytes(5)
      let checksum = RowChecksum.of([
        .integer(row.int64(0)), .blob(row.bytes(1)), .integer(row.int64(2)),
        .integer(row.int64(3)), .integer(row.int64(4)), .blob(content),
      ])
      if checksum != row.int64(6) || row.int(4) != content.count {
        faults.append(.changed(.picture(row.int64(0))))
      }
    }
    return limited(faults)
  }

  private func areHashtagsRight() throws -> Bool {
    var stored: Set<[SQLBytes]> = []
    try session.each("SELECT tag, at, id, author, spelling FROM profilectl.hashtags") { row in
      stored.insert(
        ContentCheck.key(row.text(0), row.int64(1), row.int64(2), row.int64(3), row.text(4)))
    }
    var isRight = true
    try session.each(
      "SELECT text, at, id, author FROM profilectl.posts WHERE private = 0 AND text LIKE '%#%'"
    ) { row in
      for tag in Hashtag.all(in: row.text(0)) {
        let key = ContentCheck.key(
          tag.folded, row.int64(1), row.int64(2), row.int64(3), tag.spelling)
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
