package import SQLText

/// A row decoded from a page.
package struct FoundRow {
  /// The rowid; nil in an index and in a table without rowids.
  package let number: Int64?
  package let values: [SQLValue]
  package let page: Int

  /// Decodes a record, <https://www.sqlite.org/fileformat2.html#record_format>; nil for an invalid
  /// one.
  init?(_ payload: [UInt8], number: Int64?, on page: Int) {
    guard let head = Bytes.varint(payload, at: 0), head.value >= 1,
      head.value <= Int64(payload.count), head.value <= 2_000
    else { return nil }
    let end = Int(head.value)
    var types = head.end
    var place = end
    var values: [SQLValue] = []
    // Each column has at least one byte of the header.
    values.reserveCapacity(end - types)
    while types < end {
      guard let type = Bytes.varint(payload, at: types), type.end <= end,
        let size = FoundRow.size(of: type.value), size <= payload.count - place
      else { return nil }
      values.append(FoundRow.value(of: type.value, payload[place..<place + size]))
      types = type.end
      place += size
    }
    (self.number, self.values, self.page) = (number, values, page)
  }

  /// The size of a value of this serial type; nil for reserved types.
  private static func size(of type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 12...Int64(1 << 31): Int(type - 12) / 2
    default: nil
    }
  }

  private static func value(of type: Int64, _ bytes: ArraySlice<UInt8>) -> SQLValue {
    switch type {
    case 0: .null
    case 8: .integer(0)
    case 9: .integer(1)
    case 1...6: .integer(integer(bytes))
    case 7: .real(Double(bitPattern: UInt64(bitPattern: integer(bytes))))
    default:
      type % 2 == 0 ? .blob(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    var value: Int64 = (bytes.first ?? 0) >= 0x80 ? -1 : 0
    for byte in bytes { value = value << 8 | Int64(byte) }
    return value
  }
}
