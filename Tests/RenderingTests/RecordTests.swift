import Model
import Rendering
import Testing

@Suite struct Records {
  @Test func `a user has the keys of the contract`() {
    let record = Record(Entry(Sample.ana, at: Cursor(.user, 1)))
    #expect(
      record.keys == [
        "username", "name", "bio", "post_count", "follower_count", "following_count",
        "like_count", "created_at", "is_me", "is_followed", "follows_you", "cursor",
      ])
    #expect(record["username"] == .string("ana"))
    #expect(record["created_at"] == .time(Sample.ana.user.createdAt))
    #expect(record["cursor"] == .string("u1"))
  }

  @Test func `a post has the keys of the contract`() {
    let record = Record(Sample.page.entries[6])
    #expect(
      record.keys == [
        "id", "author", "text", "image", "alt", "private", "like_count", "is_liked",
        "created_at", "cursor",
      ])
    let image = Record(
      .image, [.integer(640), .integer(480), .integer(12_345), .string("ab12")])
    #expect(record["image"] == .object(image))
    #expect(Record(Sample.posts[0])["image"] == .null)
  }

  @Test func `suggestions, flags, outcomes and pages have theirs`() {
    let suggestion = Record(Entry(Sample.suggestions[0], at: Cursor(.suggestion, 5, 1)))
    #expect(suggestion.keys == RecordKind.user.keys + ["shared_count", "via"])
    let flag = Record(Entry(Sample.flags[1], at: Cursor(.flag, 1, 2, 3)))
    #expect(flag.keys == ["post", "author", "reporter", "reason", "created_at", "cursor"])
    #expect(flag["reason"] == .null)
    let outcome = Record(Outcome(input: "ana", result: .alreadyFollowing))
    #expect(outcome.keys == ["input", "result", "user", "post"])
    #expect(outcome.values == [.string("ana"), .string("already_following"), .null, .null])
    let page = Record(Sample.ana, tab: .posts, posts: Sample.page)
    #expect(page.keys == ["user", "tab", "posts", "next"])
    #expect(page["next"] == .string("p5"))
    let post = Record(Sample.posts[0], likers: [Sample.handle("bob")])
    #expect(post.keys == RecordKind.post.keys + ["likers"])
    #expect(post["likers"] == .array([.string("bob")]))
  }

  @Test func `fields are chosen in the order asked for`() {
    let record = Record(Sample.ana).only(["follower_count", "username"])
    #expect(record.keys == ["follower_count", "username"])
    #expect(record.values == [.integer(1_204), .string("ana")])
  }

  @Test func `what people read has a line for each key, in what is in it too`() {
    let nothing = Record(keys: [], values: [])
    let inner = Record(keys: ["b", "c"], values: [.integer(1), .object(nothing)])
    let record = Record(
      keys: ["a", "list", "names"],
      values: [
        .object(inner), .array([.object(Record(keys: ["d"], values: [.null])), .object(nothing)]),
        .array([.string("e")]),
      ])
    #expect(
      record.tallJSON.text == """
        {
          "a": {
            "b": 1,
            "c": {}
          },
          "list": [
            {"d":null},
            {}
          ],
          "names": ["e"]
        }
        """)
    #expect(record.output(as: .json, only: ["a"]).text == "{\n  \"a\": {\"b\":1,\"c\":{}}\n}\n")
    #expect(nothing.tallJSON.text == "{}")
  }

  @Test func `no kind has a key twice`() {
    for kind in RecordKind.allCases { #expect(Set(kind.keys).count == kind.keys.count) }
  }

  @Test func `columns of one name are told apart`() {
    #expect(ResultTable.keys(for: ["a", "b", "a", "a"]) == ["a", "b", "a:2", "a:3"])
  }
}
