/// Writes elements, attributes and text, and escapes all text.
///
/// The output is well-formed XML with the same meaning in HTML.
package struct Markup {
  package typealias Attributes = [(name: StaticString, value: SafeText?)]

  package private(set) var output = Output()
  /// The offsets in the output at which URLs of pictures are missing.
  private(set) var gaps: [(place: Int, picture: String)] = []
  /// Whether characters above 0x7E become character references.
  private let isASCII: Bool
  /// The URLs of pictures in other files.
  private let addresses: [String: SafeText]

  package init(isASCII: Bool = false, addresses: [String: SafeText] = [:]) {
    (self.isASCII, self.addresses) = (isASCII, addresses)
  }

  /// Omits attributes without a value.
  package mutating func open(_ name: StaticString, _ attributes: Attributes = []) {
    start(name, attributes)
    output.append(UInt8(ascii: ">"))
  }

  package mutating func close(_ name: StaticString) {
    output.append("</\(name)>")
  }

  package mutating func empty(_ name: StaticString, _ attributes: Attributes = []) {
    start(name, attributes)
    output.append("/>")
  }

  /// Writes a picture by its hash, with a gap for its URL unless the URL is known.
  mutating func picture(_ hash: String, _ attributes: Attributes) {
    output.append("<img src=\"")
    if let address = addresses[hash] {
      escape(address.string[...])
    } else {
      gaps.append((output.bytes.count, hash))
    }
    output.append(UInt8(ascii: "\""))
    write(attributes)
    output.append("/>")
  }

  /// Writes an element that contains text only.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [], _ content: SafeText
  ) {
    open(name, attributes)
    text(content)
    close(name)
  }

  mutating func element(_ name: StaticString, _ content: SafeText) {
    element(name, [], content)
  }

  /// Writes text, with a `br` element for each line feed.
  mutating func lines(_ content: SafeText) {
    let lines = content.string.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() {
      if place > 0 { empty("br") }
      escape(line)
    }
  }

  mutating func text(_ content: SafeText) {
    escape(content.string[...])
  }

  /// Writes a literal unchanged; it may contain markup.
  package mutating func literal(_ words: StaticString) {
    output.append(words.description)
  }

  mutating func file(_ bytes: [UInt8]) {
    output.append(bytes[...])
  }

  package mutating func newline() {
    output.appendNewline()
  }

  private mutating func start(_ name: StaticString, _ attributes: Attributes) {
    output.append("<\(name)")
    write(attributes)
  }

  private mutating func write(_ attributes: Attributes) {
    for (name, value) in attributes {
      guard let value else { continue }
      output.append(" \(name)=\"")
      escape(value.string[...])
      output.append(UInt8(ascii: "\""))
    }
  }

  private mutating func escape(_ text: Substring) {
    if isASCII, !text.utf8.allSatisfy({ $0 <= 0x7E }) {
      for scalar in text.unicodeScalars {
        if scalar.value > 0x7E {
          output.append("&#x\(String(scalar.value, radix: 16, uppercase: true));")
        } else {
          escape(UInt8(truncatingIfNeeded: scalar.value))
        }
      }
    } else {
      for byte in text.utf8 { escape(byte) }
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): output.append("&amp;")
    case UInt8(ascii: "<"): output.append("&lt;")
    case UInt8(ascii: ">"): output.append("&gt;")
    case UInt8(ascii: "\""): output.append("&quot;")
    case UInt8(ascii: "'"): output.append("&#39;")
    // Parsers turn a line feed in an attribute into a space.
    case UInt8(ascii: "\n"): output.append("&#10;")
    default: output.append(byte)
    }
  }
}
