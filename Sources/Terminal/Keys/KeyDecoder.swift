/// Bytes from a terminal as keys, however they are cut.
///
/// What can't be a key is dropped; nothing that a terminal sends makes it fail or grow without
/// bound.
package struct KeyDecoder {
  private static let escape: UInt8 = 0x1B
  /// Ctrl-C.
  private static let interrupt: UInt8 = 0x03
  /// The longest sequence that can be a key.
  private static let longestSequence = 32
  /// The longest string that can be a terminal's reply.
  package static let longestReply = 1_024
  /// What is pasted and longer than this is not kept.
  package static let longestPaste = 64 << 10

  private var pending: [UInt8] = []
  /// The bytes of a paste that has begun.
  private var paste: [UInt8]?

  package init() {}

  /// Whether an escape and what came with it, or Ctrl-C in a paste, waits for what may follow.
  ///
  /// When nothing has come for a moment, `flush` tells that it was the key.
  package var isWaiting: Bool {
    paste == nil ? pending.first == Self.escape : pending == [Self.interrupt]
  }

  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let step = next() {
      pending.removeFirst(step.count)
      if let key = step.key { keys.append(key) }
    }
    return keys
  }

  /// Takes what waits for what it is by itself.
  package mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    if paste != nil {
      // Whoever pasted is not there to end it.
      (paste, pending) = (nil, [])
      return [.control("c")]
    }
    if pending.count > 2, pending[1] == UInt8(ascii: "["),
      Self.lengthOfOldForm(pending.dropFirst(2)) != nil
    {
      // Of what is no key, cut or not, no part is one.
      pending = []
      return []
    }
    let (key, count) = beginsReply ? (alt, 2) : (.escape, 1)
    let rest = pending.dropFirst(count)
    pending = []
    return [key] + take(rest)
  }

  /// How many bytes were taken, and the key they were; nil for what is no key.
  private struct Step {
    let key: Key?
    let count: Int
  }

  /// Nil when more has to come first.
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

  /// One scalar of UTF-8; a cluster comes as its scalars, which the line that takes them puts
  /// together.
  private func character() -> Step? {
    guard let first = pending.first else { return nil }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let bytes = pending.prefix(length)
    // A byte that can't follow ends what was wrong before it.
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

  /// What begins with an escape: ECMA-48 §5.4, and the single shift that some keys send.
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

  /// The sign behind an escape, pressed with Alt.
  private var alt: Key { .alt(.character(Character(Unicode.Scalar(pending[1])))) }

  /// DCS, OSC, APC, PM and SOS, as ECMA-48 §5.6 calls the strings that they open.
  private static let replyOpeners = Set("P]_^X".utf8)

  private var beginsReply: Bool { pending.count > 1 && Self.replyOpeners.contains(pending[1]) }

  /// What a terminal replies, perhaps to a program before this one: it ends in ST, or, as xterm has
  /// it, BEL.
  ///
  /// Whatever else can't be in it shows that it was a key.
  private func reply() -> Step? {
    let body = pending.prefix(Self.longestReply).dropFirst(2)
    guard let end = body.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return pending.count < Self.longestReply ? nil : Step(key: alt, count: 2)
    }
    if pending[end] == 0x07 { return Step(key: nil, count: end + 1) }
    if pending[end] == Self.escape {
      guard end + 1 < pending.count else { return nil }
      if pending[end + 1] == UInt8(ascii: "\\") { return Step(key: nil, count: end + 2) }
    }
    return Step(key: alt, count: 2)
  }

  private mutating func controlSequence() -> Step? {
    let body = pending.dropFirst(2)
    if let count = Self.lengthOfOldForm(body) {
      return pending.count < count ? nil : Step(key: nil, count: count)
    }
    guard let end = body.firstIndex(where: { Self.ends($0, body) }) else {
      return pending.count > Self.longestSequence ? Step(key: nil, count: pending.count) : nil
    }
    let count = end + 1
    // A control character breaks a sequence off, and stands for itself.
    guard pending[end] >= 0x20 else { return Step(key: nil, count: end) }
    let text = String(decoding: body[..<end], as: UTF8.self)
    if text.hasPrefix("<") {
      return Step(key: Self.mouse(text.dropFirst(), final: pending[end]), count: count)
    }
    let parameters = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    if pending[end] == UInt8(ascii: "~"), parameters.first == 200 {
      paste = []
      return Step(key: nil, count: count)
    }
    // In another form it is a report of the mouse.
    if pending[end] == UInt8(ascii: "M") { return Step(key: nil, count: count) }
    return Step(key: Self.key(final: pending[end], parameters: parameters), count: count)
  }

  /// How long a sequence is that says so only by how it begins: a report of the mouse in the first
  /// form, three bytes behind `M`, and the function keys of Linux, one behind `[`.
  private static func lengthOfOldForm(_ body: ArraySlice<UInt8>) -> Int? {
    switch body.first {
    case UInt8(ascii: "M"): 6
    case UInt8(ascii: "["): 4
    default: nil
    }
  }

  /// Whether a byte ends the sequence that `body` begins with: `$` does behind nothing but digits,
  /// as rxvt sends it for Shift.
  private static func ends(_ byte: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
    if byte == UInt8(ascii: "$") {
      let before = body.prefix { $0 != byte }
      return !before.isEmpty && before.allSatisfy { (0x30...0x39).contains($0) }
    }
    return (0x40...0x7E).contains(byte) || byte < 0x20
  }

  /// Keys as xterm and rxvt send them; which others are held down makes no difference.
  private static func key(final: UInt8, parameters: [Int]) -> Key? {
    switch Character(Unicode.Scalar(final)) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "M": .enter
    case "Z": .backTab
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

  /// A report of the mouse in the form 1006 of xterm: button, column, row.
  private static func mouse(_ text: Substring, final: UInt8) -> Key? {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, final == UInt8(ascii: "M"), numbers[1] > 0, numbers[2] > 0 else {
      return nil
    }
    let (x, y) = (numbers[1] - 1, numbers[2] - 1)
    return switch numbers[0] {
    case 0: .click(x: x, y: y)
    case 64: .wheelUp(x: x, y: y)
    case 65: .wheelDown(x: x, y: y)
    default: nil
    }
  }

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// Everything up to the mark that ends a paste; what may be the beginning of the mark waits, and
  /// so does Ctrl-C with nothing behind it.
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

  private static func key(ofPaste bytes: [UInt8]) -> Key {
    if bytes.count > longestPaste { return .badPaste(.tooLong) }
    return String(validating: bytes, as: UTF8.self).map(Key.paste) ?? .badPaste(.notUTF8)
  }
}
