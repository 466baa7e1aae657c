internal import CPostgres
internal import SQLText

/// A row of a result in binary form, valid until the session clears the result.
@safe package final class PostgresRow {
  private let result: OpaquePointer
  private var row: Int32 = 0

  /// The first row.
  init(of result: OpaquePointer) {
    unsafe self.result = result
  }

  /// Whether there is a current row; false after the last one.
  var isThere: Bool { unsafe row < PQntuples(result) }

  func advance() { row += 1 }

  /// The values of a `bigint[]` of one dimension, without NULLs.
  package static func integers(in bytes: [UInt8]) -> [Int64] {
    // A header of 12 bytes, bounds of 8, then for each value 4 bytes of length and 8 of content.
    guard bytes.count >= 20 else { return [] }
    return stride(from: 24, to: bytes.count, by: 12).map { start in
      bytes[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) }
    }
  }

  private func withBytes<Value>(_ place: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Value)
    -> Value
  {
    let count = Int(unsafe PQgetlength(result, row, place))
    guard let start = unsafe PQgetvalue(result, row, place) else {
      return unsafe body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe body(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}

extension PostgresRow: RowValues {
  package func isNull(_ place: Int32) -> Bool { unsafe PQgetisnull(result, row, place) == 1 }

  /// An integer or boolean of any width; other types give a meaningless number.
  package func int64(_ place: Int32) -> Int64 {
    unsafe withBytes(place) { bytes in
      guard let first = unsafe bytes.first else { return 0 }
      let start = bytes.count == 1 ? Int64(first) : Int64(Int8(bitPattern: first))
      return unsafe bytes.dropFirst().reduce(start) { $0 << 8 | Int64($1) }
    }
  }

  package func double(_ place: Int32) -> Double {
    Double(bitPattern: UInt64(bitPattern: int64(place)))
  }

  package func text(_ place: Int32) -> String {
    unsafe withBytes(place) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  package func bytes(_ place: Int32) -> [UInt8] {
    unsafe withBytes(place) { unsafe Array($0) }
  }
}
