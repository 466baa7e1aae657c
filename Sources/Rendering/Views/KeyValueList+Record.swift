extension KeyValueList {
  /// The values of a record beside its keys, for people.
  package init(_ record: Record) {
    self.init(
      zip(record.keys, record.values).map { key, value in
        let words = String(key.map { $0 == "_" ? " " : $0 })
        return Pair(SafeText(words), KeyValueList.text(of: value))
      })
  }

  private static func text(of value: JSONValue) -> SafeText {
    if case .string(let text) = value { return SafeText(text) }
    var output = Output()
    JSONText.write(value, to: &output)
    return SafeText(output.text)
  }
}
