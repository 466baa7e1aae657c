import Foundation
import Model
import Rendering
import Testing

@Suite struct `Kept profiles` {
  /// Removes the pictures, the style and the script, so that the golden file stays readable.
  private func shortened(_ output: Output) -> Output {
    var text = output.text
    for (start, end) in [
      ("data:image/png;base64,", "\""), ("<style>", "</style>"), ("<script>", "</script>"),
      ("sha256-", "&#39;"),
    ] {
      let parts = text.components(separatedBy: start)
      text = parts[0]
      for part in parts.dropFirst() {
        text +=
          start + "…" + part.components(separatedBy: end).dropFirst().reduce("") { $0 + end + $1 }
      }
    }
    return Output(ours: text)
  }

  @Test func `a drawing is as recorded`() {
    expectGolden(shortened(KeptSample.drawing().output(in: KeptSample.traits)), "kept-drawing")
  }

  @Test func `a light drawing with an avatar is as recorded`() {
    var traits = KeptSample.traits.with(width: 40)
    traits.isLight = true
    let drawing = KeptSample.drawing(avatar: KeptSample.thumbnail)
    expectGolden(shortened(drawing.output(in: traits)), "kept-drawing-light")
  }

  @Test func `a page is as recorded`() {
    let document = KeptSample.document(avatar: "cd34")
    expectGolden(shortened(document.output(in: KeptSample.traits)), "kept-page")
  }

  @Test func `answers, quotes and reposts are as recorded`() {
    let drawing = ProfileDrawing(
      Sample.ana, tab: .posts, posts: Sample.talk, hasViewer: true, columns: 2)
    expectGolden(shortened(drawing.output(in: KeptSample.traits)), "kept-talk-drawing")
    let document = KeptSample.document(
      posts: Sample.talk, answers: [Sample.talk[0].target: [Sample.posts[0]]])
    expectGolden(shortened(document.output(in: KeptSample.traits)), "kept-talk-page")
  }

  @Test func `a page has gaps for the URLs of pictures`() {
    let page = KeptSample.document(avatar: "cd34", banner: "ef56").page(in: KeptSample.traits)
    var pictures: [String] = []
    for piece in page.pieces {
      if case .picture(let hash) = piece { pictures.append(hash) }
    }
    #expect(pictures == ["ef56", "cd34", "ab12"])
  }

  @Test func `with ASCII a page has the same content in character references`() {
    var traits = KeptSample.traits
    traits.isASCII = true
    let (plain, ascii) = (
      KeptSample.document().output(in: KeptSample.traits), KeptSample.document().output(in: traits)
    )
    #expect(ascii.bytes.allSatisfy { $0 <= 0x7E })
    #expect(ParsedMarkup(ascii).elements == ParsedMarkup(plain).elements)
  }

  @Test func `with ASCII a drawing shows its pictures as characters`() {
    var traits = KeptSample.traits
    traits.isASCII = true
    let output = KeptSample.drawing().output(in: traits)
    #expect(output.bytes.allSatisfy { $0 <= 0x7E })
    #expect(ParsedMarkup(output).all("image").isEmpty)
  }

  @Test func `the policy admits style and script by their sums`() throws {
    #expect(try sum(of: PageResource.style.bytes) == PageResource.style.hash.description)
    #expect(try sum(of: PageResource.script.bytes) == PageResource.script.hash.description)
  }

  /// SHA-256 in Base64, by sha256sum(1).
  private func sum(of bytes: [UInt8]) throws -> String {
    let (tool, input, output) = (Process(), Pipe(), Pipe())
    tool.executableURL = URL(filePath: "/usr/bin/sha256sum")
    tool.standardInput = input
    tool.standardOutput = output
    try tool.run()
    input.fileHandleForWriting.write(Data(bytes))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    tool.waitUntilExit()
    let digits = Array(String(decoding: answer.prefix(64), as: UTF8.self))
    let sum = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return Data(sum).base64EncodedString()
  }
}
