import CommandLine
import Model
import Rendering

/// Answers about one thing.
extension CommandContext {
  /// The machine's form that was asked for; nil where the answer is text.
  var recordFormat: RecordFormat? {
    switch options.format {
    case .json: .json
    case .ndjson: .ndjson
    case .csv: .csv
    case .tsv: .tsv
    case .text, .svg, .html, nil: nil
    }
  }

  /// Answers with one thing: as a record if a machine's form was asked for, else as `text` draws
  /// it, through the pager if that may be tall and is, or the fields that were chosen.
  func answer(
    _ record: @autoclosure () -> Record, mayBeTall: Bool = false, text: (Traits) -> Output
  ) throws {
    if let format = recordFormat {
      return try answer(
        record().output(as: format, only: options.fields, isTerminal: traits.isTerminal))
    }
    if let fields = options.fields {
      let record = record()
      return try answer(
        traits.isTerminal
          ? KeyValueList(record.only(fields), in: traits).output(in: traits)
          : record.output(as: .lines, only: fields))
    }
    let output = text(traits)
    if mayBeTall { try host.pageIfTall(output, isQuiet: options.isQuiet) }
    try answer(output)
  }
}
