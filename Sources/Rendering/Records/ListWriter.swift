/// Writes a list page by page, in constant memory.
package struct ListWriter: Sendable {
  private let format: RecordFormat
  private let keys: [String]
  private let isTerminal: Bool
  /// The indices of the chosen fields; nil for all.
  private let places: [Int]?
  private var isEmpty = true

  /// The fields in `only` must be fields of the kind; `isShared` decides on the header of others.
  package init(
    _ format: RecordFormat, of kind: RecordKind, only fields: [String]? = nil,
    isShared: Bool = false, isTerminal: Bool = false
  ) {
    let hasAllKeys = isShared || fields != nil
    self.init(
      format, keys: hasAllKeys ? kind.fields : kind.keys, only: fields, isTerminal: isTerminal)
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

  /// Records with the keys given to the initialiser, or without the last of them.
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
    let record = chosen(from: record)
    switch format {
    case .json:
      output.append(isEmpty ? "\n  " : ",\n  ")
      isEmpty = false
      JSONText.write(record, to: &output)
    case .ndjson:
      JSONText.write(record, to: &output)
      output.appendNewline()
    case .csv: delimited(.commas).write(record.values(for: keys), to: &output)
    case .tsv, .lines: delimited(.tabs).write(record.values(for: keys), to: &output)
    }
  }

  /// A chosen field is null if the record lacks it, because its network is not shared.
  private func chosen(from record: Record) -> Record {
    guard let places else { return record }
    let values = record.values
    return Record(
      keys: keys, values: places.map { values.indices.contains($0) ? values[$0] : .null })
  }

  private func delimited(_ dialect: DelimitedText.Dialect) -> DelimitedText {
    DelimitedText(dialect: dialect, isTerminal: isTerminal)
  }
}
