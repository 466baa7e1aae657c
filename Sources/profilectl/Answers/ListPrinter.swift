import CommandLine
import Model
import Rendering
import Services

/// Turns the pages of one list into bytes, in the format of a line.
struct ListPrinter<Item: Sendable> {
  private let listing: Listing<Item>
  private var record: (Entry<Item>) -> Record?
  private let traits: Traits
  /// The chosen fields.
  private let fields: [String]?
  /// Nil if the answer is text for people.
  private var writer: ListWriter?
  private var hasBegun = false
  /// The columns of a table of chosen fields, as wide as the rows so far need.
  private var columns: [Table.Column]?
  private(set) var isEmpty = true

  init(_ listing: Listing<Item>, for context: CommandContext) throws {
    self.listing = listing
    record = listing.record
    traits = context.traits
    fields = context.options.fields
    if let format = context.recordFormat {
      writer = ListWriter(
        format, of: listing.kind, only: fields,
        isShared: try format.hasHeader && context.network().isShared,
        isTerminal: traits.isTerminal)
    } else if !traits.isTerminal {
      if fields == nil, let line = listing.line {
        record = line
        writer = ListWriter(.lines, keys: listing.kind.columns)
      } else {
        writer = ListWriter(.lines, of: listing.kind, only: fields ?? listing.kind.columns)
      }
    }
  }

  mutating func print(_ entries: [Entry<Item>], avatars: ThumbnailSet?) -> Output {
    defer { isEmpty = isEmpty && entries.isEmpty }
    var output = Output()
    guard writer != nil else {
      if entries.isEmpty { return output }
      if let fields {
        return ResultTable(entries.compactMap(listing.record), only: fields)
          .output(after: &columns, in: traits)
      }
      if !isEmpty, listing.isSpaced { output.appendNewline() }
      output.append(listing.view(entries.map(\.item), avatars).output(in: traits))
      return output
    }
    output = begin()
    if let rest = writer?.add(entries.compactMap(record)) { output.append(rest) }
    return output
  }

  mutating func finish() -> Output {
    var output = begin()
    if let rest = writer?.end() { output.append(rest) }
    return output
  }

  private mutating func begin() -> Output {
    defer { hasBegun = true }
    return hasBegun ? Output() : writer?.begin() ?? Output()
  }
}

/// Turns the pages of a query's answer into bytes, in the format of a line.
struct QueryPrinter {
  private let traits: Traits
  private var writer: ListWriter?
  /// The columns of a table, as wide as the rows so far need.
  private var columns: [Table.Column]?

  init(columns: [String], for context: CommandContext) {
    traits = context.traits
    let format = context.recordFormat ?? (traits.isTerminal ? nil : .lines)
    writer = format.map {
      ListWriter($0, keys: ResultTable.keys(for: columns), isTerminal: traits.isTerminal)
    }
  }

  func begin() -> Output {
    writer?.begin() ?? Output()
  }

  mutating func print(_ result: QueryResult) -> Output {
    let rows = result.rows.map { row in
      row.map { writer == nil ? JSONValue(forPeople: $0) : JSONValue($0) }
    }
    let table = ResultTable(columns: result.columns, rows: rows)
    return writer?.add(table.records) ?? table.output(after: &columns, in: traits)
  }

  func finish() -> Output {
    writer?.end() ?? Output()
  }
}
