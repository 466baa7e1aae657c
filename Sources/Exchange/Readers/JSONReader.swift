/// Pulls values out of JSON (RFC 8259) in constant memory.
///
/// A byte-order mark is skipped. A lone surrogate becomes U+FFFD. Invalid UTF-8 is refused.
final class JSONReader {
  private static let deepest = 64
  private static let longestNumber = 64
  private static let longestString = 16 << 20
  private static let largestTree = 32 << 20

  private let source: any ByteSource
  private let path: String
  /// The longest string, and the bound that names it.
  var stringLimit = (bytes: JSONReader.longestString, bound: Bound.string)
  private var window: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// The offset of the window in the text.
  private var base = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0
  /// The bytes that the tree under construction may still take.
  private var budget = 0
  /// How many lone surrogates were replaced.
  private(set) var replacements = 0

  init(_ source: any ByteSource, of path: String, line: Int = 1) {
    self.source = source
    self.path = path
    self.line = line
  }

  /// The place of the next byte.
  var place: InputPosition {
    InputPosition(path, line: line, column: base + position - lineStart + 1)
  }

  // MARK: Walking

  /// The first byte of the next value; nil at the end of the text.
  func peek() throws(ExchangeError) -> UInt8? {
    while true {
      guard let byte = try current() else { return nil }
      switch byte {
      case 0x20, 0x09, 0x0D: position += 1
      case 0x0A:
        position += 1
        line += 1
        lineStart = base + position
      default: return byte
      }
    }
  }

  var isObject: Bool { get throws(ExchangeError) { try peek() == 0x7B } }
  var isArray: Bool { get throws(ExchangeError) { try peek() == 0x5B } }

  /// Calls `member` with each key; it must read the value.
  func object(_ member: (String) throws -> Void) throws {
    try open(0x7B)
    defer { depth -= 1 }
    if try closes(0x7D) { return }
    while true {
      guard try peek() == 0x22 else { throw fault("a key") }
      let key = try string()
      guard try peek() == 0x3A else { throw fault("a colon") }
      position += 1
      try member(key)
      if try !goesOn(0x7D) { return }
    }
  }

  /// Calls `element` before each value, which it must read.
  func array(_ element: () throws -> Void) throws {
    try open(0x5B)
    defer { depth -= 1 }
    if try closes(0x5D) { return }
    while true {
      try element()
      if try !goesOn(0x5D) { return }
    }
  }

  private func open(_ sign: UInt8) throws(ExchangeError) {
    guard try peek() == sign else { throw fault(sign == 0x7B ? "an object" : "a list") }
    position += 1
    depth += 1
    if depth > JSONReader.deepest { throw .badArchive(place, .over(.nesting)) }
  }

  private func closes(_ sign: UInt8) throws(ExchangeError) -> Bool {
    guard try peek() == sign else { return false }
    position += 1
    return true
  }

  /// Whether a comma follows; else the closing sign must.
  private func goesOn(_ sign: UInt8) throws(ExchangeError) -> Bool {
    switch try peek() {
    case 0x2C:
      position += 1
      return true
    case sign:
      position += 1
      return false
    case nil: throw .badArchive(place, .cut)
    default: throw fault("a comma")
    }
  }

  /// Skips a beginning that is not JSON, up to a sign: `window.YTD.tweets.part0 =`.
  func skipBeginning(past sign: UInt8) throws(ExchangeError) {
    for _ in 0..<256 {
      guard let byte = try current() else { throw .badArchive(place, .cut) }
      position += 1
      if byte == sign { return }
    }
    throw fault("an assignment")
  }

  /// Refuses anything after the value.
  func end() throws(ExchangeError) {
    if try peek() != nil { throw fault("the end") }
  }

  // MARK: Values

  func value() throws(ExchangeError) -> JSONTree {
    budget = max(JSONReader.largestTree, stringLimit.bytes * 2)
    return try tree()
  }

  /// Reads a value and discards it.
  func skip() throws { try walk() }

  private func walk() throws {
    switch try peek() {
    case 0x7B: try object { _ in try walk() }
    case 0x5B: try array { try walk() }
    case 0x22: try skipString()
    default: _ = try scalar()
    }
  }

  private func tree() throws(ExchangeError) -> JSONTree {
    budget -= 64
    if budget < 0 { throw .badArchive(place, .over(.record)) }
    switch try peek() {
    case 0x7B:
      var members: [JSONTree.Member] = []
      try open(0x7B)
      defer { depth -= 1 }
      if try closes(0x7D) { return .object([]) }
      while true {
        guard try peek() == 0x22 else { throw fault("a key") }
        let key = try string()
        guard try peek() == 0x3A else { throw fault("a colon") }
        position += 1
        members.append(JSONTree.Member(key: key, value: try tree()))
        if try !goesOn(0x7D) { return .object(members) }
      }
    case 0x5B:
      var elements: [JSONTree] = []
      try open(0x5B)
      defer { depth -= 1 }
      if try closes(0x5D) { return .array([]) }
      while true {
        elements.append(try tree())
        if try !goesOn(0x5D) { return .array(elements) }
      }
    case 0x22: return .string(try string())
    default: return try scalar()
    }
  }

  private func scalar() throws(ExchangeError) -> JSONTree {
    let start = place
    var word: [UInt8] = []
    while let byte = try current(), JSONReader.isOfWord(byte) {
      word.append(byte)
      position += 1
      if word.count > JSONReader.longestNumber { throw .badArchive(place, .over(.number)) }
    }
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "" where try current() == nil: throw .badArchive(place, .cut)
    default:
      guard JSONReader.isNumber(word) else {
        throw .badArchive(start, .damaged("JSON: expected a value"))
      }
      return .number(text)
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2B || byte == 0x2D
      || byte == 0x2E || byte == 0x45
  }

  private static func isNumber(_ word: [UInt8]) -> Bool {
    var rest = word[...]
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == 0x2D { rest = rest.dropFirst() }
    let startsWithZero = rest.first == 0x30
    let whole = digits()
    guard whole > 0, !(startsWithZero && whole > 1) else { return false }
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if rest.first == 0x65 || rest.first == 0x45 {
      rest = rest.dropFirst()
      if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  // MARK: Strings

  private func string() throws(ExchangeError) -> String {
    let start = place
    position += 1
    var bytes: [UInt8] = []
    while true {
      let piece = try plainPiece()
      bytes += piece
      if bytes.count > stringLimit.bytes { throw .badArchive(start, .over(stringLimit.bound)) }
      guard let byte = try current() else { throw .badArchive(place, .cut) }
      switch byte {
      case 0x22:
        position += 1
        budget -= bytes.count
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw try invalid(bytes, after: start)
      case 0x5C:
        position += 1
        try unescape(into: &bytes)
      default:
        // The window ended within the piece, or the byte is a control character.
        if byte < 0x20 { throw fault("no control character") }
      }
    }
  }

  private func invalid(_ bytes: [UInt8], after start: InputPosition) throws(ExchangeError)
    -> ExchangeError
  {
    do throws(ExchangeError) {
      _ = try UTF8Text.text(bytes[...], at: start)
      return .badArchive(start, .notUTF8(byte: 1))
    } catch { return error }
  }

  private func skipString() throws(ExchangeError) {
    position += 1
    while true {
      _ = try plainPiece()
      guard let byte = try current() else { throw .badArchive(place, .cut) }
      if byte == 0x22 {
        position += 1
        return
      }
      if byte == 0x5C {
        position += 1
        if try current() == nil { throw .badArchive(place, .cut) }
        position += 1
      } else if byte < 0x20 {
        throw fault("no control character")
      }
    }
  }

  /// The bytes up to a quote, a backslash, a control character or the end of the window.
  private func plainPiece() throws(ExchangeError) -> ArraySlice<UInt8> {
    guard try current() != nil else { return [] }
    let start = position
    position = JSONReader.endOfPlain(window.span, from: start)
    return window[start..<position]
  }

  private static func endOfPlain(_ bytes: borrowing Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      end += 1
    }
    return end
  }

  private func unescape(into bytes: inout [UInt8]) throws(ExchangeError) {
    guard let byte = try current() else { throw .badArchive(place, .cut) }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: bytes.append(byte)
    case 0x62: bytes.append(0x08)
    case 0x66: bytes.append(0x0C)
    case 0x6E: bytes.append(0x0A)
    case 0x72: bytes.append(0x0D)
    case 0x74: bytes.append(0x09)
    case 0x75: try appendScalar(try unit(), to: &bytes)
    default: throw fault("an escape")
    }
  }

  private func appendScalar(_ first: UInt32, to bytes: inout [UInt8]) throws(ExchangeError) {
    var first = first
    while true {
      if let scalar = Unicode.Scalar(first) {
        bytes += Array(String(Character(scalar)).utf8)
        return
      }
      // A high surrogate counts only with a low one after it.
      guard first < 0xDC00, try current() == 0x5C, try follows(0x75) else {
        return replace(in: &bytes)
      }
      let second = try unit()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
      {
        bytes += Array(String(Character(scalar)).utf8)
        return
      }
      replace(in: &bytes)
      first = second
    }
  }

  private func replace(in bytes: inout [UInt8]) {
    bytes += [0xEF, 0xBF, 0xBD]
    replacements += 1
  }

  /// Passes over a backslash and the byte after it, if it is this one.
  private func follows(_ sign: UInt8) throws(ExchangeError) -> Bool {
    if position + 1 == window.count {
      // The next byte is in the next window; the backslash stays before it.
      let more = try source.next()
      base += position
      window = window[position...] + more
      position = 0
    }
    guard position + 1 < window.count, window[position + 1] == sign else { return false }
    position += 2
    return true
  }

  /// Four hexadecimal digits.
  private func unit() throws(ExchangeError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try current() else { throw .badArchive(place, .cut) }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: The window

  private func current() throws(ExchangeError) -> UInt8? {
    if position < window.count { return window[position] }
    if isAtEnd { return nil }
    let isFirst = base == 0 && window.isEmpty
    base += window.count
    window = try source.next()
    position = 0
    if window.isEmpty {
      isAtEnd = true
      return nil
    }
    if isFirst, window.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
      return try current()
    }
    return window[position]
  }

  func fault(_ expected: String) -> ExchangeError {
    .badArchive(place, .damaged("JSON: expected \(expected)"))
  }
}
