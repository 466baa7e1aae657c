/// The unique name of a user: 1–30 characters of `a–z 0–9 _ .`, in lower case.
package struct Handle: Hashable, Comparable, Sendable {
  package static let longest = 30

  package let text: String

  /// Accepts an optional leading `@` and folds ASCII capitals.
  package init(_ typed: String) throws(RuleBreach) {
    var bytes = Array(typed.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes.removeFirst() }
    if bytes.isEmpty { throw RuleBreach(.handle, .empty) }
    for (offset, byte) in bytes.enumerated() {
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
        bytes[offset] = byte + 32
      } else if !Handle.mayContain(byte) {
        throw RuleBreach(.handle, Handle.rule(against: typed))
      }
    }
    if bytes.count > Handle.longest { throw RuleBreach(.handle, .tooLong(limit: Handle.longest)) }
    if bytes.first == UInt8(ascii: ".") || bytes.last == UInt8(ascii: ".") {
      throw RuleBreach(.handle, .handleDot)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func rule(against typed: String) -> RuleBreach.Rule {
    if let (scalar, position) = firstControl(in: typed, allowingLines: false) {
      return .control(scalar: scalar, position: position)
    }
    // An invisible character is reported with its position.
    let scalars = typed.unicodeScalars
    guard let hidden = scalars.firstIndex(where: \.properties.isDefaultIgnorableCodePoint) else {
      return .handleCharacters
    }
    let position = typed.utf8.distance(from: typed.startIndex, to: hidden)
    return .control(scalar: scalars[hidden].value, position: position)
  }

  /// A stored handle, which is not validated.
  package init(stored text: String) {
    self.text = text
  }

  /// Whether a text is a valid handle in lower case; a damaged file may have others.
  package static func accepts(_ text: String) -> Bool {
    (try? Handle(text))?.text == text
  }

  package static func mayContain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  package static func < (left: Handle, right: Handle) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
