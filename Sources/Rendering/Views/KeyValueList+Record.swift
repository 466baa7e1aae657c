extension KeyValueList {
  /// The values of a record beside its keys, with moments as programs get them; numbers are in
  /// groups of three for people.
  package init(facts record: Record, in traits: Traits) {
    self.init(record) { value in
      switch value {
      case .string(let text): return SafeText(text)
      case .time(let moment): return SafeText(Timestamp.utc(moment))
      case .integer(let number) where traits.isTerminal:
        return SafeText(Magnitude.exact(Int(number)))
      default:
        var output = Output()
        JSONText.write(value, to: &output)
        return SafeText(output.text)
      }
    }
  }

  /// The same in the words of tables.
  package init(_ record: Record, in traits: Traits) {
    self.init(record) { $0.text(in: traits) }
  }

  private init(_ record: Record, text: (JSONValue) -> SafeText) {
    self.init(
      zip(record.keys, record.values).map { key, value in
        let words = String(key.map { $0 == "_" ? " " : $0 })
        return Pair(SafeText(words), text(value))
      })
  }
}
