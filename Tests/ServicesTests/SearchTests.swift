import Model
import NetworkSupport
import Services
import Support
import Testing

@Suite(.onEachEngine) struct SearchTests {
  static let texts = [
    "Rock \"AND\" roll", "near the sea", "crème brûlée, twice-baked", "日本語 の投稿",
    "cake 🎂 party", "50% off: today", "snow*white",
  ]

  let fixture: Fixture

  init() throws {
    fixture = try Fixture("ana")
    for (index, text) in SearchTests.texts.enumerated() {
      _ = try fixture.network.post(text, by: "ana", at: Int64(index) + 1)
    }
  }

  @Test(arguments: [
    ("rock", [1]), ("ROCK roll", [1]), ("AND", [1]), ("\"AND\"", [1]), ("rock AND sea", []),
    ("rock OR sea", []), ("NOT rock", []), ("NEAR(the sea)", [2]), ("near", [2]), ("NEAR(", [2]),
    ("creme", [3]), ("Brûlée", [3]), ("BRULEE", [3]), ("twice-baked", [3]), ("baked-twice", []),
    ("日本語", [4]), ("日本*", [4]), ("の投稿 日本語", [4]), ("日本", []), ("🎂", []),
    ("🎂 cake", [5]), ("cake🎂", [5]), ("50%", [6]), ("off:", [6]), ("text:off", []),
    ("text : off", []), ("-off", []), ("50 -off", []), ("50 -of", [6]), ("^off", [6]),
    ("sno*", [7]), ("sno", []), ("*", []),
    ("s*", [7, 2]),
    ("", []), (" \t\n", []), ("\"", []), ("\"\"", []), ("-", []), (":", []), ("()", []),
    ("'", []), ("%", []), ("\\", []), ("{text}", []), ("rock\"", [1]), ("\"rock", [1]),
    ("rock + roll", [1]),
    ("rock\u{0}roll", [1]), ("\u{0}", []), ("\u{301}", []), ("e\u{301}", []), ("\u{1E900}", []),
    ("\u{378} rock", [1]),
  ])
  func `words match literally, with any characters`(words: String, numbers: [Int]) throws {
    let found = try fixture.network.posts.search(words, as: .nobody, PageRequest(limit: 9))
    #expect(found.items.map(\.number) == numbers)
    #expect(try fixture.network.posts.searchCount(words, as: .nobody) == numbers.count)
  }

  @Test func `a search for a thousand words works`() throws {
    let words = Array(repeating: "rock", count: 1_000).joined(separator: " ")
    let found = try fixture.network.posts.search(words, as: .nobody, PageRequest(limit: 9))
    #expect(found.items.map(\.number) == [1])
    _ = try fixture.network.users.find(words, as: .nobody, PageRequest(limit: 9))
  }

  /// A server cuts long words in its index.
  @Test func `a word of any length is found, and told from others that begin alike`() throws {
    let long = String(repeating: "語", count: 900)
    for (index, end) in ["a", "b"].enumerated() {
      _ = try fixture.network.post(long + end, by: "ana", at: Int64(index) + 100)
    }
    func found(_ text: String) throws -> [Int] {
      try fixture.network.posts.search(text, as: .nobody, PageRequest(limit: 9)).items.map(\.number)
    }
    #expect(try found(long + "a") == [8])
    #expect(try found(long + "*") == [9, 8])
    #expect(try found(long + "b*") == [9])
    #expect(try found(long) == [])
    #expect(try found("語* -\(long)a") == [9])
    #expect(try found("\"near the sea\"") == [2])
    #expect(try found("\"the near sea\"") == [])
    #expect(try found("sea -\"the near\"") == [2])
    #expect(try found("sea -\"near the\"") == [])
  }

  @Test func `a deleted post is not found`() throws {
    _ = try fixture.network.deletePost("ana", 1)
    #expect(try fixture.network.posts.searchCount("rock", as: "ana") == 0)
  }

  @Test func `no words raise an error`() throws {
    var generator = SeededGenerator(seed: 1)
    let pieces = [
      "\"", "*", "(", ")", "AND", "NEAR", "NOT", "OR", "-", "+", ":", "^", "{", "}", ",",
      " ", "a", "é", "\u{301}", "🎂", "語", "_", ".", "\u{0}", "\u{1E900}", "@", "name", "'",
    ]
    let (posts, users) = (fixture.network.posts, fixture.network.users)
    for _ in 0..<200 {
      let words = (0..<8).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let page = try posts.search(words, as: .nobody, PageRequest(limit: 9))
      #expect(try posts.searchCount(words, as: .nobody) == page.items.count, "\(words)")
      _ = try users.find(words, as: .nobody, PageRequest(limit: 9))
    }
  }
}

@Suite struct FindingUsersTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    let people: [(Handle, String)] = [
      ("bob", ""), ("bo_b", ""), ("bo.b", ""), ("jumbo", ""), ("ana", "Ana Bo"),
      ("eve", "Jean-Boris Été"), ("max", "Max Lobo"), ("_bo", ""), ("zed", "語 O'Boyle"),
    ]
    for (handle, name) in people {
      let name = try DisplayName(name)
      _ = try fixture.network.users.create(
        [item(handle.text)],
        draft: { UserDraft(handle: $0, name: name, createdAt: Moment(seconds: 1)) }, BulkMode())
    }
  }

  @Test(arguments: [
    ("bo", ["bob", "bo_b", "bo.b", "ana", "eve", "zed"]),
    ("BO", ["bob", "bo_b", "bo.b", "ana", "eve", "zed"]),
    ("@bo", ["bob", "bo_b", "bo.b", "ana", "eve", "zed"]),
    ("bo_", ["bo_b"]), ("bo.", ["bo.b"]), ("bo_b", ["bo_b"]), ("bo.b", ["bo.b"]), ("bob", ["bob"]),
    ("_", ["_bo"]), ("_b", ["_bo"]), ("o", ["zed"]), ("umbo", []),
    ("b", ["bob", "bo_b", "bo.b", "ana", "eve", "zed"]),
    ("ana bo", ["ana"]), ("bo ana", ["ana"]), ("ana eve", []), ("jean-boris", ["eve"]),
    ("ete", ["eve"]), ("ÉTÉ", ["eve"]), ("語", ["zed"]), ("name", []), ("username:bob", []),
    ("bo*", ["bob", "bo_b", "bo.b", "ana", "eve", "zed"]), ("", []), ("@", []), ("*", []),
    ("\"", []), ("🎂", []), (".", []),
    ("\u{0}", []), ("bo\u{0}b", ["ana", "eve", "zed"]), ("\u{1E900}", []),
  ])
  func `a search finds handles and the words of names by their beginning`(
    text: String, handles: [String]
  ) throws {
    let found = try fixture.network.users.find(text, as: .nobody, PageRequest(limit: 99))
    #expect(found.items.map(\.user.handle.text) == handles)
    #expect(try fixture.network.users.count(text, as: .nobody) == handles.count)
  }

  @Test func `the viewer is not found`() throws {
    let found = try fixture.network.users.find("bo", as: "bob", PageRequest(limit: 99))
    #expect(found.items.map(\.user.handle.text) == ["bo_b", "bo.b", "ana", "eve", "zed"])
    #expect(try fixture.network.users.count("bo", as: "bob") == 5)
    #expect(try fixture.network.users.count(nil, as: "bob") == 8)
  }

  @Test func `a renamed user is found by the new handle and name only`() throws {
    let changes = ProfileChanges(handle: "kit", name: try DisplayName("Kit Novak"))
    _ = try fixture.network.users.edit(changes, as: "ana")
    let found = try ["ana", "kit", "nov", "bo"].map { text in
      try fixture.network.users.find(text, as: .nobody, PageRequest(limit: 99)).items.map(
        \.user.handle.text)
    }
    #expect(found == [[], ["kit"], ["kit"], ["bob", "bo_b", "bo.b", "eve", "zed"]])
  }
}
