import CommandLine
import Model
import Services
import Storage
import Support
import Terminal
import Testing

@testable import profilectl

/// Tests completion from a database, in the form for scripts.
@Suite struct CompletionRequestTests {
  private let folder: TemporaryFolder
  private let network: Network

  init() throws {
    folder = try TemporaryFolder()
    network = try Engines(
      patience: Patience(seconds: 30), interrupts: Interrupts(), sharing: { $0 }
    ).create(folder.file("net.db")).network
  }

  private func create(_ handle: String, name: String = "") throws {
    let items = [BulkItem(input: handle, value: try Handle(handle))]
    let name = try DisplayName(name)
    _ = try network.users.create(
      items,
      draft: { UserDraft(handle: $0, name: name, createdAt: Moment(seconds: 1)) }, BulkMode())
  }

  private func post(_ text: String, by handle: String, isPrivate: Bool = false) throws {
    let draft = PostDraft(
      text: try PostText(text), isPrivate: isPrivate, at: Moment(seconds: 1))
    _ = try network.posts.publish(
      try #require(draft), as: .named(try Handle(handle)))
  }

  private func answer(_ words: String..., variables: [String: String] = [:]) throws -> String {
    let own = [
      "PROFILECTL_DB": folder.file("net.db"), "HOME": folder.path, "LC_ALL": "C.UTF-8",
      "PROFILECTL_USER": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "",
    ]
    let environment = ProcessEnvironment(
      variables: Environment().overriding(own.merging(variables) { $1 }), console: Console())
    let interpreter = Interpreter(environment, AllCommands.list)
    let arguments = ["complete", "--"] + words
    let request = CompletionRequest(Token.list(arguments.map { Array($0.utf8) }))
    return try #require(request).answer(in: interpreter).text
  }

  @Test func `handles come in their order, with names`() throws {
    try create("bob", name: "Bob Okafor")
    try create("bea")
    try create("carl")
    #expect(try answer("show", "") == "bea\t\nbob\tBob Okafor\ncarl\t\n")
    #expect(try answer("show", "bo") == "bob\tBob Okafor\n")
    #expect(try answer("show", "BO") == "bob\tBob Okafor\n")
    #expect(try answer("show", "@b") == "@bea\t\n@bob\tBob Okafor\n")
    #expect(try answer("--as=c") == "--as=carl\t\n")
    #expect(try answer("show", "b%") == "")
    #expect(try answer("show", "é") == "")
  }

  @Test func `no user is offered twice, or where a new handle is typed`() throws {
    try create("bob")
    try create("bea")
    #expect(try answer("follow", "bob", "") == "bea\t\n")
    #expect(try answer("create-user", "b") == "")
    #expect(try answer("edit-profile", "--rename", "b") == "")
  }

  @Test func `a handle is completed at the end of a text`() throws {
    try create("bob")
    #expect(try answer("post", "@b") == "@bob\t\n")
    #expect(try answer("post", "--alt=@b") == "--alt=@bob\t\n")
    #expect(try answer("post", "good morning @b") == ":open\n")
    #expect(try answer("post", "mail@b") == "")
    #expect(try answer("create-user", "@b") == "")
    #expect(try answer("edit-profile", "--avatar", "no") == ":pictures \nnone\t\n")
  }

  @Test func `follow offers strangers, and unfollow offers followees`() throws {
    for handle in ["ana", "bea", "bob", "carl"] { try create(handle) }
    let bob = [BulkItem(input: "bob", value: try Handle("bob"))]
    _ = try network.follows.follow(
      bob, as: .named(try Handle("ana")), at: Moment(seconds: 1), BulkMode())
    #expect(try answer("--as", "ana", "follow", "") == "bea\t\ncarl\t\n")
    #expect(try answer("--as", "ana", "follow", "@b") == "@bea\t\n")
    #expect(try answer("--as", "ana", "unfollow", "") == "bob\t\n")
    #expect(try answer("unfollow", "") == "")
    #expect(try answer("follow", "").split(separator: "\n").count == 4)
  }

  @Test func `mute offers others who are not muted, and unmute the muted`() throws {
    for handle in ["ana", "bea", "bob", "carl"] { try create(handle) }
    let bob = [BulkItem(input: "bob", value: try Handle("bob"))]
    let ana = Viewer.named(try Handle("ana"))
    _ = try network.edges.draw(.mute, to: bob, as: ana, at: Moment(seconds: 1), BulkMode())
    #expect(try answer("--as", "ana", "mute", "") == "bea\t\ncarl\t\n")
    #expect(try answer("--as", "ana", "unmute", "") == "bob\t\n")
    #expect(try answer("--as", "ana", "unmute", "c") == "")
  }

  @Test func `moderate offers reported posts`() throws {
    for handle in ["ana", "bea", "carl"] { try create(handle) }
    for text in ["one", "two", "three"] { try post(text, by: "ana") }
    let two = [BulkItem(input: "2", value: Post.ID(2))]
    for handle in ["bea", "carl"] {
      _ = try network.edges.draw(
        .flag, to: two, as: .named(try Handle(handle)), at: Moment(seconds: 1), BulkMode())
    }
    #expect(try answer("moderate", "") == "2\t@ana: two\n")
    #expect(try answer("moderate", "2", "") == "")
  }

  @Test func `beginnings of hashtags, further kinds and authors of a search are offered`() throws {
    for handle in ["ana", "bob"] { try create(handle) }
    try post("#bread #broth #wax", by: "ana")
    #expect(try answer("tags", "b") == "bread\t1 post\nbroth\t1 post\n")
    #expect(try answer("tags", "#w") == "#wax\t1 post\n")
    #expect(try answer("notifications", "--only", "reply,m") == ":open\nreply,mention\t\n")
    #expect(
      try answer("notifications", "--only=like,reply,f") == ":open\n--only=like,reply,follow\t\n")
    #expect(try answer("search", "from:a") == "from:ana\t\n")
    #expect(try answer("search", "--", "-from:@b") == "-from:@bob\t\n")
    #expect(try answer("post", "from:a") == "")
  }

  @Test func `only posts are offered that the deed can be done to`() throws {
    for handle in ["ana", "bea"] { try create(handle) }
    try post("mine", by: "ana")
    try post("hers", by: "bea")
    try post("hers too", by: "bea")
    let liked = [BulkItem(input: "2", value: Post.ID(2))]
    let ana = Viewer.named(try Handle("ana"))
    _ = try network.likes.like(liked, as: ana, at: Moment(seconds: 2), BulkMode())
    func numbers(_ deed: String) throws -> [Substring.SubSequence] {
      try answer("--as", "ana", deed, "").split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    }
    #expect(try numbers("view") == ["3", "2", "1"])
    #expect(try numbers("delete-post") == ["1"])
    #expect(try numbers("flag") == ["3", "2"])
    #expect(try numbers("like") == ["3", "1"])
    #expect(try numbers("unlike") == ["2"])
  }

  @Test func `a shape that wants a number waits for it`() throws {
    #expect(
      try answer("seed", "--shape", "com")
        == ":open\ncommunities:\tK groups; a number follows, as in communities:4\n")
  }

  @Test func `at most twenty posts are offered`() throws {
    try create("ana")
    for number in 1...30 { try post("number \(number)", by: "ana") }
    #expect(try answer("like", "").split(separator: "\n").count == 20)
  }

  @Test func `posts come newest first, with author and words`() throws {
    try create("ana")
    for number in 1...12 { try post("number \(number)", by: "ana") }
    #expect(
      try answer("like", "1")
        == "12\t@ana: number 12\n11\t@ana: number 11\n10\t@ana: number 10\n1\t@ana: number 1\n")
    #expect(try answer("view", "").hasPrefix("12\t"))
    #expect(try answer("like", "11", "11") == "")
    #expect(try answer("like", "0") == "")
    #expect(try answer("like", "x") == "")
    #expect(try answer("like", "\(Int64.max)") == "")
    #expect(try answer("like", "99999999999999999999") == "")
  }

  @Test func `private posts are offered to their author only`() throws {
    try create("ana")
    try create("bob")
    try post("mine", by: "ana", isPrivate: true)
    #expect(try answer("view", "") == "")
    #expect(try answer("--as", "bob", "view", "") == "")
    #expect(try answer("--as", "ana", "view", "") == "1\t@ana: mine\n")
    #expect(try answer("view", "", variables: ["PROFILECTL_USER": "ana"]) == "1\t@ana: mine\n")
    #expect(try answer("--as", "nobody", "view", "") == "")
  }

  @Test func `what people wrote stays on one line and harmless`() throws {
    try create("ana", name: "A\u{202E}na: \"$(x)\" 'y'")
    try post("one\ttwo\nthree \u{202E}\(String(repeating: "long ", count: 30))", by: "ana")
    let user = try answer("show", "")
    #expect(!user.unicodeScalars.contains("\u{202E}"))
    let post = try answer("like", "")
    #expect(post.split(separator: "\n").count == 1)
    #expect(post.split(separator: "\t").count == 2)
    #expect(post.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A })
    #expect(post.count < 80)
    let plain = try answer("show", "", variables: ["LC_ALL": "C"])
    #expect(plain.utf8.allSatisfy { $0 < 0x7F })
  }

  @Test func `the line chooses the database`() throws {
    try create("ana")
    let other = try Engines(
      patience: Patience(seconds: 1), interrupts: Interrupts(), sharing: { $0 }
    ).create(folder.file("other.db"))
    let zoe = [BulkItem(input: "zoe", value: try Handle("zoe"))]
    _ = try other.network.users.create(
      zoe, draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    #expect(try answer("--db", folder.file("other.db"), "show", "") == "zoe\t\n")
    #expect(try answer("show", "--db=~/other.db", "") == "zoe\t\n")
    #expect(try answer("--db", "missing.db", "show", "") == "")
    #expect(try answer("--db", "", "show", "") == "")
  }

  @Test func `the number of offered users is limited`() throws {
    let items = try (1...300).map { BulkItem(input: "u\($0)", value: try Handle("u\($0)")) }
    _ = try network.users.create(
      items, draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    #expect(try answer("show", "").split(separator: "\n").count == CompletionEngine.limit)
    #expect(try answer("show", "u29").split(separator: "\n").count == 11)
  }

  /// The common beginning of all lines of an answer.
  private func common(_ words: String...) throws -> Substring {
    let lines = try answer(words[0], words[1]).split(separator: "\n")
    return lines.dropFirst().reduce(lines[0]) { common, line in
      zip(common, line).prefix { $0 == $1 }.count == common.count
        ? common : common.prefix(zip(common, line).prefix { $0 == $1 }.count)
    }
  }

  @Test func `the common beginning of the candidates is that of all users`() throws {
    let handles = (1...230).map { "a\($0)" } + ["bob", "bobby"]
    let items = try handles.map { BulkItem(input: $0, value: try Handle($0)) }
    _ = try network.users.create(
      items, draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    for number in 1...326 { try post("number \(number)", by: "bob") }
    #expect(try answer("show", "").hasSuffix("\t\nbobby\t\n"))
    #expect(try common("show", "") == "")
    #expect(try common("show", "a") == "a")
    #expect(try common("show", "b") == "bob")
    #expect(try answer("follow", "@bobby", "").hasSuffix("bob\t\n"))
    // The latest post, and one whose number begins with another digit.
    #expect(try answer("like", "").hasSuffix("308\t@bob: number 308\n299\t@bob: number 299\n"))
    #expect(try common("like", "3") == "3")
    #expect(try answer("like", "1").hasSuffix("180\t@bob: number 180\n"))
    #expect(try answer("like", "12").split(separator: "\n").count == 11)
  }

  @Test func `a stranger after many followed users still limits what TAB types`() throws {
    let handles = (1...2_100).map { "a\($0)" }
    let items = try (handles + ["ann", "bob"]).map { BulkItem(input: $0, value: try Handle($0)) }
    _ = try network.users.create(
      items, draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    _ = try network.follows.follow(
      items.dropLast(2), as: .named(try Handle("bob")), at: Moment(seconds: 1), BulkMode())
    #expect(try answer("--as", "bob", "follow", "") == "ann\t\n")
    _ = try network.follows.unfollow([items[0]], as: .named(try Handle("bob")), BulkMode())
    #expect(try answer("--as", "bob", "follow", "") == "a1\t\nann\t\n")
    #expect(try answer("--as", "bob", "unfollow", "a10").hasPrefix("a10\t\na100\t\n"))
  }

  @Test func `marks for scripts name paths and unfinished words`() throws {
    #expect(try answer("--db", "x") == ":path \n")
    #expect(try answer("--db=x") == ":path --db=\n")
    #expect(try answer("users", "--fields", "na") == ":open\nname\t\n")
  }

  @Test func `other words ask for something else`() {
    #expect(CompletionRequest(Token.list([Array("show".utf8), Array("complete".utf8)])) == nil)
    #expect(CompletionRequest([]) == nil)
  }
}
