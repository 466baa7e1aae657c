import Exchange
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests feeds in RSS 2.0 and Atom that other programs wrote.
@Suite struct XMLFeedTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  private static func rss(_ channel: String, items: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
      xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel>
        <title>Bees &amp; more</title>
        \(channel)
        \(items)
      </channel>
    </rss>
    """
  }

  private static func atom(_ head: String, entries: String) -> String {
    """
    <!-- a feed -->
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
      <title type="html">Bees &amp;amp; more</title>
      \(head)
      \(entries)
    </feed>
    """
  }

  private static let date = "<pubDate>Wed, 01 Jan 2020 00:00:00 GMT</pubDate>"
  private static let updated = "<updated>2020-01-01T00:00:00Z</updated>"

  private func posts(of text: String) throws -> [String] {
    try net.take(text: text)
    return try net.texts()
  }

  // MARK: Words

  @Test(arguments: [
    ("<description>&lt;p&gt;a &amp;amp; b&lt;br/&gt;c&lt;/p&gt;</description>", "a & b\nc"),
    ("<description><![CDATA[<div>a</div><div>b</div>]]></description>", "a\nb"),
    ("<title>1 &lt; 2</title>", "1 < 2"),
    ("<title>News</title><description>hi</description>", "News\n\nhi"),
    ("<title>Hi</title><description>Hi you</description>", "Hi you"),
    ("<description>short</description><content:encoded>long</content:encoded>", "long"),
    ("<media:content url='a' type='video/x'/><description>hi</description>", "hi"),
    ("<description>hi</description><link>https://x.org/1</link>", "hi\n\nhttps://x.org/1"),
    ("<atom:link rel='self' href='https://x.org/f'/><description>hi</description>", "hi"),
    ("<media:title>other</media:title><title>own</title>", "own"),
    ("<description>a&nbsp;b &unknown; &#x1F600;</description>", "a\u{A0}b &unknown; 😀"),
  ])
  func `an item of RSS becomes words`(item: String, text: String) throws {
    #expect(try posts(of: Self.rss("", items: "<item>\(item)\(Self.date)</item>")) == [text])
  }

  @Test(arguments: [
    ("<content>1 &lt;b&gt; 2</content>", "1 <b> 2"),
    ("<content type='html'>a&lt;br&gt;b</content><summary>s</summary>", "a\nb"),
    ("<content src='a.mp4' type='video/mp4'/><summary>s</summary>", "s"),
    (
      """
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a &lt;b&gt;<br/>c</p>
      <p><a
        href = "https://x.org/long">x.org/lo…</a></p></div></content>
      """, "a <b>\nc\n\nhttps://x.org/long"
    ),
    ("<title type='html'>a &amp;amp; b</title>", "a & b"),
    (
      "<title>T</title><link href='https://x.org/1'/><link rel='edit' href='https://x.org/2'/>",
      "T\n\nhttps://x.org/1"
    ),
  ])
  func `an entry of Atom becomes words`(entry: String, text: String) throws {
    let entry = "<entry><id>urn:1</id>\(entry)\(Self.updated)</entry>"
    #expect(try posts(of: Self.atom("", entries: entry)) == [text])
  }

  // MARK: Heads

  private func owner() throws -> [String] {
    try net.users().map { "\($0.handle.text)|\($0.name)|\($0.bio)" } + net.keys(of: "user")
      + net.keys(of: "post")
  }

  @Test func `the channel of RSS describes the owner of its items`() throws {
    let text = Self.rss(
      """
      <link>https://x.org/</link><atom:link rel="self" href="https://x.org/feed.rss"/>
      <description>about &lt;b&gt;bees&lt;/b&gt;</description>
      <image><url>https://x.org/a.png</url><title>no</title></image>
      """, items: "<item><guid isPermaLink='false'>7</guid><title>hi</title>\(Self.date)</item>")
    try net.folder.write([0x89], to: "a.png")
    #expect(try net.take(text: text)[.pictures].added == 1)
    #expect(
      try owner() == [
        "bees___more|Bees & more|about bees", "feed:https://x.org/feed.rss",
        "https://x.org/feed.rss 7",
      ])
    #expect(try net.take(text: text).hasChanges == false)
  }

  @Test func `the head of Atom describes the owner of its entries`() throws {
    let text = Self.atom(
      """
      <id>urn:feed</id><link rel="self" href="https://x.org/feed.xml"/>
      <author><name>Ann</name><email>ann@x.org</email></author><subtitle>about bees</subtitle>
      """, entries: "<entry><id>urn:7</id><title>hi</title>\(Self.updated)</entry>")
    try net.take(text: text)
    #expect(try owner() == ["ann|Ann|about bees", "feed:urn:feed", "urn:7"])
    #expect(try net.take(text: text).hasChanges == false)
  }

  @Test func `a prefix of the names does not matter`() throws {
    let text = """
      <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Ann</a:title>
      <a:entry><a:id>urn:7</a:id><a:title>hi</a:title>
      <a:published>2020-01-01T00:00:00Z</a:published></a:entry></a:feed>
      """
    #expect(try posts(of: text) == ["hi"])
  }

  @Test func `attached pictures lie beside the feed, and other files are skipped`() throws {
    let text = Self.rss(
      "",
      items: """
        <item><title>hi</title>\(Self.date)<enclosure url="https://x.org/a.png" type="image/png"/>
        <media:content url="https://x.org/a.png" medium="image"/>
        <enclosure url="a.mp3" length="1" type="audio/mpeg"/></item>
        """)
    try net.folder.write([0x89], to: "a.png")
    let report = try net.take(text: text)
    #expect(report[.pictures].added == 1)
    #expect(report.changed == [:])
    #expect(report.skipped == [.unsupportedMedia: 1])
  }

  // MARK: Times

  @Test(arguments: [
    ("Sun, 29 Nov 2026 05:55:04 GMT", "2026-11-29T05:55:04.000000Z"),
    ("29 Nov 26 05:55 EST", "2026-11-29T10:55:00.000000Z"),
    ("29 November 2026 05:55:04 -0230", "2026-11-29T08:25:04.000000Z"),
    ("Fri, 01 Jan 99 00:00:00 PDT", "1999-01-01T07:00:00.000000Z"),
    ("Sun, 29 Nov 2026 05:55:60 UT", "2026-11-29T05:55:59.000000Z"),
    ("Sun, 29 Nov 2026 05:55:04", "2026-11-29T05:55:04.000000Z"),
    ("Sun, 29 Nov 2026 05:55:04 XYZ", "2026-11-29T05:55:04.000000Z"),
    ("2026-11-29T05:55:04+01:00", "2026-11-29T04:55:04.000000Z"),
    ("Sun, 29 Nov 2026", nil), ("Sun, 31 Feb 2026 05:55:04 GMT", nil), ("1 Nov 2026 1:x:2", nil),
    ("29 Nov 2026 05:55:04 +99", nil), ("", nil), ("Sun", nil),
  ])
  func `times of RSS are read`(time: String, exact: String?) throws {
    let item = "<item><title>hi</title><pubDate>\(time)</pubDate></item>"
    let options = ImportFixture.options { $0.keepsGoing = true }
    let report = try net.take(text: Self.rss("", items: item), options)
    #expect(report.refused == (exact == nil ? [.badTime: 1] : [:]))
    let scope = ExportScope(user: try net.user("bees___more"))
    let lines = exact.map { "\($0)\thi\n" } ?? ""
    #expect(try net.text(as: "twtxt", scope) == "# nick = bees___more\n" + lines)
  }

  // MARK: Detection and refusals

  @Test(
    arguments: [
      ("<opml version='2.0'><body/></opml>", nil), ("<html><body>x</body></html>", .webPages),
      ("<!DOCTYPE html><html><rss/></html>", .webPages),
    ] as [(String, UnsupportedContent?)])
  func `other texts in XML are no feeds`(text: String, content: UnsupportedContent?) throws {
    let path = try net.folder.write(text, to: "x.xml")
    let error = content.map { ExchangeError.unsupported(path: path, $0) }
    #expect(throws: error ?? .unknownFormat(path: path, fitting: [])) { try net.take(path) }
  }

  @Test func `a feed in another encoding is refused, and one in UTF-16 is read`() throws {
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><rss><channel/></rss>"
    let path = try net.folder.write(latin, to: "x")
    #expect(throws: ExchangeError.badArchive(InputPosition(path), .encoding("ISO-8859-1"))) {
      try net.take(path)
    }
    let text =
      "<?xml version='1.0' encoding='UTF-16'?><rss><channel><title>zoë</title></channel></rss>"
    let bytes = ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try net.take(bytes: bytes).inputs.map(\.owner?.text) == ["zo_"])
  }

  @Test func `a feed in an archive lies among pictures`() throws {
    let feed = Self.rss(
      "", items: "<item><title>hi</title>\(Self.date)<enclosure url='p/a.png'/></item>")
    let archive = Archives.zip([.init("x/p/a.png", [0x89]), .init("x/feed.xml", feed)])
    let path = try net.folder.write(archive, to: "a.zip")
    #expect(try net.take(path, from: "feed")[.pictures].added == 1)
  }
}
