/// Pulls elements out of XML 1.0 in bounded memory.
///
/// Comments and processing instructions are skipped. No entity can expand to more than a
/// character, because a document type is refused. Namespaces are not resolved.
final class XMLReader {
  private static let deepest = 64
  private static let longestTag = 256 << 10
  private static let longestText = 16 << 20
  private static let largestTree = 32 << 20
  /// The memory of an element or a text, without its characters.
  private static let partWeight = 256

  private let source: TextSource
  private let path: String
  private var window: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// The offset of the window in the text.
  private var base = 0
  private var line = 1
  private var lineStart = 0
  /// The names of the open elements.
  private var open: [String] = []
  /// Whether the last tag was an empty element.
  private var isClosed = false
  /// The bytes that the tree under construction may still take.
  private var budget = 0
  /// The encoding that the text declares.
  private var encoding: String?

  init(_ source: any ByteSource, of path: String) {
    self.source = TextSource(source)
    self.path = path
  }

  /// The place of the next byte.
  var place: InputPosition {
    InputPosition(path, line: line, column: base + position - lineStart + 1)
  }
  /// The place of the last tag that was read.
  private(set) var tagPlace = InputPosition("")

  // MARK: Walking

  /// The tag of the outermost element.
  func root() throws(ExchangeError) -> XMLTree {
    if try peek() == 0xEF { try expect("\u{FEFF}") }
    guard let root = try outside() else { throw .badArchive(place, .cut) }
    return root
  }

  /// Refuses texts in other encodings than the reader knows.
  func expectUTF8() throws(ExchangeError) {
    // UTF-16 was recognized by its byte-order mark.
    let known = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16"]
    guard let encoding, !known.contains(encoding.lowercased()) else { return }
    throw .badArchive(InputPosition(path), .encoding(String(encoding.prefix(40))))
  }

  /// Calls `child` with each tag in the open element; it must read the content.
  func children(_ child: (XMLTree) throws -> Void) throws {
    while let part = try next() {
      if case .element(let tag) = part { try child(tag) }
    }
  }

  /// The element of the tag that was read last, with its content.
  func tree(_ tag: XMLTree) throws(ExchangeError) -> XMLTree {
    budget = XMLReader.largestTree
    return try filled(tag)
  }

  /// Refuses anything after the outermost element.
  func end() throws(ExchangeError) {
    if try outside() != nil { throw fault("the end") }
  }

  private func filled(_ tag: XMLTree) throws(ExchangeError) -> XMLTree {
    var tree = tag
    while let part = try next() {
      budget -= XMLReader.partWeight
      switch part {
      case .text(let text):
        budget -= text.utf8.count
        tree.parts.append(part)
      case .element(let tag):
        budget -= tag.tag.utf8.count
        tree.parts.append(.element(try filled(tag)))
      }
      if budget < 0 { throw .badArchive(place, .over(.record)) }
    }
    return tree
  }

  /// The next tag outside of all elements; nil at the end of the text.
  private func outside() throws(ExchangeError) -> XMLTree? {
    while let part = try next() {
      switch part {
      case .element(let tag): return tag
      case .text(let text) where text.allSatisfy(\.isWhitespace): break
      case .text: throw fault("an element")
      }
    }
    return nil
  }

  /// The next text or tag; nil at the end of the open element, or of the text if none is open.
  private func next() throws(ExchangeError) -> XMLTree.Part? {
    if isClosed {
      isClosed = false
      open.removeLast()
      return nil
    }
    while let byte = try peek() {
      if byte != XMLReader.less { return .text(try text()) }
      tagPlace = place
      position += 1
      switch try peek() {
      case UInt8(ascii: "?"): try instruction()
      case UInt8(ascii: "!"):
        if let text = try characters() { return .text(text) }
      case UInt8(ascii: "/"):
        try close()
        return nil
      default: return .element(try tag())
      }
    }
    if open.isEmpty { return nil }
    throw .badArchive(place, .cut)
  }

  // MARK: Tags

  private func tag() throws(ExchangeError) -> XMLTree {
    var bytes: [UInt8] = []
    var quote: UInt8?
    while true {
      let piece = piece(before: XMLReader.greater)
      for byte in piece {
        if byte == quote {
          quote = nil
        } else if quote == nil {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
          if byte == XMLReader.less { throw fault("the end of a tag", at: tagPlace) }
        }
      }
      bytes += piece
      if bytes.count > XMLReader.longestTag { throw .badArchive(tagPlace, .over(.tag)) }
      guard let byte = try peek() else { throw .badArchive(place, .cut) }
      if byte == XMLReader.greater {
        position += 1
        if quote == nil { break }
        bytes.append(byte)
      }
    }
    isClosed = bytes.last == UInt8(ascii: "/")
    if isClosed { bytes.removeLast() }
    let tag = XMLTree(tag: try UTF8Text.text(bytes[...], at: tagPlace))
    guard XMLReader.isName(tag.name) else { throw fault("a name", at: tagPlace) }
    open.append(tag.name)
    if open.count > XMLReader.deepest { throw .badArchive(tagPlace, .over(.nesting)) }
    return tag
  }

  /// Whether a name has no sign of markup or control character, and begins with no digit.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x2D...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { $0 > 0x20 && !"!\"&'/=?".utf8.contains($0) }
  }

  private func close() throws(ExchangeError) {
    position += 1
    let bytes = try bytes(through: ">")
    guard let name = open.popLast(), String(decoding: bytes, as: UTF8.self).trimmed == name else {
      throw fault("the end of the open element", at: tagPlace)
    }
  }

  private func instruction() throws(ExchangeError) {
    position += 1
    let text = String(decoding: try bytes(through: "?>"), as: UTF8.self)
    if text.hasPrefix("xml ") { encoding = HTMLText.attribute("encoding", of: text[...]) }
  }

  /// Passes over a comment, and returns nil, or over a section of characters.
  private func characters() throws(ExchangeError) -> String? {
    position += 1
    switch try peek() {
    case UInt8(ascii: "-"):
      try expect("--")
      _ = try bytes(through: "-->")
      return nil
    case UInt8(ascii: "["):
      try expect("[CDATA[")
      let start = place
      return try XMLReader.text(try bytes(through: "]]>"), at: start)
    case nil: throw .badArchive(place, .cut)
    default: throw fault("no document type", at: tagPlace)
    }
  }

  private func expect(_ signs: String) throws(ExchangeError) {
    for sign in signs.utf8 {
      guard let byte = try peek() else { throw .badArchive(place, .cut) }
      if byte != sign { throw fault(signs) }
      position += 1
    }
  }

  // MARK: Texts

  /// The text up to the next tag.
  private func text() throws(ExchangeError) -> String {
    let start = place
    var bytes: [UInt8] = []
    while let byte = try peek(), byte != XMLReader.less {
      bytes += piece(before: XMLReader.less)
      if bytes.count > XMLReader.longestText { throw .badArchive(start, .over(.string)) }
    }
    return HTMLText.decoded(try XMLReader.text(bytes[...], at: start)[...])
  }

  /// A text whose line ends are line feeds (XML 1.0, section 2.11).
  private static func text(_ bytes: ArraySlice<UInt8>, at place: InputPosition)
    throws(ExchangeError) -> String
  {
    let text = try UTF8Text.text(bytes, at: place)
    if !bytes.contains(0x0D) { return text }
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  /// The bytes before some signs, which are passed over.
  private func bytes(through signs: String) throws(ExchangeError) -> ArraySlice<UInt8> {
    let end = Array(signs.utf8)
    let start = place
    var bytes: [UInt8] = []
    while true {
      bytes += piece(before: end[end.count - 1])
      guard let byte = try peek() else { throw .badArchive(place, .cut) }
      if byte == end[end.count - 1] {
        bytes.append(byte)
        position += 1
        if bytes.suffix(end.count).elementsEqual(end) { return bytes.dropLast(end.count) }
      }
      if bytes.count > XMLReader.longestText { throw .badArchive(start, .over(.string)) }
    }
  }

  // MARK: The window

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")

  /// Passes over the bytes of the window before a sign.
  private func piece(before sign: UInt8) -> ArraySlice<UInt8> {
    let end = window[position...].firstIndex(of: sign) ?? window.count
    let piece = window[position..<end]
    position = end
    line += piece.count { $0 == 0x0A }
    if let last = piece.lastIndex(of: 0x0A) { lineStart = base + last + 1 }
    return piece
  }

  private func peek() throws(ExchangeError) -> UInt8? {
    if position < window.count { return window[position] }
    if isAtEnd { return nil }
    base += window.count
    window = try source.next()
    position = 0
    isAtEnd = window.isEmpty
    return window.first
  }

  private func fault(_ expected: String, at place: InputPosition? = nil) -> ExchangeError {
    .badArchive(place ?? self.place, .damaged("XML: expected \(expected)"))
  }
}
