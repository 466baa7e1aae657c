/// Parses one value of `StrictJSON`.
struct StrictJSONParser {
  /// The bytes break a rule.
  private struct Invalid: Error {}

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Nil if the bytes are not valid UTF-8, or not exactly one valid value.
  static func value(of bytes: [UInt8]) -> StrictJSON? {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
    var parser = StrictJSONParser(bytes: bytes)
    guard let value = try? parser.value(), parser.next() == nil else { return nil }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func value() throws(Invalid) -> StrictJSON {
    guard let first = next() else { throw Invalid() }
    switch first {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .integer(try integer())
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    default: throw Invalid()
    }
  }

  // MARK: Objects and arrays

  private mutating func members() throws(Invalid) -> [StrictJSON.Member] {
    try open()
    var members: [StrictJSON.Member] = []
    if closes(UInt8(ascii: "}")) { return members }
    repeat {
      guard next() == UInt8(ascii: "\"") else { throw Invalid() }
      let key = try text()
      guard next() == UInt8(ascii: ":") else { throw Invalid() }
      position += 1
      members.append(StrictJSON.Member(key: key, value: try value()))
    } while try goesOn(UInt8(ascii: "}"))
    guard Set(members.lazy.map(\.key)).count == members.count else { throw Invalid() }
    return members
  }

  private mutating func elements() throws(Invalid) -> [StrictJSON] {
    try open()
    var elements: [StrictJSON] = []
    if closes(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try value()) } while try goesOn(UInt8(ascii: "]"))
    return elements
  }

  private mutating func open() throws(Invalid) {
    position += 1
    depth += 1
    if depth > StrictJSON.deepest { throw Invalid() }
  }

  /// Whether the closing sign follows, which ends an empty object or array.
  private mutating func closes(_ sign: UInt8) -> Bool {
    guard next() == sign else { return false }
    position += 1
    depth -= 1
    return true
  }

  /// Whether a comma follows; else the closing sign must.
  private mutating func goesOn(_ sign: UInt8) throws(Invalid) -> Bool {
    if closes(sign) { return false }
    guard next() == UInt8(ascii: ",") else { throw Invalid() }
    position += 1
    return true
  }

  // MARK: Single values

  /// The text between two quotes; the first is the next byte.
  private mutating func text() throws(Invalid) -> [UInt8] {
    position += 1
    var text: [UInt8] = []
    while true {
      let start = position
      while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
      text += bytes[start..<position]
      guard position < bytes.count else { throw Invalid() }
      position += 1
      switch bytes[position - 1] {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"): text.append(try escaped())
      default: throw Invalid()
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// The byte that an escape means; `\u` is refused.
  private mutating func escaped() throws(Invalid) -> UInt8 {
    guard position < bytes.count else { throw Invalid() }
    position += 1
    switch bytes[position - 1] {
    case let byte where [0x22, 0x5C, 0x2F].contains(byte): return byte
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    default: throw Invalid()
    }
  }

  private mutating func integer() throws(Invalid) -> Int64 {
    let start = position
    var number: Int64 = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      number = number * 10 + Int64(bytes[position] - 0x30)
      if number > StrictJSON.largestInteger { throw Invalid() }
      position += 1
    }
    // A fraction or an exponent is refused by the caller, which expects a comma or an end.
    if bytes[start] == UInt8(ascii: "0"), position > start + 1 { throw Invalid() }
    return number
  }

  private mutating func word(_ word: String, _ value: StrictJSON) throws(Invalid) -> StrictJSON {
    guard bytes[position...].starts(with: word.utf8) else { throw Invalid() }
    position += word.utf8.count
    return value
  }

  /// The next byte that is not white space; nil at the end.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case let byte: return byte
      }
    }
    return nil
  }
}
