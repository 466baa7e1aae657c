import Foundation
import Model
import Rendering
import Support
import Testing

@Suite struct `Text in kept profiles` {
  private static let hostile = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='alert(1)",
    "]]>", "<!--", "-->", "&lt;b&gt;", "&#0;", "javascript:alert(1)", "</style>", "</title>",
    "\u{0}\u{1}\u{B}\u{FFFE}", "\u{202E}gpj.exe", "{{x}}", "${x}", "line one\n  line two\r\n\t!",
  ]

  private func profile(_ name: String, _ bio: String) -> Profile {
    var profile = Sample.ana
    profile.user.name = name
    profile.user.bio = bio
    return profile
  }

  private func posts(_ text: String, alt: String) -> [Post] {
    var (plain, pictured) = (Sample.posts[0], Sample.posts[6])
    plain.text = text
    pictured.text = text
    pictured.alt = alt
    return [plain, pictured]
  }

  @Test func `an empty drawing contains no path of the database`() {
    var traits = KeptSample.traits
    traits.program = { "profilectl --db /home/ana/net.db " }
    var ana = Sample.ana
    ana.user.counts.posts = 0
    let drawing = ProfileDrawing(ana, tab: .posts, posts: [], hasViewer: true)
    let texts = ParsedMarkup(drawing.output(in: traits)).all("text").map(\.text)
    #expect(texts.contains { $0.contains("profilectl explore") }, "\(texts)")
  }

  private func expectTextBack(
    name: String, bio: String, text: String, alt: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (profile, posts) = (profile(name, bio), posts(text, alt: alt))
    let page = ParsedMarkup(
      KeptSample.document(of: profile, posts: posts).output(in: KeptSample.traits))
    #expect(page.isWellFormed, sourceLocation: sourceLocation)
    #expect(
      page.all("bdi").map(\.text) == Array(repeating: shownName(name), count: 2),
      sourceLocation: sourceLocation)
    let body = SafeText(text, .lines).string
    #expect(
      page.all("p", class: "text").map(\.text) == (text.isEmpty ? [""] : [body, body]),
      sourceLocation: sourceLocation)
    #expect(
      page.elements.first { $0.attributes["id"] == "bio" }?.text
        == (bio.isEmpty ? nil : SafeText(bio, .lines).string), sourceLocation: sourceLocation)
    #expect(
      page.all("img").map { $0.attributes["alt"] } == [
        alt.isEmpty ? "picture without a description" : SafeText(alt, .lines).string
      ], sourceLocation: sourceLocation)

    let drawing = ParsedMarkup(
      ProfileDrawing(profile, tab: .posts, posts: posts, hasViewer: true)
        .output(in: KeptSample.traits))
    #expect(drawing.isWellFormed, sourceLocation: sourceLocation)
    #expect(
      drawing.all("title").map(\.text) == [
        shownName(name) + (SafeText(name).isEmpty ? "" : " (@ana)")
      ], sourceLocation: sourceLocation)
  }

  @Test(arguments: ["A cat.", "A cat", "A cat?"])
  func `a description of a picture ends with one full stop`(alt: String) {
    let drawing = ProfileDrawing(
      profile("Ana", ""), tab: .posts, posts: posts("", alt: alt), hasViewer: true)
    let description = ParsedMarkup(drawing.output(in: KeptSample.traits)).all("desc").map(\.text)
    let end = alt == "A cat" ? "A cat." : alt
    #expect(description.count == 1 && description[0].hasSuffix(": \(end)"), "\(description)")
  }

  private func shownName(_ name: String) -> String {
    SafeText(name).isEmpty ? "@ana" : SafeText(name).string
  }

  @Test(arguments: hostile)
  func `what looks like markup stays text`(text: String) {
    expectTextBack(name: text, bio: text, text: text, alt: text)
  }

  @Test(arguments: 0..<20)
  func `any text comes back from the markup`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let texts = (0..<4).map { _ in RandomText.make(using: &generator) }
    expectTextBack(name: texts[0], bio: texts[1], text: texts[2], alt: texts[3])
  }

  @Test func `a page loads nothing, and no attribute is a script`() {
    let text = Self.hostile.joined(separator: " ")
    let page = KeptSample.document(
      of: profile(text, text), posts: posts(text, alt: text), avatar: "cd34"
    ).output(in: KeptSample.traits)
    let drawing = KeptSample.drawing(avatar: KeptSample.thumbnail).output(in: KeptSample.traits)
    for output in [page, drawing] {
      for element in ParsedMarkup(output).elements {
        for (name, value) in element.attributes {
          #expect(!name.hasPrefix("on") && name != "style")
          guard ["src", "href", "xlink:href"].contains(name) else { continue }
          #expect(value.hasPrefix("#") || value.hasPrefix("data:image/png;base64,"))
        }
      }
    }
    #expect(!page.text.contains("http:") && !page.text.contains("https:"))
    #expect(drawing.text.components(separatedBy: "http").count == 2)
  }
}
