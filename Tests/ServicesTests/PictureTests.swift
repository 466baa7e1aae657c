import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests pictures of posts and users: stored once for each content, and removed when unused.
@Suite(.onEachEngine) struct PictureTests {
  let fixture: Fixture
  var network: Network { fixture.network }

  init() throws {
    fixture = try Fixture("ana", "bob")
  }

  /// The stored pictures, marked `small` if they have a thumbnail.
  private func kept() throws -> [String] {
    try fixture.column(
      onFile: """
        SELECT CAST(content AS TEXT) || iif(EXISTS (
          SELECT 1 FROM thumbnails WHERE picture = pictures.id), ', small', '')
        FROM pictures ORDER BY 1
        """,
      onServer: """
        SELECT convert_from(content, 'UTF8') || CASE WHEN EXISTS (
          SELECT 1 FROM profilectl.thumbnails WHERE picture = i.id) THEN ', small' ELSE '' END
        FROM profilectl.pictures AS i ORDER BY 1
        """)
  }

  @Test func `a post with a picture has the picture's size, bytes and hash`() throws {
    let outcome = try network.show(
      .numbered(2), by: "ana", text: "Look", alt: "A cat asleep", at: 5)
    let post = Post(
      id: 1, author: "ana", text: "Look",
      image: Image(
        width: 3, height: 7, bytes: 9,
        hash: "44f53bd737577450478c9be340f9bc77938f17c3df08ccdaf99144425dce9412"),
      alt: "A cat asleep", createdAt: Moment(microseconds: 5))
    #expect(outcome.post?.item == post)
    #expect(try network.shown("ana") == [post])
    #expect(try network.posts.search("asleep", as: .nobody, PageRequest(limit: 9)).items == [post])
    #expect(try kept() == ["picture 2, small"])
    #expect(try fixture.faults() == [])
  }

  /// The examples of FIPS 180-4 with their published digests.
  @Test(arguments: [
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the hash of a picture is its SHA-256`(text: String, sum: String) throws {
    let draft = PictureDraft(content: Array(text.utf8), width: 1, height: 1)
    #expect(try network.show(draft, by: "ana").post?.item.image?.hash == sum)
  }

  @Test func `a picture needs no text, and an alt text needs a picture`() throws {
    let alt = try AltText("A cat")
    let blank = try PostText("  ")
    #expect(PostDraft(text: blank, alt: alt, at: Moment(seconds: 1)) == nil)
    #expect(PostDraft(text: blank, picture: .numbered(1), at: Moment(seconds: 1)) != nil)
    let draft = PostDraft(text: try PostText("Hi"), alt: alt, at: Moment(seconds: 1))
    #expect(draft.map { $0.alt == nil } == true)
    for nothing in ["", "   ", "\n\u{200B}"] {
      let draft = PostDraft(
        text: blank, picture: .numbered(1), alt: try AltText(nothing), at: Moment(seconds: 1))
      #expect(draft.map { $0.alt == nil && $0.text.isEmpty } == true)
    }
  }

  @Test func `a picture used twice is stored once, until its last post is deleted`() throws {
    try network.show(2, by: "ana", at: 1)
    try network.show(2, by: "bob", isPrivate: true, at: 2)
    try network.show(3, by: "bob", at: 3)
    #expect(try kept() == ["picture 2, small", "picture 3"])
    #expect(try network.deletePost("ana", 1) == .deleted)
    #expect(try kept() == ["picture 2, small", "picture 3"])
    #expect(try network.deletePost("bob", 2) == .deleted)
    #expect(try kept() == ["picture 3"])
    #expect(try fixture.faults() == [])
  }

  @Test func `a picture posted again adds a missing thumbnail`() throws {
    try network.show(3, by: "ana")
    let again = PictureDraft(
      content: Array("picture 3".utf8), width: 4, height: 7, copies: .plain(3))
    try network.show(again, by: "bob")
    #expect(try kept() == ["picture 3, small"])
  }

  @Test func `an avatar is set, changed and removed`() throws {
    try network.show(4, by: "bob")
    #expect(try network.wear(2, by: "ana") == .edited)
    #expect(try kept() == ["picture 2, small", "picture 4, small"])
    #expect(try network.wear(2, by: "ana") == .edited)
    #expect(try network.wear(4, by: "ana") == .edited)
    #expect(try kept() == ["picture 4, small"])
    _ = try network.users.edit(ProfileChanges(name: DisplayName("Ana")), as: "ana")
    #expect(try network.deletePost("bob", 1) == .deleted)
    #expect(try kept() == ["picture 4, small"])
    #expect(try fixture.faults() == [])
    #expect(try network.wear(nil, by: "ana") == .edited)
    #expect(try network.wear(nil, by: "ana") == .edited)
    #expect(try kept() == [])
    #expect(try fixture.faults() == [])
  }

  @Test func `deleting a user removes pictures that only this user has`() throws {
    for picture in [1, 2, 1] { try network.show(picture, by: "ana") }
    try network.wear(3, by: "ana")
    try network.show(2, by: "bob")
    try network.wear(5, by: "bob")
    _ = try network.users.delete("ana")
    #expect(try kept() == ["picture 2, small", "picture 5"])
    #expect(try fixture.faults() == [])
  }

  @Test func `dry runs and refusals change nothing`() throws {
    try network.show(2, by: "ana")
    try network.wear(3, by: "ana")
    let before = try fixture.allRows()
    try network.show(.numbered(4), by: "ana", isDryRun: true)
    _ = try network.users.delete("ana", isDryRun: true)
    let all = [item(1), item(99)]
    #expect(throws: ServiceError.self) { try network.posts.delete(all, as: "ana", BulkMode()) }
    #expect(try fixture.allRows() == before)
  }

  @Test func `the original is returned unchanged`() throws {
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let draft = PictureDraft(content: content, width: 9, height: 9)
    let hash = try network.show(draft, by: "ana").post?.item.image?.hash ?? ""
    #expect(try network.pictures.original(hash) == content)
    #expect(try network.pictures.original(String(hash.reversed())) == nil)
    #expect(try network.pictures.original("no hash") == nil)
    #expect(try fixture.faults() == [])
  }

  @Test(.tags(.ofFiles)) func `a post whose picture is lost never shows another picture`() throws {
    let post = try #require(try network.show(.numbered(2), by: "ana").post?.item)
    try fixture.raw().run("PRAGMA foreign_keys = 0; DELETE FROM pictures")
    try network.show(.numbered(3), by: "bob")
    #expect(try network.posts.post(post.id, as: .nobody).item.image == nil)
    #expect(try fixture.faults() != [])
    try network.show(.numbered(2), by: "bob")
    #expect(
      try network.posts.post(post.id, as: .nobody).item.image?.hash
        == post.image?.hash)
  }

  @Test(.tags(.ofFiles)) func `a damaged picture is refused, and repaired when it is posted again`()
    throws
  {
    let hash = try network.show(.numbered(2), by: "ana").post?.item.image?.hash ?? ""
    try network.show(.numbered(3), by: "ana")
    try fixture.raw().run(
      "UPDATE pictures SET width = 99 WHERE content = CAST('picture 2' AS BLOB)")
    try network.show(.numbered(2), by: "ana")
    #expect(try fixture.faults() == [])
    try fixture.raw().run(
      "UPDATE pictures SET content = x'00' WHERE content = CAST('picture 2' AS BLOB)")
    #expect(throws: ServiceError.storage(.file(.damaged))) { try network.pictures.original(hash) }
    #expect(try fixture.faults() != [])
    try network.show(.numbered(2), by: "bob")
    #expect(try network.pictures.original(hash) == Array("picture 2".utf8))
    #expect(try kept().map { $0.prefix(9) } == ["picture 2", "picture 3"])
    #expect(try fixture.faults() == [])
  }
}
