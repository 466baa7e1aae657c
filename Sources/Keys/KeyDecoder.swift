/// Decodes keys and replies of a terminal from its input, independently of how the bytes are split.
///
/// Drops bytes that are neither. No input makes it fail or grow without bound.
package struct KeyDecoder {
  private static let escape: UInt8 = 0x1B
  /// Ctrl-C.
  private static let interrupt: UInt8 = 0x03
  /// The most bytes of one sequence; a longer one is dropped.
  package static let longestSequence = 4_096
  /// The most bytes of a paste; a longer one is rejected.
  package static let longestPaste = 64 << 10

  private var pending: [UInt8] = []
  /// The bytes of an unfinished paste.
  private var paste: [UInt8]?
  /// Whether a reply is outstanding, so that an escape probably begins it.
  package var expectsReply = false
  /// The replies that were decoded; the caller empties the list.
  package var replies: [TerminalReply] = []

  package init() {}

  /// The kinds of unfinished sequences.
  package enum Unfinished: Sendable {
    /// A key, or Ctrl-C in a paste; `flush` returns it.
    case key
    /// A reply or the sequence of a key; `flush` drops it.
    case reply
  }

  /// Nil if nothing waits for more bytes.
  package var unfinished: Unfinished? {
    if paste != nil { return pending == [Self.interrupt] ? .key : nil }
    guard pending.first == Self.escape else { return nil }
    if pending.count == 1 { return expectsReply ? .reply : .key }
    return beginsReply || pending[1] == UInt8(ascii: "[") ? .reply : .key
  }

  package mutating func take(_ bytes: some Sequence<UInt8>) -> [KeyPress] {
    pending += bytes
    var keys: [KeyPress] = []
    while let step = next() {
      pending.removeFirst(step.count)
      if let key = step.key { keys.append(key) }
    }
    return keys
  }

  /// Decodes the pending bytes without waiting for more.
  package mutating func flush() -> [KeyPress] {
    guard let unfinished else { return [] }
    let rest = pending.dropFirst()
    pending = []
    if paste != nil {
      // Ctrl-C ends an unfinished paste.
      paste = nil
      return [.control("c")]
    }
    if unfinished == .reply, !rest.isEmpty { return [] }
    return [.escape] + take(rest)
  }

  /// The number of decoded bytes, and their key; nil if they are no key.
  private struct Step {
    let key: KeyPress?
    let count: Int
  }

  /// Nil if more bytes are needed.
  private mutating func next() -> Step? {
    if paste != nil { return pasted() }
    guard let first = pending.first else { return nil }
    switch first {
    case Self.escape: return sequence()
    case 0x0D, 0x0A: return Step(key: .enter, count: 1)
    case 0x09: return Step(key: .tab, count: 1)
    case 0x7F, 0x08: return Step(key: .backspace, count: 1)
    case 0x01...0x1A:
      let letter = Character(Unicode.Scalar(first + 0x60))
      return Step(key: .control(letter), count: 1)
    case 0..<0x20: return Step(key: nil, count: 1)
    default: return character()
    }
  }

  /// Decodes one UTF-8 scalar; the text field combines scalars into clusters.
  private func character() -> Step? {
    guard let first = pending.first else { return nil }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let bytes = pending.prefix(length)
    // An unexpected byte ends an invalid sequence.
    if let wrong = bytes.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return Step(key: nil, count: wrong - pending.startIndex)
    }
    guard bytes.count == length else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
      !Self.isControl(text)
    else { return Step(key: nil, count: length) }
    return Step(key: .character(character), count: length)
  }

  private static func isControl(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Decodes an escape sequence: ECMA-48, §5.4, and SS3, which some keys send.
  private mutating func sequence() -> Step? {
    guard pending.count > 1 else { return nil }
    if beginsReply { return reply() }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      return Step(key: Self.key(final: pending[2], parameters: []), count: 3)
    case Self.escape: return Step(key: .escape, count: 1)
    case 0x7F: return Step(key: .alt(.backspace), count: 2)
    case 0x20..<0x7F: return Step(key: alt, count: 2)
    default: return Step(key: .escape, count: 1)
    }
  }

  /// The character after the escape, with Alt.
  private var alt: KeyPress { .alt(.character(Character(Unicode.Scalar(pending[1])))) }

  /// The bytes that open control strings in ECMA-48, §5.6: DCS, OSC, APC, PM and SOS.
  private static let replyOpeners = Set("P]_^X".utf8)

  private var beginsReply: Bool { pending.count > 1 && Self.replyOpeners.contains(pending[1]) }

  /// Reads a terminal's reply, perhaps to an earlier program; it ends with ST or, in xterm, with
  /// BEL.
  ///
  /// Any other control character except white space aborts it, and is a key itself.
  private mutating func reply() -> Step? {
    let isEnd = { (byte: UInt8) in byte < 0x08 || (0x0E..<0x20).contains(byte) || byte == 0x7F }
    guard let end = pending[2...].firstIndex(where: isEnd) else { return hold(as: "X") }
    switch pending[end] {
    case 0x07:
      note(TerminalReply(string: pending[1..<end]))
      return Step(key: nil, count: end + 1)
    case Self.escape:
      guard end + 1 < pending.count else { return hold(as: "X") }
      guard pending[end + 1] == UInt8(ascii: "\\") else { return Step(key: nil, count: end) }
      note(TerminalReply(string: pending[1..<end]))
      return Step(key: nil, count: end + 2)
    default: return Step(key: nil, count: end)
    }
  }

  private mutating func note(_ reply: TerminalReply?) {
    if let reply { replies.append(reply) }
    if case .attributes = reply { expectsReply = false }
  }

  /// Waits for the end of a sequence of this kind.
  ///
  /// The bytes of a sequence that is too long are dropped, and the rest of it is ignored.
  private mutating func hold(as kind: String) -> Step? {
    guard pending.count > Self.longestSequence else { return nil }
    let end = pending.last == Self.escape ? [Self.escape] : []
    pending.replaceSubrange(1..., with: Array(kind.utf8) + end)
    return nil
  }

  private mutating func controlSequence() -> Step? {
    let body = pending.dropFirst(2)
    if let count = Self.lengthOfOldForm(body) {
      return pending.count < count ? nil : Step(key: nil, count: count)
    }
    guard let end = body.firstIndex(where: { Self.ends($0, body) }) else { return hold(as: "[=") }
    let count = end + 1
    // A control character aborts a sequence and is a key itself.
    guard pending[end] >= 0x20 else { return Step(key: nil, count: end) }
    let text = String(decoding: body[..<end], as: UTF8.self)
    if text.hasPrefix("<") {
      return Step(key: Self.mouse(text.dropFirst(), final: pending[end]), count: count)
    }
    // Private sequences are replies; sequences that were too long look like them.
    if let first = text.first, "=>?".contains(first) {
      if first == "?", pending[end] == UInt8(ascii: "c") {
        note(.attributes(Set(text.dropFirst().split(separator: ";").compactMap { Int($0) })))
      }
      return Step(key: nil, count: count)
    }
    let parameters = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    if pending[end] == UInt8(ascii: "~"), parameters.first == 200 {
      paste = []
      return Step(key: nil, count: count)
    }
    // Other forms are mouse reports.
    if pending[end] == UInt8(ascii: "M") { return Step(key: nil, count: count) }
    return Step(key: Self.key(final: pending[end], parameters: parameters), count: count)
  }

  /// The length of sequences without a final byte: an X10 mouse report has three bytes after `M`, a
  /// Linux function key one after `[`.
  private static func lengthOfOldForm(_ body: ArraySlice<UInt8>) -> Int? {
    switch body.first {
    case UInt8(ascii: "M"): 6
    case UInt8(ascii: "["): 4
    default: nil
    }
  }

  /// Whether a byte is the final one.
  ///
  /// `$` is final only after digits; rxvt sends it for Shift.
  private static func ends(_ byte: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
    if byte == UInt8(ascii: "$") {
      let before = body.prefix { $0 != byte }
      return !before.isEmpty && before.allSatisfy { (0x30...0x39).contains($0) }
    }
    return (0x40...0x7E).contains(byte) || byte < 0x20
  }

  /// Keys of xterm and rxvt; ignores modifiers except in Ctrl-Enter, which becomes Ctrl-M.
  private static func key(final: UInt8, parameters: [Int]) -> KeyPress? {
    switch Character(Unicode.Scalar(final)) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "M": .enter
    case "Z": .backTab
    case "u" where parameters == [13, 5]: .control("m")
    case "~" where parameters == [27, 5, 13]: .control("m")
    case "~", "$", "^", "@":
      switch parameters.first {
      case 1, 7: .home
      case 3: .delete
      case 4, 8: .end
      case 5: .pageUp
      case 6: .pageDown
      default: nil
      }
    default: nil
    }
  }

  /// A mouse report in xterm's form 1006: button, column, row.
  private static func mouse(_ text: Substring, final: UInt8) -> KeyPress? {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, final == UInt8(ascii: "M"), numbers[1] > 0, numbers[2] > 0 else {
      return nil
    }
    let (x, y) = (numbers[1] - 1, numbers[2] - 1)
    return switch numbers[0] {
    case 0: .click(x: x, y: y)
    case 64: .wheelUp
    case 65: .wheelDown
    default: nil
    }
  }

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// Takes the bytes of a paste up to its end sequence.
  ///
  /// A possible beginning of the end sequence stays pending, and so does a Ctrl-C at the end.
  private mutating func pasted() -> Step? {
    guard let text = paste else { return nil }
    var rest = pending.firstIndex(of: Self.escape)
    while let place = rest, !pending[place...].starts(with: Self.pasteEnd),
      !Self.pasteEnd.starts(with: pending[place...])
    {
      rest = pending[(place + 1)...].firstIndex(of: Self.escape)
    }
    if rest == nil, pending.last == Self.interrupt { rest = pending.indices.last }
    let taken = pending[..<(rest ?? pending.endIndex)]
    let whole = text + taken.prefix(max(0, Self.longestPaste + 1 - text.count))
    guard let rest, pending[rest...].starts(with: Self.pasteEnd) else {
      paste = whole
      return taken.isEmpty ? nil : Step(key: nil, count: taken.count)
    }
    paste = nil
    return Step(key: Self.key(ofPaste: whole), count: taken.count + Self.pasteEnd.count)
  }

  private static func key(ofPaste bytes: [UInt8]) -> KeyPress {
    if bytes.count > longestPaste { return .badPaste(.tooLong) }
    return String(validating: bytes, as: UTF8.self).map(KeyPress.paste) ?? .badPaste(.notUTF8)
  }
}
