/// A JSON object with its keys in a fixed order.
package struct Record: Hashable, Sendable {
  package let keys: [String]
  package let values: [JSONValue]

  /// `values` has one element for each key of the kind; a missing value is null.
  ///
  /// `last` has one for each key that the kind has in a shared network only; nil in others.
  package init(_ kind: RecordKind, _ values: [JSONValue], ifShared last: [JSONValue]? = nil) {
    if let last {
      self.init(keys: kind.fields, values: values + last)
    } else {
      self.init(keys: kind.keys, values: values)
    }
  }

  /// A record with other keys, such as the columns of a query.
  package init(keys: [String], values: [JSONValue]) {
    precondition(keys.count == values.count, "A record has one value for each key.")
    (self.keys, self.values) = (keys, values)
  }

  /// The record of a dry run, with one more key.
  package var ofDryRun: Record { adding("dry_run", .bool(true)) }

  /// The record with one more key at its end.
  package func adding(_ key: String, _ value: JSONValue) -> Record {
    Record(keys: keys + [key], values: values + [value])
  }

  /// The record with only these keys, in this order; a missing key is null.
  package func only(_ fields: [String]) -> Record {
    Record(keys: fields, values: fields.map { keys.firstIndex(of: $0).map { values[$0] } ?? .null })
  }

  /// The values for the header of a list; the network may have become shared since it was printed.
  func values(for keys: [String]) -> [JSONValue] {
    if keys.count == values.count { return values }
    return values.prefix(keys.count)
      + Array(repeating: .null, count: max(0, keys.count - values.count))
  }
}

extension Record {
  /// The record as whole output: one JSON object, or a list with one record.
  package func output(
    as format: RecordFormat, only fields: [String]? = nil, isTerminal: Bool = false
  ) -> Output {
    guard format == .json else {
      let record = fields.map(only) ?? self
      var writer = ListWriter(format, keys: record.keys, isTerminal: isTerminal)
      return writer.list([record])
    }
    var output = Output()
    JSONText.writePretty(fields.map(only) ?? self, to: &output)
    output.append("\n")
    return output
  }

  /// JSON for readers, with one key on each line.
  package var tallJSON: Output {
    var output = Output()
    JSONText.writePretty(self, opensObjects: true, to: &output)
    return output
  }
}

/// The output formats for programs.
package enum RecordFormat: Sendable, CaseIterable {
  /// One JSON document; a list is an array with one element on each line.
  case json
  /// One JSON object on each line.
  case ndjson
  /// RFC 4180 with a header.
  case csv
  /// Tab-separated with a header and escapes.
  case tsv
  /// Tab-separated without a header, the default on a pipe.
  case lines

  package var hasHeader: Bool { self == .csv || self == .tsv }
}
