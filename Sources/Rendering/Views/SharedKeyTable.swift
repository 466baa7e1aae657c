/// The keys of a shared network, each with its first digits.
package struct SharedKeyTable: View {
  private static let digits = 8

  private let records: [Record]

  /// Each record must be of the kind `sharedKey`.
  package init(_ records: [Record]) {
    self.records = records
  }

  /// A narrow terminal shows no bundles.
  package func canvas(in traits: Traits) -> Canvas {
    let titles = RecordKind.sharedKey.keys
    let columns = titles.enumerated().map { place, title in
      Table.Column(
        SafeText(title), minimum: Self.isHexadecimal(title) ? Self.digits : 6, rank: -place)
    }
    let rows = records.map { record in
      zip(titles, record.values).map { title, value in
        StyledLine(traits.text(Self.text(value, of: title)))
      }
    }
    return Table(columns, rows: rows, hasHeader: true).canvas(in: traits)
  }

  private static func isHexadecimal(_ title: String) -> Bool {
    ["key", "first", "last"].contains(title)
  }

  private static func text(_ value: JSONValue, of title: String) -> String {
    guard case .string(let text) = value else { return "" }
    return isHexadecimal(title) ? String(text.prefix(digits)) : text
  }
}
