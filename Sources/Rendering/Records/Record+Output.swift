extension Record {
  /// The record as a whole answer: one JSON object, or a list of one.
  package func output(
    as format: RecordFormat, only fields: [String]? = nil, isTerminal: Bool = false
  ) -> Output {
    guard format == .json else {
      var writer = ListWriter(format, keys: keys, only: fields, isTerminal: isTerminal)
      return writer.list([self])
    }
    var output = Output()
    JSONText.writePretty(fields.map(only) ?? self, to: &output)
    output.append("\n")
    return output
  }

  /// JSON to be read by people, in lines as short as can be.
  package var tallJSON: Output {
    var output = Output()
    JSONText.writePretty(self, opensObjects: true, to: &output)
    return output
  }
}
