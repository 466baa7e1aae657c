import Exchange
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests feeds in RSS 2.0, Atom and JSON Feed.
@Suite struct FeedTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  /// A user with posts whose texts and times are hard to keep.
  private func addAlice() throws -> User.ID {
    let posts = [
      ("2020-01-01T00:00:00.123456Z", #"bees & <b>honey</b>\ta  b\n\nsee https://x.org/?a=b&c"#),
      ("2020-01-01T00:00:00.123457Z", "again"), ("2024-02-29T23:59:59.999999Z", "\\\"#x\\\" 😀"),
    ]
    try net.take(
      text: "{\"@context\":\"x\",\"orderedItems\":["
        + posts.enumerated().map { index, post in
          #"{"type":"Note","id":"https://h/\#(index)","to":"as:Public","published":"\#(post.0)","#
            + #""attributedTo":"https://h/@alice","name":"\#(post.1)"}"#
        }.joined(separator: ",") + "]}")
    return try #require(try net.user("alice"))
  }

  // MARK: Exports

  @Test func `RSS has times of RFC 822 in GMT and exact ones of Atom`() throws {
    let scope = ExportScope(user: try addAlice())
    let text = try net.text(as: "rss", scope)
    #expect(
      text == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel>
          <title>@alice</title>
          <link>https://profilectl.invalid/alice/</link>
          <description></description>
          <item>
            <guid isPermaLink="false">https://profilectl.invalid/alice/3</guid>
            <pubDate>Thu, 29 Feb 2024 23:59:59 GMT</pubDate>
            <atom:published>2024-02-29T23:59:59.999999Z</atom:published>
            <description>&lt;p&gt;&amp;quot;#x&amp;quot; 😀&lt;/p&gt;</description>
          </item>
          <item>
            <guid isPermaLink="false">https://profilectl.invalid/alice/2</guid>
            <pubDate>Wed, 01 Jan 2020 00:00:00 GMT</pubDate>
            <atom:published>2020-01-01T00:00:00.123457Z</atom:published>
            <description>&lt;p&gt;again&lt;/p&gt;</description>
          </item>
          <item>
            <guid isPermaLink="false">https://profilectl.invalid/alice/1</guid>
            <pubDate>Wed, 01 Jan 2020 00:00:00 GMT</pubDate>
            <atom:published>2020-01-01T00:00:00.123456Z</atom:published>
            <description>&lt;p&gt;bees &amp;amp; &amp;lt;b&amp;gt;honey&amp;lt;/b&amp;gt;&amp;#9;a  b&lt;br&gt;&lt;br&gt;see https://x.org/?a=b&amp;amp;c&lt;/p&gt;</description>
          </item>
        </channel>
        </rss>

        """#)
    let link = #"<guid isPermaLink="true">https://x.org/alice/3</guid>"#
    #expect(try net.text(as: "rss", scope, domain: "x.org").contains(link))
  }

  // MARK: Out and in again

  private func posts(_ net: ImportFixture) throws -> [String] {
    try net.posts().map { "\($0.createdAt.microseconds) \($0.text)" }
  }

  private static let exports = ["jsonfeed", "atom", "rss"]

  @Test(arguments: exports, [nil, "x.org"])
  func `an exported feed gives the same posts again`(format: String, domain: String?) throws {
    let scope = ExportScope(user: try addAlice())
    let text = try net.text(as: format, scope, domain: domain)
    let other = try ImportFixture()
    let report = try other.take(text: text)
    #expect(report.inputs.map(\.format) == ["feed"])
    #expect(report.inputs.map(\.owner?.text) == ["alice"])
    #expect(report[.posts].added == 3)
    #expect(try posts(other) == posts(net))
    for format in Self.exports {
      let again = try other.take(text: try net.text(as: format, scope, domain: domain))
      #expect(again.hasChanges == false)
    }
  }

  @Test(arguments: exports)
  func `an exported feed that comes back to its owner adds nothing`(format: String) throws {
    let alice = try addAlice()
    let text = try net.text(as: format, ExportScope(user: alice))
    let options = ImportFixture.options { $0.into = (alice, Handle(stored: "alice")) }
    let before = try posts(net)
    let report = try net.take(text: text, options)
    #expect(report[.posts].unchanged == 3)
    #expect(report[.posts].added == 0)
    #expect(try posts(net) == before)
  }

  // MARK: JSON Feed

  private static func json(_ items: String, head: String = #""title":"Ann","#) -> String {
    #"{"version":"https://jsonfeed.org/version/1.1",\#(head)"items":[\#(items)]}"#
  }

  private func post(of item: String) throws -> [String] {
    try net.take(text: Self.json(#"{"date_published":"2020-01-01T00:00:00Z",\#(item)}"#))
    return try net.texts()
  }

  @Test(arguments: [
    (#""id":"1","content_text":"hi <b>""#, "hi <b>"),
    (#""id":1,"content_html":"<p>hi<br>you &amp; me</p>""#, "hi\nyou & me"),
    (#""content_text":"text","content_html":"html""#, "text"), (#""summary":"sum""#, "sum"),
    (#""title":"News","content_text":"hi""#, "News\n\nhi"), (#""title":"News""#, "News"),
    (#""title":"Hi you","content_text":"Hi you and me""#, "Hi you and me"),
    (#""title":"Hi y…","content_text":"Hi you""#, "Hi you"),
    (#""url":"https://x.org/1","content_text":"hi""#, "hi\n\nhttps://x.org/1"),
    (#""url":"https://x.org/1","content_text":"see https://x.org/1.""#, "see https://x.org/1."),
    (#""url":"https://x.org/1""#, "https://x.org/1"), (#""url":"1.html","title":"hi""#, "hi"),
  ])
  func `an item becomes words with its title and its address`(item: String, text: String) throws {
    #expect(try post(of: item) == [text])
  }

  @Test func `the address of an item stays when its words are cut`() throws {
    let words = String(repeating: "bees ", count: 1_000)
    let link = "https://x.org/bees"
    let text = try post(of: #""url":"\#(link)","content_text":"\#(words)""#).first ?? ""
    #expect(text.hasSuffix("bees…\n\n\(link)"))
    #expect(text.count <= 2_200 && text.count > 2_190)
  }

  @Test func `the head of a feed describes its owner`() throws {
    let head = #"""
      "title":"Bees","authors":[{"name":"Ann Bee"}],"description":"about bees","icon":"a.png",
      "home_page_url":"https://x.org/","feed_url":"https://x.org/feed.json",
      """#
    try net.folder.write([0x89], to: "a.png")
    let item = #"{"id":"1","content_text":"hi","date_published":"2020-01-01T00:00:00Z"}"#
    let report = try net.take(text: Self.json(item, head: head))
    #expect(report.inputs.map(\.owner?.text) == ["ann_bee"])
    let owner = try net.users()[0]
    #expect([owner.name, owner.bio] == ["Ann Bee", "about bees"])
    #expect(owner.avatar != nil)
    #expect(try net.keys(of: "user") == ["feed:https://x.org/feed.json"])
    #expect(try net.keys(of: "post") == ["https://x.org/feed.json 1"])
    #expect(try net.take(text: Self.json(item, head: head)).hasChanges == false)
  }

  @Test func `the name of a feed may follow its items`() throws {
    let item = #"{"id":"1","content_text":"hi","date_published":"2020-01-01T00:00:00Z"}"#
    let feed = #"{"items":[\#(item)],"title":"Ann","version":"https:\/\/jsonfeed.org\/version\/1"}"#
    #expect(try net.take(text: feed).inputs.map(\.owner?.text) == ["ann"])
    #expect(try net.texts() == ["hi"])
  }

  @Test func `a feed without a name is of the user who imports it`() throws {
    let item = #"{"id":"1","content_text":"hi","date_published":"2020-01-01T00:00:00Z"}"#
    #expect(throws: ExchangeError.noOwner) { try net.take(text: Self.json(item, head: "")) }
    let bob = try net.add("bob")
    let report = try net.take(
      text: Self.json(item, head: ""), ImportFixture.options { $0.viewer = bob })
    #expect(report.inputs.map(\.owner?.text) == ["bob"])
  }

  @Test func `a picture of an item lies beside the feed, and other files are skipped`() throws {
    let item = #"""
      {"id":"1","content_text":"hi","date_published":"2020-01-01T00:00:00Z","attachments":[
      {"url":"https://x.org/a.png","mime_type":"image/png"},{"url":"a.png"},{"url":"b.png"},
      {"url":"c.mp3","mime_type":"audio/mpeg"}]}
      """#
    try net.folder.write([0x89], to: "a.png")
    let report = try net.take(text: Self.json(item))
    #expect(report[.posts].added == 2)
    #expect(report.changed == [.split: 1])
    #expect(report.skipped == [.pictureMissing: 1, .unsupportedMedia: 1])
    #expect(try net.take(text: Self.json(item)).hasChanges == false)
  }

  @Test func `an item of a wrong type or without a time is refused alone`() throws {
    let item = #"{"id":"1","content_text":"hi","date_published":"2020-01-01T00:00:00Z"}"#
    let items = #"5,{"id":"2","title":5},{"id":"3","content_text":"x"},\#(item)"#
    let report = try net.take(
      text: Self.json(items), ImportFixture.options { $0.keepsGoing = true })
    #expect(report.refused == [.badRecord: 2, .badTime: 1])
    #expect(report[.posts].added == 1)
  }
}
