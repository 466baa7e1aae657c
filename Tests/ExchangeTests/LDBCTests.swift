import Exchange
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests the tables of the LDBC benchmark.
@Suite struct LDBCTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  /// Imports an archive of these tables.
  private func take(_ tables: [String]) throws -> ImportReport {
    let entries = tables.enumerated().map { Archives.Entry("T\($0.offset)/part-0", $0.element) }
    return try net.take(bytes: Archives.zip(entries))
  }

  @Test(arguments: [
    [
      "creationDate|id|content|CreatorPersonId\n260|1|hello|1\n",
      "Post.id|Person.id\n1|1\n",
    ],
    ["creationDate|id|content\n260|1|hello\n", "Post.id|Person.id\n1|1\n"],
    ["creationDate|id|content|CreatorPersonId\n260|1|hello|1\n"],
  ])
  func `tables of LDBC belong together, whatever their names`(posts: [String]) throws {
    let tables =
      posts + [
        "Person.id|Post.id|creationDate\n2|1|300\n",
        "id|firstName|lastName|creationDate\n1|Ann|Ax|100\n2|Ben|Bx|200\n",
        "Person1Id|Person2Id|creationDate\n1|2|250\n", "",
      ]
    let report = try take(tables)
    #expect(report.inputs.map(\.format) == ["ldbc"])
    #expect(report[.users].added == 2)
    #expect(report[.follows].added == 2)
    #expect(report[.likes].added == 1)
    let users = try net.users().map(\.handle)
    #expect(try net.posts().map(\.author) == [users[0]])
    #expect(try net.likers(of: 1) == [users[1]])
    #expect(try net.keys(of: "user") == ["ldbc:1", "ldbc:2"])
    #expect(try net.faults() == [])
  }

  @Test func `tables of which one is no table are no LDBC`() throws {
    let entries: [Archives.Entry] = [
      .init("person_0_0.csv", "id|firstName|creationDate\n1|Ann|100\n"),
      .init("persons.csv", "id,name\n1,Ann\n"),
    ]
    #expect(throws: ExchangeError.self) { try net.take(bytes: Archives.zip(entries)) }
  }

  @Test func `a deleted person of LDBC is no placeholder`() throws {
    let tables = [
      "creationDate|id|content|CreatorPersonId\n260|1|hello|1\n261|2|gone|2\n",
      "Person.id|Post.id|creationDate\n2|1|300\n",
      "id|firstName|lastName|creationDate|explicitlyDeleted\n1|A|A|100|false\n2|B|B|200|true\n",
      "Person1Id|Person2Id|creationDate\n1|2|250\n",
    ]
    let report = try take(tables)
    #expect(report.placeholders == 0)
    #expect(report.skipped == [.deleted: 4])
    #expect(try net.keys(of: "user") == ["ldbc:1"])
    #expect(try net.texts() == ["hello"])
  }

  @Test(arguments: [
    ["id|creationDate|content|creator|replyOfPost|replyOfComment\n11|2|b|1|10|\n12|3|c|1||11\n"],
    [
      "id|creationDate|content|CreatorPersonId|ParentPostId|ParentCommentId\n11|2|b|1|10|\n",
      "id|creationDate|content|CreatorPersonId|ParentPostId|ParentCommentId\n12|3|c|1||11\n",
    ],
    [
      "id|creationDate|content|creator\n11|2|b|1\n12|3|c|1\n", "Comment.id|Post.id\n11|10\n",
      "Comment.id|Comment.id\n12|11\n",
    ],
    [
      "id|creationDate|content|creator\n11|2|b|1\n12|3|c|1\n",
      "Comment.id|Message.id\n11|10\n12|11\n",
    ],
    [
      "id|creationDate|content|creator\n11|2|b|1\n12|3|c|1\n",
      "creationDate|CommentId|ParentPostId\n2|11|10\n",
      "creationDate|Comment1Id|Comment2Id\n3|12|11\n",
    ],
  ])
  func `answers keep the post above, whichever table names it`(comments: [String]) throws {
    let report = try take(
      comments + [
        "id|firstName|lastName|creationDate\n1|A|A|1\n",
        "id|creationDate|content|creator\n10|1|a|1\n",
      ])
    #expect(report[.posts].added == 3)
    #expect(report.skipped == [:])
    let posts = try net.posts()
    let pairs = posts.flatMap { answer in
      posts.filter { $0.id == answer.replyTo }.map { $0.text + answer.text }
    }
    #expect(pairs.sorted() == ["ab", "bc"])
  }
}
