internal import CPostgres

/// One row of a result in binary form, valid until the session clears the result.
///
/// Columns count from zero. NULL reads as 0, an empty text or empty bytes.
@safe package struct PostgresRow: ~Copyable {
  private let result: OpaquePointer
  private let row: Int32

  init(_ row: Int32, of result: OpaquePointer) {
    unsafe self.result = result
    self.row = row
  }

  package func isNull(_ column: Int) -> Bool {
    unsafe PQgetisnull(result, row, Int32(column)) == 1
  }

  /// An integer or boolean of any width; the number is meaningless for other types.
  package func int64(_ column: Int) -> Int64 {
    unsafe withBytes(column) { bytes in
      guard let first = unsafe bytes.first else { return 0 }
      let start = bytes.count == 1 ? Int64(first) : Int64(Int8(bitPattern: first))
      return unsafe bytes.dropFirst().reduce(start) { $0 << 8 | Int64($1) }
    }
  }

  package func int(_ column: Int) -> Int { Int(int64(column)) }

  package func bool(_ column: Int) -> Bool { int64(column) != 0 }

  package func text(_ column: Int) -> String {
    unsafe withBytes(column) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  package func optionalText(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  package func bytes(_ column: Int) -> [UInt8] {
    unsafe withBytes(column) { unsafe Array($0) }
  }

  /// The values of a `bigint[]` of one dimension, without NULLs.
  package func integers(_ column: Int) -> [Int64] {
    let bytes = bytes(column)
    // A header of 12 bytes, bounds of 8, then for each value 4 bytes of length and 8 of content.
    guard bytes.count >= 20 else { return [] }
    return stride(from: 24, to: bytes.count, by: 12).map { start in
      bytes[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) }
    }
  }

  private func withBytes<Value>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value)
    -> Value
  {
    let count = Int(unsafe PQgetlength(result, row, Int32(column)))
    guard let start = unsafe PQgetvalue(result, row, Int32(column)) else {
      return unsafe body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe body(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}
