import Model
import Rendering
import Testing

@Suite struct FindingListTests {
  private let like = Fault.orphan(.edge(.like, from: 1, to: 7), missing: .post(7))

  private func text(_ findings: [Finding], isDryRun: Bool = false) -> String {
    FindingList(findings, ifNone: "Nothing.", isDryRun: isDryRun)
      .output(in: Traits(width: 120, now: Sample.now)).text
  }

  @Test func `on a pipe each is a whole line, however narrow the window`() {
    let list = FindingList([Finding(like, .repaired)], ifNone: "Nothing.")
    #expect(
      list.output(in: Traits(width: 30, now: Sample.now)).text
        == "like of post 7 by user number 1: refers to post 7, which is not there; repaired.\n")
    let traits = Traits(width: 30, isTerminal: true, now: Sample.now)
    #expect(list.output(in: traits).text.split(separator: "\n").count == 3)
  }

  @Test func `what was removed is not called repaired`() {
    let findings = [
      Finding(like), Finding(like, .removed),
      Finding(.index("posts_by_id"), .repaired),
    ]
    #expect(
      text(findings) == """
        like of post 7 by user number 1: refers to post 7, which is not there.
        like of post 7 by user number 1: refers to post 7, which is not there; removed.
        index posts_by_id: does not agree with its table; repaired.

        """)
    #expect(
      text(Array(findings.dropFirst()), isDryRun: true) == """
        like of post 7 by user number 1: refers to post 7, which is not there; would be removed.
        index posts_by_id: does not agree with its table; would be repaired.

        """)
  }

  @Test func `a finding names the user who signed`() {
    let faults: [Fault] = [
      .unlikeSigned(.post(12), signer: "alice"), .neverSigned(.repost(of: 12, by: 3)),
      .notApplied(.namedPost("3f9c"), signer: nil), .unlikeSigned(.bundle("ab12"), signer: "bob"),
      .unlikeBundles(table: "deeds"),
    ]
    #expect(
      text(faults.map { Finding($0) }) == """
        post 12: differs from what @alice signed.
        repost of post 12 by user number 3: was never signed.
        post ~3f9c: is missing, but somebody signed it.
        bundle ab12: differs from what @bob signed.
        table deeds: differs from what was signed.

        """)
  }

  @Test(
    arguments: [
      (.orphan, "likes", "orphan", "12 more that refer to missing rows"),
      (.withoutPicture, "posts", "orphan", "12 more whose picture is not there"),
      (.count(.followers), "users", "count", "12 more whose follower_count is wrong"),
      (.missingInIndex, "follows", "edge", "12 more missing from the index"),
      (.inIndexOnly, "follows", "edge", "12 more in the index only"),
      (.gone, "posts", "lost", "12 more gone from the table"),
      (.ownEdge, "follows", "edge", "12 more from a user to the same user"),
      (.changed, "posts", "content", "12 more whose content is not what was written"),
      (.unshown, "pictures", "picture", "12 more used by no post or user"),
      (.thumbnail, "thumbnails", "thumbnail", "12 more of an impossible size"),
      (.lost, "likes", "lost", "12 more that could not be kept"),
      (.bare, "users", "lost", "12 more with only a handle left"),
      (.unlikeSigned, "posts", "signature", "12 more that differ from what was signed"),
      (.neverSigned, "likes", "signature", "12 more that were never signed"),
      (.notApplied, "posts", "signature", "12 more that are signed and missing"),
    ] as [(Fault.Form, String, String, String)])
  func `the rest of a category is reported as a number`(
    form: Fault.Form, table: String, kind: String, detail: String
  ) {
    let rest = Finding(.rest(Fault.Category(form, in: table), count: 12))
    #expect(text([rest]) == "table \(table): \(detail).\n")
    #expect(
      Record(rest).values
        == [.string(kind), .string("table \(table)"), .string(detail), .bool(false)])
  }
}
