import Exchange
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests what a second import adds, and what it counts.
@Suite struct RepeatedImportTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  private static let actor =
    #"{"id":"https://m.social/users/alice","type":"Person","preferredUsername":"alice"}"#

  private static func note(_ number: Int, _ more: String = "") -> String {
    """
    {"id":"https://m.social/\(number)","type":"Note","to":"as:Public",
    "attributedTo":"https://m.social/users/alice","published":"2020-01-01T12:00:00Z",
    "content":"\(number)"\(more)}
    """
  }

  private static func note(_ number: Int, below parent: Int) -> String {
    note(number, #","inReplyTo":"https://m.social/\#(parent)""#)
  }

  private static func like(_ post: String) -> String {
    #"{"type":"Like","actor":"https://m.social/users/bob","object":"https://m.social/\#(post)"}"#
  }

  private static func collection(_ items: String...) -> String {
    #"{"@context":"x","orderedItems":[\#(items.joined(separator: ","))]}"#
  }

  /// The numbers of added, updated and unchanged records.
  private func numbers(_ counts: ImportCounts) -> [Int] {
    [counts.added, counts.updated, counts.unchanged]
  }

  // MARK: Pictures

  @Test(arguments: [1, 2, 3])
  func `a deleted post of an archive with several pictures comes back once`(post: Int64) throws {
    let pictures = ["a", "b", "c"]
    let attachments = pictures.map { #"{"mediaType":"image/png","url":"\#($0).png"}"# }
    let note = Self.note(1, #","attachment":[\#(attachments.joined(separator: ","))]"#)
    let archive = Archives.zip(
      [.init("actor.json", Self.actor), .init("outbox.json", Self.collection(note))]
        + pictures.map { .init("\($0).png", [0x89] + Array($0.utf8)) })
    #expect(numbers(try net.take(bytes: archive)[.posts]) == [3, 0, 0])
    func shown() throws -> [[String?]] {
      let posts = try net.posts()
      let sorted = posts.filter { $0.text != "" } + posts.filter { $0.text == "" }
      return sorted.map { [$0.text, $0.image?.hash] }
    }
    let rows = try shown()
    try net.store.perform { writing in
      try writing.delete(
        try #require(try writing.reading.place(ifAny: Post.ID(post), for: User.ID(1))))
    }
    #expect(numbers(try net.take(bytes: archive)[.posts]) == [1, 0, 2])
    #expect(numbers(try net.take(bytes: archive)[.posts]) == [0, 0, 3])
    #expect(try shown() == rows)
    #expect(try net.faults() == [])
  }

  @Test func `an edited post keeps the description of its own picture, not of one that is missing`()
    throws
  {
    func archive(_ words: String) -> [UInt8] {
      let attachments = ["lost", "here"].map {
        #"{"mediaType":"image/png","url":"\#($0).png","name":"\#($0) alt"}"#
      }
      let note = Self.note(
        1, #","summary":"\#(words)","attachment":[\#(attachments.joined(separator: ","))]"#)
      return Archives.zip([
        .init("actor.json", Self.actor), .init("outbox.json", Self.collection(note)),
        .init("here.png", [0x89, 1]),
      ])
    }
    for words in ["one", "two"] {
      try net.take(bytes: archive(words))
      #expect(try net.posts().map(\.alt) == ["here alt"])
    }
    #expect(try net.faults() == [])
  }

  // MARK: Answers

  @Test func `answers that lead back to themselves are unchanged`() throws {
    let text = Self.collection(
      Self.note(4, below: 4), Self.note(5, below: 6), Self.note(6, below: 5))
    #expect(numbers(try net.take(text: text)[.posts]) == [3, 0, 0])
    #expect(numbers(try net.take(text: text)[.posts]) == [0, 0, 3])
  }

  @Test(arguments: [false, true])
  func `a known answer is updated by the post above, whichever comes first`(
    keepsGoing: Bool
  ) throws {
    let options = ImportFixture.options { $0.keepsGoing = keepsGoing }
    let answer = Self.note(1, below: 2)
    try net.take(text: Self.collection(answer), options)
    let both = Self.collection(answer, Self.note(2))
    for expected in [[1, 1, 0], [0, 0, 2]] {
      #expect(numbers(try net.take(text: both, options)[.posts]) == expected)
    }
  }

  // MARK: Counts

  @Test func `a record that is unchanged counts as changed in no way`() throws {
    let long = String(repeating: "a ", count: PostTextRule.limit)
    let text = Self.collection(
      Self.note(1, #","summary":"\uD800""#), Self.note(2, #","summary":"\#(long)""#),
      #"{"type":"Person","id":"https://m.social/users/bob","preferredUsername":"bob","#
        + #""name":"b\u0001b"}"#)
    #expect(try net.take(text: text).changed == [.cleaned: 2, .shortened: 1, .timeMoved: 1])
    #expect(try net.take(text: text).changed == [:])
    let edited = text.replacing(#"\uD800"#, with: #"\uD800!"#)
    #expect(try net.take(text: edited).changed == [.cleaned: 1])
  }

  @Test(arguments: [
    (#"[{"media":[{"uri":"a.mp4"}],"title":"hi","creation_timestamp":1},5]"#, ContentKind.posts),
    (#"[5,{"string_list_data":[{"value":"bob"}]}]"#, .follows),
    ("Person.id|Post.id|creationDate\n1\n", .likes),
    ("id|firstName|creationDate\n1\n", .users),
  ])
  func `a wrong element is refused among the others of its part`(
    text: String, kind: ContentKind
  ) throws {
    let alice = try net.add("alice")
    let options = ImportFixture.options {
      $0.viewer = alice
      $0.keepsGoing = true
    }
    let report = try net.take(text: text, options)
    #expect(ContentKind.allCases.filter { report[$0].refused > 0 } == [kind])
    let others = Set(ImportOptions.Part.allCases).filter { $0.rawValue != kind.rawValue }
    if kind != .users {
      let without = ImportFixture.options {
        $0.viewer = alice
        $0.parts = others
      }
      #expect(try net.take(text: text, without).refused == [:])
    }
  }

  // MARK: Likes

  @Test(arguments: [false, true])
  func `a like is taken whose post comes in a later file`(keepsGoing: Bool) throws {
    let paths = try [Self.like("1"), Self.note(1)].enumerated().map { index, item in
      try net.folder.write(Self.collection(item), to: "\(index).json")
    }
    let options = ImportFixture.options { $0.keepsGoing = keepsGoing }
    for expected in [[1, 0, 0], [0, 0, 1]] {
      let report = try net.take(paths, options)
      #expect(numbers(report[.likes]) == expected)
      #expect(report.skipped == [:])
    }
  }

  @Test func `a like waits for its post behind many likes of others`() throws {
    let key = String(repeating: "x", count: 10_000)
    let others = (0..<2_000).map { Self.like("\(key)\($0)") }
    let items = others + [Self.like("1"), Self.note(1)]
    let report = try net.take(text: Self.collection(items.joined(separator: ",")))
    #expect(numbers(report[.likes]) == [1, 0, 0])
    #expect(report.skipped == [.likeOfUnknownPost: 2_000])
    #expect(try net.posts().flatMap { try net.likers(of: $0.id) } == ["bob"])
  }
}
