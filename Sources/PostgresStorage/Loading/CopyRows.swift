internal import Postgres
internal import SQLText

/// Rows in the text format of COPY, encoded as they are added
/// (<https://www.postgresql.org/docs/15/sql-copy.html>).
struct CopyRows {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ rows: [[SQLValue]]) {
    for row in rows { add(row: row) }
  }

  mutating func add(_ values: SQLValue...) { add(row: values) }

  mutating func add(row: [SQLValue]) {
    for (index, value) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      append(value)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Begins a row whose last value is a blob; its bytes, and the end of the row, are added later.
  mutating func open(_ values: [SQLValue]) {
    add(row: values + [.blob([])])
    bytes.removeLast()
  }

  mutating func add(bytesOfBlob blob: [UInt8]) {
    for byte in blob {
      bytes.append(CopyRows.digits[Int(byte >> 4)])
      bytes.append(CopyRows.digits[Int(byte & 15)])
    }
  }

  mutating func close() { bytes.append(UInt8(ascii: "\n")) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(_ value: SQLValue) {
    switch value {
    case .null: bytes += "\\N".utf8
    case .list: preconditionFailure("COPY has no form for a list")
    case .integer(let number): append(number)
    case .real(let number): bytes += String(number).utf8
    case .text(let text): append(text)
    case .blob(let blob):
      // The hexadecimal form of bytea, with an escaped backslash.
      bytes += "\\\\x".utf8
      add(bytesOfBlob: blob)
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends the digits in place; a `String` of more than fifteen would be allocated.
  private mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.count
    var rest = number.magnitude
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    for index in first..<digits.count { bytes.append(digits[index]) }
  }

  private mutating func append(_ text: String) {
    let utf8 = text.utf8.span
    var isPlain = true
    for index in utf8.indices where utf8[index] < 0x20 || utf8[index] == UInt8(ascii: "\\") {
      isPlain = false
    }
    if isPlain {
      bytes += text.utf8
      return
    }
    // Other control characters need no escape.
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      default: bytes.append(byte)
      }
    }
  }
}

/// Streams the rows of one COPY in blocks of 64 KiB.
final class RowSender {
  private static let block = 1 << 16

  private var rows = CopyRows()
  private let put: ([UInt8]) throws -> Void

  fileprivate init(_ put: @escaping ([UInt8]) throws -> Void) {
    self.put = put
  }

  func send(_ row: [SQLValue]) throws {
    rows.add(row: row)
    if rows.bytes.count >= RowSender.block { try flush() }
  }

  /// Sends a row whose last value is a blob, which `pieces` passes in order.
  func send(
    _ values: [SQLValue], blob pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    rows.open(values)
    try pieces { piece in
      rows.add(bytesOfBlob: piece)
      try flush()
    }
    rows.close()
  }

  fileprivate func flush() throws {
    if !rows.bytes.isEmpty { try put(rows.bytes) }
    rows.removeAll()
  }
}

extension PostgresSession {
  /// Runs COPY … FROM STDIN with the rows that `body` sends.
  func copy(_ statement: SQL, _ body: (RowSender) throws -> Void) throws {
    try copyIn(statement) { put in
      try withoutActuallyEscaping(put) { put in
        let sender = RowSender(put)
        try body(sender)
        try sender.flush()
      }
    }
  }
}
