import Exchange
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests archives of the other services.
@Suite struct ServiceArchiveTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  // MARK: Twitter

  private static let tweets = """
    window.YTD.tweets.part0 = [
    {"tweet":{"id_str":"200","full_text":"@bob yes https://t.co/x &amp; https://t.co/p",
    "created_at":"Wed Oct 10 20:19:24 +0000 2018","in_reply_to_status_id_str":"100",
    "entities":{"urls":[{"url":"https://t.co/x","expanded_url":"https://example.org/long"}],
    "user_mentions":[{"id_str":"7","screen_name":"Bob"}],
    "media":[{"url":"https://t.co/p","type":"photo","media_url_https":"https://p.x/media/A.png"}]}}},
    {"tweet":{"id_str":"100","full_text":"first","created_at":"Wed Oct 10 20:19:23 +0000 2018"}},
    {"tweet":{"id_str":"300","full_text":"RT @bob: hi","created_at":"Wed Oct 10 20:19:25 +0000 2018"}},
    {"tweet":{"id_str":"1050118621198921728","full_text":"no time"}}]
    """

  private static let twitter: [Archives.Entry] = [
    .init(
      "t/data/account.js",
      #"window.YTD.account.part0 = [{"account":{"accountId":"5","username":"Alice","#
        + #""accountDisplayName":"A","createdAt":"2009-01-01T00:00:00.000Z"}}]"#),
    .init(
      "t/data/profile.js",
      #"window.YTD.profile.part0 = [{"profile":{"description":{"bio":"bees"}}}]"#),
    .init("t/data/tweets.js", tweets, isDeflated: true),
    .init("t/data/tweets_media/200-A.png", [0x89]),
    .init("t/data/direct-messages.js", "not even JSON"),
    .init("t/data/like.js", #"window.YTD.like.part0 = [{"like":{"tweetId":"100"}}]"#),
    .init(
      "t/data/following.js",
      #"window.YTD.following.part0 = [{"following":{"accountId":"7"}},"#
        + #"{"following":{"accountId":"8"}}]"#),
  ]

  @Test func `an archive of Twitter`() throws {
    let report = try net.take(bytes: Archives.zip(Self.twitter))
    #expect(report.inputs.map(\.format) == ["twitter"])
    #expect(report[.posts].added == 3)
    #expect(report.skipped == [.repost: 1])
    let posts = try net.posts().sorted { $0.id < $1.id }
    #expect(posts.map(\.text) == ["@bob yes https://example.org/long &", "first", "no time"])
    #expect(posts.map(\.replyTo) == [2, nil, nil])
    #expect(posts[2].createdAt.microseconds == 1_539_202_764_211_000)
    #expect(try net.text(as: "edges") == "alice\tbob\nalice\ttw.8\n")
    #expect(try net.likers(of: 2) == ["alice"])
    #expect(try net.faults() == [])
    let dump = try net.dump()
    #expect(try net.take(bytes: Archives.zip(Self.twitter)).hasChanges == false)
    #expect(try net.dump() == dump)
  }

  @Test(arguments: ["5-A.png", "5-A_400x400.png", "A.png"])
  func `the avatar of a profile is found whatever its size`(name: String) throws {
    let entries =
      Self.twitter.filter { $0.name != "t/data/profile.js" } + [
        .init("t/data/profile_media/\(name)", [0x89]),
        .init(
          "t/data/profile.js",
          #"window.YTD.profile.part0 = [{"profile":{"avatarMediaUrl":"#
            + #""https://pbs.example/profile_images/9/A_normal.png"}}]"#),
      ]
    try net.take(bytes: Archives.zip(entries))
    #expect(try net.users().filter { $0.avatar != nil }.map(\.handle) == ["alice"])
  }

  @Test func `a tweet may have the number of its author`() throws {
    let entries = Self.twitter.map { entry in
      entry.name == "t/data/account.js"
        ? Archives.Entry(
          entry.name,
          #"window.YTD.account.part0 = [{"account":{"accountId":"100","username":"Alice"}}]"#)
        : entry
    }
    #expect(try net.take(bytes: Archives.zip(entries))[.posts].added == 3)
    #expect(try net.take(bytes: Archives.zip(entries)).hasChanges == false)
    #expect(try net.keys(of: "user") == ["twitter:100", "twitter:7", "twitter:8"])
  }

  @Test func `the link of media goes only with a picture that is kept`() throws {
    func media(_ file: String, _ link: Int, _ type: String = "photo") -> String {
      """
      {"type":"\(type)","url":"https://t.co/\(link)","expanded_url":"https://x.org/\(link)",
      "media_url_https":"https://p.x/media/\(file)"}
      """
    }
    func tweet(_ id: Int, _ media: String...) -> String {
      """
      {"tweet":{"id_str":"\(id)","full_text":"\(id) https://t.co/\(id)",
      "created_at":"Wed Oct 10 20:19:2\(id) +0000 2018",
      "extended_entities":{"media":[\(media.joined(separator: ","))]}}}
      """
    }
    let tweets = [
      tweet(1, media("A.png", 1)), tweet(2, media("lost.png", 2)),
      tweet(3, media("text.png", 3)), tweet(4, media("A.mp4", 4, "video")),
      tweet(5, media("A.png", 5), media("lost.png", 5)),
    ]
    let report = try net.take(
      bytes: Archives.zip([
        Self.twitter[0], .init("t/data/tweets.js", "x = [\(tweets.joined(separator: ","))]"),
        .init("t/data/tweets_media/1-A.png", [0x89]), .init("t/data/tweets_media/5-A.png", [0x89]),
        .init("t/data/tweets_media/3-text.png", "no picture"),
      ]))
    #expect(report.skipped == [.pictureMissing: 2, .unsupportedMedia: 2])
    #expect(
      try net.texts()
        == ["1"] + (2...5).map { "\($0) https://x.org/\($0)" })
  }

  @Test func `long tweets with one beginning have their own words, and other notes are counted`()
    throws
  {
    let beginning = String(repeating: "Good morning, ", count: 10)
    func note(_ number: Int, _ time: String) -> String {
      """
      {"noteTweet":{"noteTweetId":"7\(number)","createdAt":"2023-01-01T00:00:\(time)Z",
      "core":{"text":"\(beginning)number \(number) https://t.co/\(number)","urls":[
      {"shortUrl":"https://t.co/\(number)","expandedUrl":"https://x.org/\(number)"}]}}}
      """
    }
    func tweet(_ number: Int, _ time: String) -> String {
      """
      {"tweet":{"id_str":"9\(number)","created_at":"Sun Jan 01 00:00:\(time) +0000 2023",
      "full_text":"\(beginning)num… https://t.co/x"}}
      """
    }
    let report = try net.take(
      bytes: Archives.zip([
        Self.twitter[0],
        .init("t/data/tweets.js", "x = [\(tweet(2, "21")),\(tweet(1, "10")),\(tweet(3, "40"))]"),
        .init(
          "t/data/note-tweet.js",
          "x = [\(note(1, "10.000")),\(note(1, "10.500")),\(note(2, "20.999")),"
            + "\(note(4, "50.000")),\(note(4, "50.500"))]"),
      ]))
    #expect(report.skipped == [.unsupportedRecord: 3])
    #expect(
      try net.texts() == [
        "\(beginning)number 1 https://x.org/1", "\(beginning)number 2 https://x.org/2",
        "\(beginning)num… https://t.co/x",
      ])
  }

  /// The texts of two tweets of one second, with notes that begin alike.
  private func longTexts(of tweets: [(id: Int, text: String)], notes: [(id: Int, text: String)])
    throws -> [String]
  {
    let tweets = tweets.map { tweet in
      #"{"id_str":"\#(tweet.id)","created_at":"Sun Jan 01 00:00:10 +0000 2023","#
        + #""full_text":"\#(tweet.text)… https://t.co/x"}"#
    }
    let notes = notes.map { note in
      #"{"noteTweetId":"\#(note.id)","createdAt":"2023-01-01T00:00:10.000Z","#
        + #""core":{"text":"\#(note.text)"}}"#
    }
    try net.take(
      bytes: Archives.zip([
        Self.twitter[0], .init("t/data/tweets.js", "x = [\(tweets.joined(separator: ","))]"),
        .init("t/data/note-tweet.js", "x = [\(notes.joined(separator: ","))]"),
      ]))
    return try net.records("post").sorted { $0.origins?[0].key ?? "" < $1.origins?[0].key ?? "" }
      .compactMap(\.text)
  }

  @Test func `tweets of one second find the notes that go on as they do`() throws {
    let beginning = String(repeating: "Good morning, ", count: 10)
    let texts = ["alice", "bob"].map { "\(beginning)\($0) and all the others" }
    let tweets = texts.enumerated().map {
      (id: 98 + $0.offset, text: String($0.element.prefix(150)))
    }
    let notes = texts.enumerated().map { (id: 78 - $0.offset, text: $0.element) }
    #expect(try longTexts(of: tweets, notes: notes) == texts)
  }

  @Test func `tweets with the same words find their notes by the numbers`() throws {
    let texts = ["alice", "bob"].map { "Good morning, \($0)" }
    let tweets = [22, 11].map { (id: $0, text: "Good morning,") }
    let notes = [(id: 10, text: texts[0]), (id: 21, text: texts[1])]
    #expect(try longTexts(of: tweets, notes: notes) == texts)
  }

  // MARK: Instagram

  @Test func `an export of Instagram, with its broken letters`() throws {
    let alice = try net.add("alice")
    let post = """
      [{"media":[{"uri":"media/a.png","creation_timestamp":100,"title":""},
      {"uri":"media/b.mp4","creation_timestamp":100}],"title":"Gr\\u00c3\\u00bc\\u00c3\\u009fe",
      "creation_timestamp":100}]
      """
    let entries: [Archives.Entry] = [
      .init("x/content/posts_1.json", post), .init("x/media/a.png", [0x89]),
      .init(
        "x/connections/following.json",
        #"{"relationships_following":[{"title":"bob","string_list_data":[{"timestamp":5}]}]}"#),
      .init(
        "x/connections/followers_1.json",
        #"[{"string_list_data":[{"value":"carol","timestamp":6}]}]"#),
    ]
    let report = try net.take(
      bytes: Archives.zip(entries), ImportFixture.options { $0.viewer = alice })
    #expect(report[.posts].added == 1)
    #expect(report.skipped == [.unsupportedMedia: 1])
    #expect(try net.texts() == ["Grüße"])
    #expect(try net.text(as: "edges") == "alice\tbob\ncarol\talice\n")
    #expect(try net.followTimes() == [5_000_000, 6_000_000])
  }

  // MARK: twtxt

  @Test func `a mistyped time refuses its line and not the feed`() throws {
    let feed = "2020-01-01T00:00:00Z\ta\n2020-01-02T21:49:18:05:00\tb\n2020-01-03T00:00:00Z\tc\n"
    let alice = try net.add("alice")
    let report = try net.take(
      text: feed,
      ImportFixture.options {
        $0.into = alice
        $0.keepsGoing = true
      })
    #expect(report.refused == [.badTime: 1])
    #expect(report[.posts].added == 2)
  }

  @Test func `a feed of twtxt, out and in again`() throws {
    let feed = """
      # nick = Alice@x.org
      # url = https://x.org/twtxt.txt
      # description = bees
      # follow = bob https://y.org/twtxt.txt
      # just words
      2020-01-01T00:00:00.123456+01:00\t(#abcdefg) hi @<bob https://y.org/twtxt.txt>\u{2028}#<bees x>
      2020-01-01T00:00:00.123456+01:00\tagain
      """
    let report = try net.take(text: feed)
    #expect(report[.posts].added == 2)
    #expect(report.skipped == [.comment: 1])
    #expect(report.changed == [.timeMoved: 1])
    #expect(
      try net.texts() == ["hi @bob\n#bees", "again"])
    #expect(try net.take(text: feed).hasChanges == false)
    let alice = try #require(try net.user("alice"))
    let exported = try net.text(as: "twtxt", ExportScope(user: alice))
    #expect(try ImportFixture().take(text: exported)[.posts].added == 2)
    #expect(
      try net.text(as: "twtxt", ExportScope(user: alice)) == """
        # nick = alice
        # description = bees
        2019-12-31T23:00:00.123456Z\thi @bob\u{2028}#bees
        2019-12-31T23:00:00.123457Z\tagain

        """)
  }

  @Test(arguments: [
    ("(#abcdefg) hi", "hi"), (" (#abcdefg)  hi", "hi"), ("(#<abcdefg https://x.org/a>) hi", "hi"),
    ("@<bob https://y.org/b> (#abc1234) hello", "@bob hello"),
    ("(#abc1234) @<bob https://y.org/b>, hello", "@bob, hello"),
    ("@<bob https://y.org/b> @<ann https://y.org/a>  (#abc1234567) hello", "@bob @ann hello"),
    ("(#bees) buzz", "(#bees) buzz"), ("(#Release 2) is out", "(#Release 2) is out"),
    ("hi (#abcdefg) you", "hi (#abcdefg) you"), ("@<bob https://y.org/b>  hi", "@bob  hi"),
    ("(#abcdefg", "(#abcdefg"),
  ])
  func `the hash of a conversation is cut at the beginning of a post`(
    text: String, words: String
  ) throws {
    try net.take(text: "# nick = alice\n2020-01-01T00:00:00Z\t\(text)\n")
    #expect(try net.texts() == [words])
  }

  @Test func `a followed name may have blanks`() throws {
    let report = try net.take(
      text: "# nick = alice\n# follow = Bob B.  Bee https://y.org/b\n2020-01-01T00:00:00Z\thi\n")
    #expect(report.skipped == [:])
    #expect(try net.text(as: "edges") == "alice\tbob_b._bee\n")
  }

  @Test func `all addresses of a feed are of one user, in any order`() throws {
    func feed(_ urls: String...) -> String {
      "# nick = alice\n" + urls.map { "# url = https://x.org/\($0)\n" }.joined()
        + "2020-01-01T00:00:00Z\thi\n"
    }
    let bob = "# nick = bob\n# follow = alice https://x.org/old\n2020-01-02T00:00:00Z\thello\n"
    try net.take(text: bob)
    #expect(try net.take(text: feed("new", "old"))[.users].added == 0)
    #expect(try net.text(as: "edges") == "bob\talice\n")
    for text in [feed("old", "new"), feed("newest", "old", "new"), bob] {
      let report = try net.take(text: text)
      #expect(report[.users].added == 0 && report.placeholders == 0)
    }
    #expect(try net.posts().sorted { $0.id < $1.id }.map(\.text) == ["hello", "hi"])
  }

  @Test func `the picture of a feed lies beside it`() throws {
    let feed = "# nick = alice\n# avatar = https://x.org/a.png\n2020-01-01T00:00:00Z\thi\n"
    #expect(try net.take(text: feed).skipped == [.pictureMissing: 1])
    let archive = Archives.zip([.init("t/a.png", [0x89]), .init("t/feed.txt", feed)])
    let path = try net.folder.write(archive, to: "a.zip")
    #expect(try net.take(path, from: "twtxt")[.pictures].added == 1)
    try net.folder.write([0x89], to: "a.png")
    #expect(try net.take(text: feed)[.pictures].unchanged == 1)
    #expect(try net.users().map { $0.avatar != nil } == [true])
  }

  @Test func `an export of twtxt counts the posts that it has`() throws {
    let alice = try net.add("alice")
    let options = ImportFixture.options { $0.viewer = alice }
    let archive = Archives.zip([
      .init(
        "posts_1.json",
        #"[{"media":[{"uri":"a.png"}],"title":"hi","creation_timestamp":100},"#
          + #"{"media":[{"uri":"a.png"}],"creation_timestamp":200}]"#),
      .init("a.png", [0x89]),
    ])
    #expect(try net.take(bytes: archive, options)[.posts].added == 2)
    try net.store.snapshot { reading in
      let export = try Export(
        reading, scope: ExportScope(user: alice.id), domain: nil, to: ExportOutput { _ in },
        drawing: .none)
      try export.write(as: try #require(ExportFormat.named("twtxt")))
      #expect(export.counts.posts == 1)
    }
  }

  // MARK: Makestagram

  @Test func `a Makestagram, whose users come last`() throws {
    let text = """
      {"followers":{"u2":{"u1":true},"u1":{"u2":true,"u1":true}},"following":{"u1":{"u2":true}},
      "postLikes":{"p1":{"u2":true}},"posts":{"u1":{"p1":{"created_at":100.5,"image_url":"x"}}},
      "timeline":{"u2":{"p1":true}},"users":{"u1":{"username":"ann"},"u2":{"username":"ben"}}}
      """
    let report = try net.take(text: text)
    #expect(report[.users].added == 2)
    #expect(report[.follows].added == 2)
    #expect(
      report.skipped == [
        .pictureMissing: 1, .emptyPost: 1, .likeOfUnknownPost: 1, .derived: 1, .selfFollow: 1,
      ])
    #expect(report.changed == [.oneSided: 1])
    #expect(try net.keys(of: "user") == ["makestagram:u1", "makestagram:u2"])
  }

  @Test func `a Makestagram lies in an archive with its pictures`() throws {
    let text = """
      {"posts":{"u1":{"p1":{"created_at":100.5,"image_url":"https://x/p.png"}}},
      "users":{"u1":{"username":"alice"}}}
      """
    let zip = Archives.zip([.init("data.json", text), .init("p.png", [0x89, 1])])
    let report = try net.take(bytes: zip)
    #expect(report.inputs.map(\.format) == ["makestagram"])
    #expect(report[.pictures].added == 1)
  }

  @Test func `a Makestagram may have lists with gaps, whose keys are numbers`() throws {
    let text = """
      {"following":{"1":[null,null,true]},"posts":[null,{"p1":{"created_at":100.5,
      "image_url":"img/p.png"}}],"users":[null,{"username":"ann"},{"username":"ben"}]}
      """
    let zip = Archives.zip([.init("x/data.json", text), .init("x/img/p.png", [0x89, 1])])
    let report = try net.take(bytes: zip)
    #expect(report[.users].added == 2)
    #expect(report[.pictures].added == 1)
    #expect(report.skipped == [:] && report.refused == [:])
    #expect(try net.text(as: "edges") == "ann\tben\n")
    #expect(try net.keys(of: "user") == ["makestagram:1", "makestagram:2"])
  }
}
