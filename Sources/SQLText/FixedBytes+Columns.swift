package import Model

extension FixedBytes: Storable {
  /// Zeros stand for a value of another size, in a damaged file.
  package init(_ values: any RowValues, at place: Int32) {
    self = FixedBytes(values.bytes(place)) ?? .zero
  }

  package var sqlValue: SQLValue { .blob(array) }

  package static var zero: FixedBytes {
    FixedBytes(exactly: [UInt8](repeating: 0, count: count))
  }
}
