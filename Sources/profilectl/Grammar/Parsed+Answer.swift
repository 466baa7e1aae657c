import Model

/// What a line asks the answer to look like, as far as the command has that to offer.
extension Parsed {
  /// `--json` is a way to write `--format json`, so that the last of both counts.
  func format() throws(RefusedValue) -> OutputFormat? {
    guard let given = lastGiven(of: [GlobalOptions.format.shape, GlobalOptions.json.shape]) else {
      return nil
    }
    guard let typed = given.value else { return .json }
    let kind = ValueKind.choice(declaration.formats, "format")
    return try Item(typed, kind, parameter: GlobalOptions.format.shape.spelled, now: now)
      .value.get()
  }

  func fields() throws(RefusedValue) -> [String]? {
    guard let given = lastGiven(of: [GlobalOptions.fields.shape]), let typed = given.value else {
      return nil
    }
    let known = declaration.fields
    let kind = ValueKind<[String]>("fields") { (typed, now) throws(ValueError) in
      if known.isEmpty { throw .unreadable(.noFields) }
      let chosen = try ValueKind.fields.read(typed, now)
      if let stranger = chosen.first(where: { !known.contains($0) }) {
        let others = known.filter { !chosen.contains($0) }
        let nearest = SpellingSuggestion.nearest(to: stranger, among: others)
        throw .unreadable(.field(typed: stranger, known: known, nearest: nearest))
      }
      if let twice = chosen.indices.first(where: { chosen[..<$0].contains(chosen[$0]) }) {
        throw .unreadable(.fieldTwice(chosen[twice]))
      }
      return chosen
    }
    return try Item(typed, kind, parameter: GlobalOptions.fields.shape.spelled, now: now)
      .value.get()
  }
}
