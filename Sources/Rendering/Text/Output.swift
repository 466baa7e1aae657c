/// The bytes of an output, collected for one write.
package struct Output: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Whether it contains pictures for a terminal, which a pager can't show.
  package internal(set) var hasPictures = false

  package init() {}

  package init(_ text: SafeText) {
    append(text)
  }

  init(lines: [SafeText]) {
    for line in lines {
      append(line)
      appendNewline()
    }
  }

  /// Text of the program itself, such as help pages and shell scripts.
  package init(ours text: String) {
    append(text)
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// The bytes as text; an output is always valid UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func append(_ text: SafeText) {
    bytes.append(contentsOf: text.string.utf8)
  }

  mutating func append(_ part: ArraySlice<UInt8>) {
    bytes.append(contentsOf: part)
  }

  /// Appends at most `count` bytes, which `body` writes.
  mutating func append(upTo count: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    bytes.append(addingCapacity: count, initializingWith: body)
  }

  package mutating func append(_ other: Output) {
    bytes.append(contentsOf: other.bytes)
    hasPictures = hasPictures || other.hasPictures
  }

  package mutating func appendNewline() {
    bytes.append(UInt8(ascii: "\n"))
  }

  package mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    bytes.append(contentsOf: scalar.utf8)
  }
}
