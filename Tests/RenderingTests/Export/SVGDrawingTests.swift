import Foundation
import Model
import Rendering
import Support
import Testing

@Suite struct `Drawings of cells` {
  private func drawing(_ text: SafeText, _ paint: Paint = .plain) -> ParsedMarkup {
    var canvas = Canvas(width: 20, height: 1)
    canvas.draw(text, x: 0, y: 0, paint)
    let drawing = SVGDrawing(canvas, colors: SVGColors(isLight: false), covered: [])
    return ParsedMarkup(
      drawing.markup(title: "", description: "", isASCII: false, pictures: { _ in }).output)
  }

  /// The start of each text, and its length in units.
  private func places(_ text: SafeText) -> [[String?]] {
    drawing(text).all("text").map { [$0.text, $0.attributes["x"], $0.attributes["textLength"]] }
  }

  @Test func `letters stand in their cells, wide ones in two`() {
    #expect(places("ab  cd") == [["ab", "0", "20"], ["cd", "40", "20"]])
    #expect(places("a 日本 b") == [["a", "0", nil], ["日本", "20", "40"], ["b", "70", nil]])
    #expect(places("🎉👍🏽x") == [["🎉", "10", nil], ["👍🏽", "30", nil], ["x", "40", nil]])
  }

  @Test func `right-to-left text is one element, placed by its left edge`() {
    let text = drawing("שלום, bob.").all("text")
    #expect(text.map(\.text) == ["שלום, bob."])
    #expect(text[0].attributes["direction"] == "rtl")
    #expect(text[0].attributes["text-anchor"] == "end")
  }

  @Test func `right-to-left captions stay within their tiles`() {
    var posts = [PictureSample.posts[0], PictureSample.posts[2]]
    posts[0].text = String(repeating: "אב ", count: 20)
    posts[1].text = String(repeating: "גד ", count: 20)
    let grid = PostGrid(posts, columns: 2, thumbnails: PictureSample.thumbnails)
    let canvas = grid.canvas(in: Traits(width: 41, depth: .trueColor, now: Sample.now))
    let drawing = SVGDrawing(canvas, colors: SVGColors(isLight: false), covered: canvas.pictures)
    let texts = ParsedMarkup(
      drawing.markup(title: "", description: "", isASCII: false, pictures: { _ in }).output
    ).all("text").map(\.text)
    #expect(texts.count { $0.contains("א") } == 1 && texts.count { $0.contains("ג") } == 1)
    #expect(!texts.contains { $0.contains("א") && $0.contains("ג") })
  }

  @Test func `weight, style and reversed colours appear in the drawing`() {
    let text = drawing("a", Paint(.palette(1), .init([.bold, .italic, .underlined, .dim])))
      .all("text")[0].attributes
    #expect(text["font-weight"] == "bold" && text["font-style"] == "italic")
    #expect(text["text-decoration"] == "underline" && text["opacity"] == "0.6")
    let reversed = drawing("a", Paint(.palette(1), .reversed))
    #expect(reversed.all("text")[0].attributes["fill"] == SVGColors(isLight: false).ground.string)
    #expect(reversed.all("path")[0].attributes["fill"] == "#d7263d")
  }

  /// The filled parts of a cell as eight rows of two, from steps like `M0 0m5 10h5v10h-5z`.
  private func quarters(_ glyph: Character) -> [Bool] {
    guard let scalar = glyph.unicodeScalars.first, let blocks = SVGShapes.blocks(scalar) else {
      return []
    }
    func number(_ text: SafeText) -> Double { Double(text.string) ?? -1 }
    return [(2.5, 5), (7.5, 5), (2.5, 15), (7.5, 15)].map { x, y in
      blocks.contains { block in
        let (left, top) = (number(block.x), number(block.y))
        return (left..<left + number(block.width)).contains(x)
          && (top..<top + number(block.height)).contains(y)
      }
    }
  }

  @Test func `each quadrant fills its fourths`() {
    let glyphs: [Character] = [
      "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]
    for (place, glyph) in glyphs.enumerated() {
      #expect(quarters(glyph) == (0..<4).map { (place + 1) >> $0 & 1 == 1 }, "\(glyph)")
    }
  }

  @Test func `the sextants omit the halves and are otherwise in order`() {
    var filled: [Int] = []
    for value in UInt32(0x1FB00)...0x1FB3B {
      guard let scalar = Unicode.Scalar(value), let blocks = SVGShapes.blocks(scalar) else {
        continue
      }
      let rows = ["0": 0, "6.67": 2, "13.33": 4]
      filled.append(
        blocks.reduce(0) { $0 | 1 << ((rows[$1.y.string] ?? 9) + ($1.x == "0" ? 0 : 1)) })
    }
    #expect(filled == (1..<63).filter { $0 != 0b010101 && $0 != 0b101010 })
  }

  @Test func `colours of every depth become hexadecimal`() {
    let colors = SVGColors(isLight: true)
    #expect(colors.front(Paint(.palette(196))) == "#ff0000")
    #expect(colors.front(Paint(.palette(244))) == "#808080")
    #expect(colors.front(Paint(.mixed(red: 1, green: 2, blue: 255))) == "#0102ff")
    #expect(colors.back(.plain) == nil)
  }
}

@Suite struct `Kept drawings` {
  private func texts(of profile: Profile, _ tab: ProfileTab) -> [String] {
    let drawing = ProfileDrawing(profile, tab: tab, posts: [], hasViewer: true)
    return ParsedMarkup(drawing.output(in: KeptSample.traits)).all("text").map(\.text)
  }

  @Test func `an export of the own profile has no actions, and no private tab unless it shows it`()
  {
    var profile = Sample.ana
    profile.relation.isMe = true
    let posts = texts(of: profile, .posts).joined(separator: "|")
    #expect(posts.contains("Likes"))
    #expect(!posts.contains("Private") && !posts.contains("Edit"))
    #expect(texts(of: profile, .private).joined(separator: "|").contains("Private"))
  }
}

@Suite struct `Pictures in kept profiles` {
  @Test func `a thumbnail becomes a PNG with the same pixels`() {
    let bytes = PictureContent(KeptSample.thumbnail).bytes
    #expect(PictureContent(bytes)?.format == .png)
    // Eight bytes of signature, a header of 25, then the name of the chunk and seven bytes of zlib.
    let rows = bytes.dropFirst(8 + 25 + 8 + 7)
    let stride = Thumbnail.width * 3 + 1
    let pixels = (0..<Thumbnail.height).flatMap {
      rows.dropFirst($0 * stride + 1).prefix(stride - 1)
    }
    #expect(pixels == KeptSample.thumbnail.pixels)
    #expect(bytes.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  @Test func `a picture without colours keeps its brightness`() {
    let red = Thumbnail(pixels: (0..<Thumbnail.byteCount).map { $0 % 3 == 0 ? 255 : 0 })!
    let green = Thumbnail(pixels: (0..<Thumbnail.byteCount).map { $0 % 3 == 1 ? 255 : 0 })!
    func pixel(_ thumbnail: Thumbnail) -> [UInt8] {
      // After the header and the filter of the first row.
      Array(PictureContent(thumbnail, isGray: true).bytes.dropFirst(8 + 25 + 8 + 7 + 1).prefix(3))
    }
    #expect(pixel(red) == [53, 53, 53] && pixel(green) == [182, 182, 182])
  }

  @Test(arguments: 0..<20)
  func `Base64 equals that of Foundation`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
  }

  @Test func `the first bytes determine the format of a picture`() {
    func type(_ bytes: [UInt8]) -> PictureFormat? { PictureContent(bytes)?.format }
    #expect(type([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(type(Array("GIF89a".utf8)) == .gif)
    #expect(type(Array("RIFF0000WEBP".utf8)) == .webp)
    #expect(type(Array("RIFF0000WAVE".utf8)) == nil)
    #expect(type(Array("<svg onload=".utf8)) == nil)
    #expect(type([]) == nil)
  }
}
