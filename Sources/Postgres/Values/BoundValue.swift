internal import SQLText

/// A value as libpq sends it: its type, and its bytes in binary form.
///
/// The server gets the types and infers none, so statements need no casts. Their numbers are those
/// of pg_type.dat.
struct BoundValue {
  let type: UInt32
  /// Nil for NULL.
  let bytes: [UInt8]?
  /// The number of values in a list.
  private(set) var length = 0

  init(_ value: SQLValue) {
    switch value {
    case .null: (type, bytes) = (0, nil)
    case .integer(let number):
      (type, bytes) = (20, BoundValue.bigEndian(UInt64(bitPattern: number)))
    case .real(let number): (type, bytes) = (701, BoundValue.bigEndian(number.bitPattern))
    case .text(let text): (type, bytes) = (25, Array(text.utf8))
    case .blob(let blob): (type, bytes) = (17, blob)
    case .list(let element, let values):
      (type, bytes) = (element.arrayType, BoundValue.array(of: element, values))
      length = values.count
    }
  }

  /// The binary form of an array (`array_recv` of the server).
  ///
  /// It has the number of dimensions, whether there are NULLs, the type, the length and the lower
  /// bound; then each value after its length.
  private static func array(of element: SQLValue.ListType, _ values: [SQLValue]) -> [UInt8] {
    var bytes = bigEndian(UInt32(values.isEmpty ? 0 : 1))
    bytes += bigEndian(UInt32(values.contains(.null) ? 1 : 0)) + bigEndian(element.type)
    if values.isEmpty { return bytes }
    bytes += bigEndian(UInt32(values.count)) + bigEndian(UInt32(1))
    for value in values {
      guard let value = BoundValue(value).bytes else {
        bytes += bigEndian(UInt32.max)
        continue
      }
      bytes += bigEndian(UInt32(value.count)) + value
    }
    return bytes
  }

  static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }
}

extension SQLValue.ListType {
  fileprivate var type: UInt32 {
    switch self {
    case .integer: 20
    case .real: 701
    case .text: 25
    case .blob: 17
    }
  }

  fileprivate var arrayType: UInt32 {
    switch self {
    case .integer: 1016
    case .real: 1022
    case .text: 1009
    case .blob: 1001
    }
  }
}

/// Calls `body` with pointers to the bytes of values, nil for NULL; they are valid during the call.
func withPointers<Result>(
  to values: [BoundValue], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  // One block has all values, so that an empty value has an address too.
  let block = values.reduce(into: [UInt8]()) { $0 += ($1.bytes ?? []) + [0] }
  return unsafe block.withUnsafeBytes { block in
    var start = 0
    let pointers = unsafe values.map { value -> UnsafePointer<CChar>? in
      defer { start += (value.bytes?.count ?? 0) + 1 }
      guard value.bytes != nil else { return nil }
      return unsafe block.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
    }
    return unsafe body(pointers)
  }
}
