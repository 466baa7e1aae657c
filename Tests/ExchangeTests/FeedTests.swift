import Exchange
import Model
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
}
