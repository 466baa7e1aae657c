/// Writes elements, attributes and text so that no text can be taken for markup.
///
/// What comes out is well-formed XML, and read as HTML it means the same.
package struct Markup {
  package typealias Attributes = [(name: StaticString, value: SafeText?)]

  package private(set) var output = Output()
  /// Where the addresses of pictures are still to be put, in bytes of the output.
  private(set) var gaps: [(place: Int, picture: String)] = []
  /// Whether letters above 0x7E are written by their numbers.
  private let isASCII: Bool

  package init(isASCII: Bool = false) {
    self.isASCII = isASCII
  }

  /// Attributes without a value are left out.
  package mutating func open(_ name: StaticString, _ attributes: Attributes = []) {
    start(name, attributes)
    output.append(UInt8(ascii: ">"))
  }

  package mutating func close(_ name: StaticString) {
    output.append("</\(name)>")
  }

  /// An element with nothing in it.
  package mutating func empty(_ name: StaticString, _ attributes: Attributes = []) {
    start(name, attributes)
    output.append("/>")
  }

  /// A picture by its hash, without its address.
  mutating func picture(_ hash: String, _ attributes: Attributes) {
    output.append("<img src=\"")
    gaps.append((output.bytes.count, hash))
    output.append(UInt8(ascii: "\""))
    write(attributes)
    output.append("/>")
  }

  /// An element with one piece of text in it.
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

  /// Text whose line feeds become line breaks of HTML.
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

  /// Our own words, which may be markup.
  package mutating func literal(_ words: StaticString) {
    output.append(words.description)
  }

  /// The bytes of one of our files, which may be markup.
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
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output.append("&amp;")
      case "<": output.append("&lt;")
      case ">": output.append("&gt;")
      case "\"": output.append("&quot;")
      case "'": output.append("&#39;")
      // An attribute would otherwise turn it into a blank.
      case "\n": output.append("&#10;")
      case _ where isASCII && scalar.value > 0x7E:
        output.append("&#x\(String(scalar.value, radix: 16, uppercase: true));")
      default: output.append(scalar)
      }
    }
  }
}
