import Model
import Rendering
import Testing

extension Record {
  /// The value of a key; nil without the key.
  fileprivate subscript(key: String) -> JSONValue? {
    keys.firstIndex(of: key).map { values[$0] }
  }
}

@Suite struct Records {
  @Test func `a user has the keys of the contract`() {
    let record = Record(Entry(Sample.ana, at: Cursor(.user, 1)))
    #expect(
      record.keys == [
        "username", "name", "bio", "post_count", "follower_count", "following_count",
        "like_count", "created_at", "is_me", "is_followed", "follows_you", "is_muted", "avatar",
        "banner", "cursor",
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
        "created_at", "reply_to", "thread", "quotes", "reposts", "mentions", "tags",
        "reply_count", "repost_count", "is_reposted", "is_bookmarked", "edited_at", "cursor",
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
    let post = Record(
      ViewedPost(
        post: Entry(Sample.talk[0], at: Cursor(.post, 1)), likers: [Sample.handle("bob")],
        above: Array(Sample.conversation[0...3]), replies: [Sample.talk[6]]))
    #expect(post.keys == RecordKind.post.keys + ["likers", "above", "replies"])
    #expect(post["likers"] == .array([.string("bob")]))
    // A deleted post is omitted.
    #expect(post["above"] == .records([6, 1, 0].map { Record(Sample.talk[$0]) }))
    #expect(post["replies"] == .records([Record(Sample.talk[6])]))
  }

  @Test func `a dry run says so in its last key`() {
    let outcome = Record(Outcome(input: "7", result: .reposted), isDryRun: true)
    #expect(outcome.keys == ["input", "result", "user", "post", "dry_run"])
    #expect(outcome["dry_run"] == .bool(true))
  }

  @Test func `an answer names its conversation, mentions and hashtags`() {
    let record = Record(Sample.talk[1])
    #expect(record["reply_to"] == .integer(325))
    #expect(record["thread"] == .integer(325))
    #expect(record["mentions"] == .array([.string("ana")]))
    #expect(record["tags"] == .array([.string("bread")]))
    #expect(record["is_bookmarked"] == .bool(true))
    #expect(record["edited_at"] == .null)
    let place = Record(Sample.talk[0], depth: 2, cursor: nil)
    #expect(place.keys == RecordKind.post.keys + ["depth"])
    #expect(place["depth"] == .integer(2))
  }

  @Test func `a repost has no words of its own, except in a line for people`() {
    let entry = Entry(Sample.talk[2], at: Cursor(.post, 1))
    let record = Record(entry)
    #expect(record["text"] == .string(""))
    #expect(record["reposts"] == .integer(325))
    #expect(record["thread"] == .integer(333))
    #expect(record["tags"] == .array([]))
    let line = Record(line: entry)
    #expect(
      line.keys == [
        "id", "author", "created_at", "like_count", "is_liked", "text", "reply_to", "reposts",
      ])
    #expect(line["text"] == .string("@ana: Fresh rye bread at noon. #bread"))
  }

  @Test func `notices and hashtags have the keys of the contract`() {
    let notice = Record(Entry(Sample.notices[5], at: Cursor(.notice, 1, 2, 3, 4)))
    #expect(notice.keys == ["kind", "actor", "post", "created_at", "is_new", "cursor"])
    #expect(notice["kind"] == .string("follow"))
    #expect(notice["post"] == .null)
    let line = Record(line: Entry(Sample.notices[0], at: Cursor(.notice, 1, 2, 3, 4)))
    #expect(line.keys == ["actor", "kind", "post", "created_at", "text"])
    #expect(line["post"] == .integer(330))
    let tag = Record(Entry(Sample.hashtags[0], at: Cursor(.hashtag, 1, 2, 3)))
    #expect(tag.keys == ["tag", "post_count", "last_at", "cursor"])
    #expect(tag["tag"] == .string("bread"))
  }

  @Test func `users and posts of a shared network have their lasting names at the end`() {
    var (profile, post) = (Sample.ana, Sample.talk[0])
    profile.user.lastingName = LastingName(exactly: [UInt8](repeating: 0xA1, count: 16))
    let name = profile.user.lastingName
    let text = JSONValue.string(String(repeating: "a1", count: 16))
    #expect(Record(profile).keys == RecordKind.user.keys + ["lasting_name"])
    #expect(Record(profile)["lasting_name"] == text)
    for (isVouched, signer) in [(true, "keeper"), (false, "author")] {
      post.lasting = Post.LastingFacts(name: name, isVouched: isVouched)
      let record = Record(post, depth: 0, cursor: nil)
      #expect(record.keys == RecordKind.post.keys + ["depth", "lasting_name", "signed_by"])
      #expect(record["lasting_name"] == text && record["signed_by"] == .string(signer))
    }
    post.lasting = Post.LastingFacts(name: nil, isVouched: false)
    #expect(Record(post).values.suffix(2) == [.null, .null])
    let viewed = Record(ViewedPost(post: Entry(post, at: Cursor(.post, 1)), likers: []))
    #expect(viewed.keys == RecordKind.postPage.fields)
  }

  @Test func `a list has the columns of its header, even if the network is shared meanwhile`() {
    var profile = Sample.ana
    profile.user.lastingName = LastingName(exactly: [UInt8](repeating: 0xA1, count: 16))
    let records = [Record(Sample.ana), Record(profile)]
    for isShared in [true, false] {
      var writer = ListWriter(.tsv, of: .user, isShared: isShared)
      let columns = writer.list(records).text.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).count
      }
      let count = RecordKind.user.keys.count + (isShared ? 1 : 0)
      #expect(columns == [count, count, count])
    }
    var chosen = ListWriter(.lines, of: .user, only: ["lasting_name", "username"])
    #expect(chosen.list(records).text == "\tana\n\(String(repeating: "a1", count: 16))\tana\n")
    #expect(Record(Sample.ana).only(["lasting_name"]).values == [.null])
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

  @Test func `columns of one name get different keys`() {
    #expect(ResultTable.keys(for: ["a", "b", "a", "a"]) == ["a", "b", "a:2", "a:3"])
  }
}
