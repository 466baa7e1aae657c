/// An object of an answer: keys in a fixed order, each with a value.
package struct Record: Hashable, Sendable {
  package let keys: [String]
  package let values: [JSONValue]

  /// Every key of the kind has its value, null where there is none.
  package init(_ kind: RecordKind, _ values: [JSONValue]) {
    self.init(keys: kind.keys, values: values)
  }

  /// For answers whose keys are not known beforehand, like the columns of a query.
  package init(keys: [String], values: [JSONValue]) {
    precondition(keys.count == values.count, "A record has one value for each key.")
    self.keys = keys
    self.values = values
  }

  /// The value of a key; nil if the record has no such key.
  package subscript(key: String) -> JSONValue? {
    keys.firstIndex(of: key).map { values[$0] }
  }

  /// The record with these keys only, in the order they are given; keys it lacks are left out.
  package func only(_ fields: [String]) -> Record {
    let places = fields.compactMap { keys.firstIndex(of: $0) }
    return Record(keys: places.map { keys[$0] }, values: places.map { values[$0] })
  }
}
