/// The lines of a text, in bounded memory.
struct LineReader {
  private let source: TextSource
  private let path: String
  private static let limit = 16 << 20
  private var window: [UInt8] = []
  private var position = 0
  /// The number of the last line that was returned, from 1.
  private(set) var number = 0

  init(_ source: any ByteSource, of path: String) {
    self.source = TextSource(source)
    self.path = path
  }

  var place: InputPosition { InputPosition(path, line: number) }

  /// Whether the next line begins with this text.
  mutating func continues(with beginning: String) throws(ExchangeError) -> Bool {
    while window.count - position < beginning.utf8.count {
      let more = try source.next()
      if more.isEmpty { return false }
      window = window[position...] + more
      position = 0
    }
    return window[position...].starts(with: beginning.utf8)
  }

  /// The next part of a line, with its line feed, if that is in it; nil at the end.
  mutating func nextPiece() throws(ExchangeError) -> ArraySlice<UInt8>? {
    if position == window.count {
      window = try source.next()
      position = 0
      if window.isEmpty { return nil }
    }
    let start = position
    let end = window[start...].firstIndex(of: 0x0A)
    if end != nil { number += 1 }
    position = end.map { $0 + 1 } ?? window.count
    return window[start..<position]
  }

  /// The next line with its line feed, if it has one; nil at the end.
  mutating func nextBytes() throws(ExchangeError) -> ArraySlice<UInt8>? {
    var line: [UInt8] = []
    while let piece = try nextPiece() {
      if piece.last == 0x0A, line.isEmpty { return piece }
      line += piece
      if piece.last == 0x0A { return line[...] }
      if line.count > LineReader.limit {
        throw .badArchive(InputPosition(path, line: number + 1), .over(.line))
      }
    }
    if line.isEmpty { return nil }
    number += 1
    return line[...]
  }

  /// The next line in UTF-8, without LF or CR LF; a byte-order mark is skipped.
  ///
  /// Calls `refuse` for each line that is not UTF-8, and skips it.
  mutating func next(refusing refuse: (RecordRefusal) throws -> Void) throws -> String? {
    while let line = try nextRepaired() {
      guard let refusal = line.refusal else { return line.text }
      try refuse(refusal)
    }
    return nil
  }

  /// The next line, and the reason to refuse it if it was not valid UTF-8.
  fileprivate mutating func nextRepaired() throws(ExchangeError) -> (
    text: String, refusal: RecordRefusal?
  )? {
    guard var line = try nextBytes() else { return nil }
    if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    // Unlike `removeLast`, this copies no bytes.
    if line.last == 0x0A { line = line.dropLast() }
    if line.last == 0x0D { line = line.dropLast() }
    if let text = String(validating: line, as: UTF8.self) { return (text, nil) }
    let text = String(decoding: line, as: UTF8.self)
    let byte = UTF8Text.validCount(line) + 1
    return (text, RecordRefusal(place, .badRecord, "not UTF-8 at byte \(byte): \(text)"))
  }
}

/// Text that is valid UTF-8.
enum UTF8Text {
  static func text(_ bytes: ArraySlice<UInt8>, at place: InputPosition) throws(ExchangeError)
    -> String
  {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw .badArchive(place, .notUTF8(byte: validCount(bytes) + 1))
  }

  /// How many bytes at the beginning are valid.
  static func validCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var input = bytes.makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&input) { count += UTF8.width(scalar) }
    return count
  }
}

/// The most separators of a line that are looked at: each field takes memory.
let mostSeparators = 1_000

/// Rows of a text with separators, with quotes as in RFC 4180.
struct TableReader {
  let separator: UInt8
  private var lines: LineReader

  init(_ source: any ByteSource, of path: String, separator: Unicode.Scalar) {
    self.separator = UInt8(ascii: separator)
    lines = LineReader(source, of: path)
  }

  var place: InputPosition { lines.place }

  /// The fields of the next row in UTF-8 that is not blank; nil at the end.
  ///
  /// Calls `refuse` for each row that is not UTF-8, and skips it.
  mutating func next(refusing refuse: (RecordRefusal) throws -> Void) throws -> [String]? {
    while let (line, refusal) = try lines.nextRepaired() {
      if line.utf8.allSatisfy({ $0 == 0x20 }) { continue }
      if line.utf8.contains(0x22) {
        let row = try quoted(line, refusal)
        guard let refusal = row.refusal else { return row.fields }
        try refuse(refusal)
      } else if let refusal {
        try refuse(refusal)
      } else {
        return line.utf8.split(
          separator: separator, maxSplits: mostSeparators, omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
      }
    }
    return nil
  }

  /// A quoted field may contain separators and line feeds, and doubled quotes.
  ///
  /// `refusal` is the first one of its lines.
  private mutating func quoted(
    _ first: String, _ refusal: RecordRefusal?
  ) throws(ExchangeError) -> (fields: [String], refusal: RecordRefusal?) {
    var refusal = refusal
    let start = lines.place
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var line = first
    var size = 0
    while true {
      size += line.utf8.count
      if size > 16 << 20 { throw .badArchive(start, .over(.line)) }
      var scalars = line.unicodeScalars.makeIterator()
      var pending = scalars.next()
      while let scalar = pending {
        pending = scalars.next()
        if isQuoted {
          if scalar != "\"" {
            field.unicodeScalars.append(scalar)
          } else if pending == "\"" {
            field.append("\"")
            pending = scalars.next()
          } else {
            isQuoted = false
          }
        } else if scalar == "\"", field.isEmpty {
          isQuoted = true
        } else if scalar.value == UInt32(separator), fields.count < mostSeparators {
          fields.append(field)
          field = ""
        } else {
          field.unicodeScalars.append(scalar)
        }
      }
      if !isQuoted { return (fields + [field], refusal) }
      guard let next = try lines.nextRepaired() else { throw .badArchive(start, .cut) }
      field.append("\n")
      line = next.text
      refusal = refusal ?? next.refusal
    }
  }
}
