import Support
import Testing

@testable import Exchange

/// Tests the reader of XML.
@Suite struct XMLReaderTests {
  private func tree(_ bytes: [UInt8], pieces size: Int = 1 << 20) throws -> XMLTree {
    let reader = XMLReader(Pieces(bytes, of: size), of: "x")
    let tree = try reader.tree(try reader.root())
    try reader.end()
    return tree
  }

  /// An element as `(name tag|part|part…)`.
  private func shown(_ tree: XMLTree) -> String {
    let parts = tree.parts.map { part in
      switch part {
      case .text(let text): text
      case .element(let element): shown(element)
      }
    }
    return "(\(([tree.tag] + parts).joined(separator: "|")))"
  }

  private func shown(_ text: String, pieces size: Int = 1 << 20) throws -> String {
    shown(try tree(Array(text.utf8), pieces: size))
  }

  private static let feed = """
    \u{FEFF}<?xml version="1.0"?><!-- a -> b --><?style x?>
    <a:b c="1>2" d='"'><e/>x&lt;\r\n&#10;<![CDATA[<y>]]]]><!-->-->z</a:b >

    """

  @Test(arguments: 1...20)
  func `bytes may be cut anywhere between reads`(size: Int) throws {
    #expect(
      try shown(Self.feed, pieces: size) == #"(a:b c="1>2" d='"'|(e)|x<\#n\#n|<y>]]|z)"#)
  }

  @Test func `attributes are read whatever the blanks around them`() throws {
    let tree = try tree(Array("<a b='1 &amp; c=2'\n\tc = \"é\"/>".utf8))
    #expect(["b", "c", "d"].map(tree.attribute) == ["1 & c=2", "é", nil])
  }

  @Test func `a beginning of a feed is cut or refused, and never a crash`() throws {
    let bytes = Array(Self.feed.utf8)
    for count in 0..<bytes.count - 2 {
      #expect(throws: ExchangeError.self) { try tree(Array(bytes.prefix(count)), pieces: 7) }
    }
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x3C, 0x3E, 0x22, 0x26, 0xFF] {
        var changed = bytes
        changed[index] = byte
        _ = try? tree(changed, pieces: 7)
      }
    }
  }

  private func fault(_ text: String) -> ArchiveFault? { fault(Array(text.utf8)) }

  private func fault(_ bytes: [UInt8]) -> ArchiveFault? {
    do {
      _ = try tree(bytes)
      return nil
    } catch ExchangeError.badArchive(_, let fault) {
      return fault
    } catch {
      return .damaged("\(error)")
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "no document type"),
    ("<a><!ENTITY b 'c'></a>", "no document type"), ("<a></b>", "the end of the open element"),
    ("</a>", "the end of the open element"), ("<a/><b/>", "the end"), ("<a/>x", "an element"),
    ("x<a/>", "an element"), ("<>", "a name"), ("<1/>", "a name"), ("<a&/>", "a name"),
    ("<a\0/>", "a name"), ("<a <b>", "the end of a tag"), ("<a><![CDAT[x]]></a>", "[CDATA["),
    ("<a><!-x></a>", "--"),
  ])
  func `text that is no XML is refused`(text: String, expected: String) {
    #expect(fault(text) == .damaged("XML: expected \(expected)"))
  }

  @Test(arguments: ["", " ", "<a>", "<a", "<a b='", "<a><!--", "<a><![CDATA[", "<?x", "<!", "</"])
  func `an early end is told`(text: String) {
    #expect(fault(text) == .cut)
  }

  @Test func `entities without a meaning and zero bytes are text`() throws {
    let text = "&b; & &#xD800; &#99999999; \0"
    #expect(try shown("<a>\(text)</a>") == "(a|\(text))")
  }

  @Test func `each bound of XML is named`() {
    let long = String(repeating: "x", count: 300 << 10)
    #expect(fault(String(repeating: "<a>", count: 65)) == .over(.nesting))
    #expect(fault("<\(long)/>") == .over(.tag))
    #expect(fault("<a b='\(long)'/>") == .over(.tag))
    #expect(fault("<a>\(String(repeating: long, count: 60))</a>") == .over(.string))
    #expect(fault("<a><!--\(String(repeating: long, count: 60))--></a>") == .over(.string))
    #expect(fault("<a>\(String(repeating: "<b/>", count: 140_000))</a>") == .over(.record))
  }

  @Test func `a fault has its place, and so has text that is not UTF-8`() throws {
    #expect(
      throws: ExchangeError.badArchive(
        InputPosition("x", line: 2, column: 5),
        .damaged("XML: expected the end of the open element"))
    ) { try tree(Array("<a>\n<b/></c>".utf8), pieces: 3) }
    #expect(
      throws: ExchangeError.badArchive(InputPosition("x", line: 1, column: 4), .notUTF8(byte: 2))
    ) { try tree(Array("<a>x".utf8) + [0xFF] + Array("</a>".utf8)) }
  }
}
