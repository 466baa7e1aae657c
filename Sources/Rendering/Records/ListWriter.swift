/// Writes a list page by page, in constant memory.
package struct ListWriter: Sendable {
  private let format: RecordFormat
  private let keys: [String]
  private let isTerminal: Bool
  /// The indices of the chosen fields; nil for all.
  private let places: [Int]?
  private var isEmpty = true

  /// The fields in `only` must be keys of the kind.
  package init(
    _ format: RecordFormat, of kind: RecordKind, only fields: [String]? = nil,
    isTerminal: Bool = false
  ) {
    self.init(format, keys: kind.keys, only: fields, isTerminal: isTerminal)
  }

  package init(
    _ format: RecordFormat, keys: [String], only fields: [String]? = nil, isTerminal: Bool = false
  ) {
    (self.format, self.isTerminal) = (format, isTerminal)
    places = fields.map { $0.compactMap { keys.firstIndex(of: $0) } }
    self.keys = places.map { $0.map { keys[$0] } } ?? keys
  }

  package func begin() -> Output {
    var output = Output()
    switch format {
    case .json: output.append(UInt8(ascii: "["))
    case .csv: delimited(.commas).write(keys, to: &output)
    case .tsv: delimited(.tabs).write(keys, to: &output)
    case .ndjson, .lines: break
    }
    return output
  }

  /// Records with the keys given to the initialiser.
  package mutating func add(_ records: [Record]) -> Output {
    var output = Output()
    output.reserve(records.count * 256)
    for record in records { write(record, to: &output) }
    return output
  }

  package func end() -> Output {
    format == .json ? Output(isEmpty ? "]\n" : "\n]\n") : Output()
  }

  package mutating func list(_ records: [Record]) -> Output {
    var output = begin()
    output.append(add(records))
    output.append(end())
    return output
  }

  private mutating func write(_ record: Record, to output: inout Output) {
    let values = places.map { $0.map { record.values[$0] } } ?? record.values
    switch format {
    case .json:
      output.append(isEmpty ? "\n  " : ",\n  ")
      isEmpty = false
      JSONText.write(Record(keys: keys, values: values), to: &output)
    case .ndjson:
      JSONText.write(Record(keys: keys, values: values), to: &output)
      output.appendNewline()
    case .csv: delimited(.commas).write(values, to: &output)
    case .tsv, .lines: delimited(.tabs).write(values, to: &output)
    }
  }

  private func delimited(_ dialect: DelimitedText.Dialect) -> DelimitedText {
    DelimitedText(dialect: dialect, isTerminal: isTerminal)
  }
}
