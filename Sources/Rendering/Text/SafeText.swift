package import Model

/// Text that is safe for a terminal; cells, messages and prompts accept no other text.
///
/// Literals are trusted. All other text is sanitised, including values interpolated into a literal.
package struct SafeText: Hashable, Sendable {
  /// Whether a text may have several lines.
  package enum Shape: Sendable {
    /// One line: a line feed becomes visible, like any other control character.
    case line
    /// Several lines: LF or CR LF ends a line.
    case lines
  }

  package let string: String
  /// Whether every byte is printable ASCII or a line feed, so that a cell has one byte.
  package let isASCII: Bool

  package init(_ raw: String, _ shape: Shape = .line) {
    if raw.utf8.allSatisfy({ $0 &- 0x20 < 0x5F }) {
      self.init(trusted: raw, isASCII: true)
    } else {
      let clean = Sanitizer(shape).clean(raw)
      self.init(trusted: clean, isASCII: clean.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  package init(_ handle: Handle) {
    self.init("@" + handle.text)
  }

  package init(_ id: Post.ID) {
    self.init("#" + String(id.number))
  }

  private init(trusted string: String, isASCII: Bool) {
    (self.string, self.isASCII) = (string, isASCII)
  }

  package var isEmpty: Bool { string.isEmpty }

  /// The width in cells of a text of one line.
  package var width: Int {
    isASCII ? string.utf8.count : string.reduce(0) { $0 + CellWidth.of($1) }
  }

  package var inASCII: SafeText {
    isASCII ? self : SafeText(trusted: Transliteration.ascii(string), isASCII: true)
  }

  package static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(
      trusted: left.string + right.string, isASCII: left.isASCII && right.isASCII)
  }

  /// An address with percent-encoding for bytes outside ASCII (RFC 3986, section 2.1).
  static func percentEncoded(_ address: String) -> SafeText {
    var encoded = ""
    for byte in address.utf8 {
      if byte < 0x80 {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return SafeText(encoded)
  }

  package static func joined(_ parts: [SafeText], by separator: SafeText) -> SafeText {
    var result = SafeText()
    for (position, part) in parts.enumerated() {
      result = position == 0 ? part : result + separator + part
    }
    return result
  }

  package init() {
    self.init(trusted: "", isASCII: true)
  }

  /// A range that begins and ends between characters.
  subscript(range: Range<String.Index>) -> SafeText {
    SafeText(trusted: String(string[range]), isASCII: isASCII)
  }

  /// A range of bytes that begins and ends between characters.
  subscript(bytes range: Range<Int>) -> SafeText {
    let bytes = string.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return self[start..<bytes.index(start, offsetBy: range.count)]
  }
}

extension SafeText: ExpressibleByStringInterpolation {
  package init(stringLiteral words: StaticString) {
    let string = words.description
    self.init(trusted: string, isASCII: string.utf8.allSatisfy { $0 < 0x7F })
  }

  package init(stringInterpolation words: Words) {
    self = words.text
  }

  /// Builds a text from trusted literals and sanitised values.
  package struct Words: StringInterpolationProtocol {
    package typealias StringLiteralType = StaticString

    fileprivate var text = SafeText()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ words: StaticString) {
      text = text + SafeText(stringLiteral: words)
    }

    package mutating func appendInterpolation(_ safe: SafeText) {
      text = text + safe
    }

    package mutating func appendInterpolation(_ raw: String) {
      text = text + SafeText(raw)
    }

    package mutating func appendInterpolation(_ number: Int) {
      text = text + SafeText(String(number))
    }

    package mutating func appendInterpolation(_ handle: Handle) {
      text = text + SafeText(handle)
    }

    package mutating func appendInterpolation(_ id: Post.ID) {
      text = text + SafeText(id)
    }
  }

  package typealias StringInterpolation = Words
}
