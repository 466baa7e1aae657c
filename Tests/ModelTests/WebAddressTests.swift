import Model
import Testing

@Suite struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org", ["https://example.org"]),
    (
      "see http://example.org/a?b=c#d, and HTTPS://EXAMPLE.ORG/x.",
      ["http://example.org/a?b=c#d", "HTTPS://EXAMPLE.ORG/x"]
    ),
    ("(https://example.org/a_(b))", ["https://example.org/a_(b)"]),
    ("https://example.org/a)!", ["https://example.org/a"]),
    ("<https://example.org/a>", ["https://example.org/a"]),
    ("\"https://example.org\"", ["https://example.org"]),
    ("読む https://example.org/日本。次", ["https://example.org/日本"]),
    ("https://example.org/…", ["https://example.org/"]),
    ("https://[::1]/ https://", []), ("https:// http:///a", []), ("xhttps://example.org", []),
    ("ftp://example.org javascript:alert(1)", []), ("http: //example.org", []),
    ("https://a.org\nhttps://b.org", ["https://a.org", "https://b.org"]),
    ("https://a.org,https://b.org", ["https://a.org,https://b.org"]),
  ])
  func `an address ends before the punctuation of its sentence`(text: String, found: [String]) {
    #expect(WebAddress.all(in: text).map { String(text[$0.range]) } == found)
  }

  @Test(.timeLimit(.minutes(10))) func `many brackets take time in proportion`() {
    let text =
      "https://a.org/" + String(repeating: "(", count: 200_000)
      + String(repeating: ")", count: 400_000)
    #expect(WebAddress.all(in: text).count == 1)
    let starts = String(repeating: "http:// ", count: 100_000)
    #expect(WebAddress.all(in: starts).isEmpty)
  }
}
